import { createHash } from 'node:crypto';

import type { Result } from './system.ts';

/** The parts of an app that are installed together: `pm install-create`, `-write`, `-commit` and `-abandon`. */
export class InstallSessions {
  /** What was installed: the digests of the parts, in order. */
  readonly committed: (readonly string[])[] = [];
  readonly #open = new Map<string, { announced: number; parts: Buffer[] }>();
  readonly #install: (first: Buffer) => Result;
  #made = 0;

  constructor(install: (first: Buffer) => Result) {
    this.#install = install;
  }

  async run(verb: string, words: readonly string[], stdin: () => Promise<Buffer>): Promise<Result> {
    const size = Number(words[words.indexOf('-S') + 1]);
    if (verb === 'install-create') {
      this.#made += 1;
      this.#open.set(String(this.#made), { announced: size, parts: [] });
      return { exitCode: 0, stdout: `Success: created install session [${this.#made}]\n` };
    }
    const id = verb === 'install-write' ? words.at(-3) : words[0];
    const session = this.#open.get(id ?? '');
    if (session === undefined) return { exitCode: 1, stdout: 'Failure [no such session]\n' };
    if (verb === 'install-write') {
      const bytes = await stdin();
      if (bytes.length !== size) return { exitCode: 1, stdout: 'Failure [INSTALL_FAILED_INVALID_APK]\n' };
      session.parts.push(bytes);
      return { exitCode: 0, stdout: `Success: streamed ${size} bytes\n` };
    }
    this.#open.delete(id ?? '');
    return verb === 'install-commit' ? this.#commit(session) : { exitCode: 0, stdout: 'Success\n' };
  }

  #commit({ announced, parts }: { announced: number; parts: readonly Buffer[] }): Result {
    const [first] = parts;
    const total = parts.reduce((sum, { length }) => sum + length, 0);
    if (first === undefined || total !== announced)
      return { exitCode: 1, stdout: 'Failure [INSTALL_FAILED_MISSING_SPLIT]\n' };
    const result = this.#install(first);
    if (result.exitCode === 0)
      this.committed.push(parts.map((part) => createHash('sha256').update(part).digest('hex')));
    return result;
  }
}
