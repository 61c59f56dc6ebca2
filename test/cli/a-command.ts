import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

import { z } from 'zod';

const root = resolve(import.meta.dirname, '..', '..');

/** Maximum time for a command's answer or exit; reached only by a command that hangs. */
const PATIENCE_MS = 120_000;

/** The complete ready line of `--json`: another field, or another line, is a fault. */
export const readyLineSchema = z.strictObject({
  event: z.literal('ready'),
  url: z.url(),
  enterpriseId: z.string().min(1),
  token: z.jwt(),
  pid: z.int(),
});

/** Output of a command and its exit; `code` is null if it had to be killed. */
export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** A command of Muster, run as its own process. Killed when disposed. */
export class Command implements AsyncDisposable {
  readonly process: ChildProcess;
  readonly #exit: Promise<unknown>;
  stdout = '';
  stderr = '';

  constructor(script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.process = spawn(process.execPath, [script, ...args], {
      cwd: root,
      // Environment variables of the surrounding shell must not affect a test.
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', ...env },
      stdio: 'pipe',
    });
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.#exit = once(this.process, 'close');
  }

  /** Waits until standard output matches; fails if the command ends before that. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    const deadline = AbortSignal.timeout(PATIENCE_MS);
    for (;;) {
      const found = pattern.exec(this.stdout);
      if (found !== null) return found;
      const next =
        this.process.stdout === null ? [] : [once(this.process.stdout, 'data', { signal: deadline })];
      await Promise.race([this.#exit, ...next]);
      if (this.process.exitCode !== null && pattern.exec(this.stdout) === null) {
        throw new Error(`Ended with ${String(this.process.exitCode)}: ${this.stdout}${this.stderr}`);
      }
    }
  }

  /** The parsed ready line. */
  async ready(): Promise<z.infer<typeof readyLineSchema>> {
    const [line] = await this.says(/^.*\n/);
    return readyLineSchema.parse(JSON.parse(line));
  }

  /** Types `text` and a key that ends the line. */
  type(text: string): void {
    this.process.stdin?.write(`${text}\n`);
  }

  /** Waits for the exit. */
  async end(): Promise<Ended> {
    const deadline = setTimeout(() => this.process.kill('SIGKILL'), PATIENCE_MS);
    await this.#exit;
    clearTimeout(deadline);
    return { code: this.process.exitCode, stdout: this.stdout, stderr: this.stderr };
  }

  /** Sends a signal and waits for the exit. How long it takes is measured by the benchmark "stop". */
  async endBy(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<Ended> {
    this.process.kill(signal);
    return this.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.process.kill('SIGKILL');
    await this.#exit;
  }
}

/** `npm run serve -- …words`, without npm. */
export function serve(args: readonly string[], env: Readonly<Record<string, string>> = {}): Command {
  return new Command('main/cli/serve.cjs', args, env);
}

/** `npm start -- …words`, without npm. */
export function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Command {
  return new Command('main/cli/start.ts', args, env);
}
