import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { z } from 'zod';

const root = resolve(import.meta.dirname, '..', '..');

/** Parts of the project that the gates need: their configuration, and the code that some violations import. */
const COPIED = [
  '.oxlintrc.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'main/tsconfig.json',
  'preload/tsconfig.json',
  'renderer/tsconfig.json',
  'shared',
  'test/tsconfig.json',
];

/** Files by their path relative to the project's folder. */
export type Seeds = Readonly<Record<string, string>>;

/**
 * A copy of the project's rules with `service`, a part of the service, and seeded files in it. Removes itself when
 * disposed.
 */
export class SeededTree implements Disposable {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-gate-')));

  constructor(seeds: Seeds, service = 'main/service') {
    for (const path of [...COPIED, service])
      cpSync(join(root, path), join(this.#folder, path), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(this.#folder, 'node_modules'), 'dir');
    for (const [path, content] of Object.entries(seeds)) {
      mkdirSync(dirname(join(this.#folder, path)), { recursive: true });
      writeFileSync(join(this.#folder, path), content);
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Rules that oxlint reports, by file: `{ 'shared/a.ts': ['eslint(no-restricted-imports)'] }`. */
  lint(): Map<string, string[]> {
    const { stdout } = this.#run('oxlint/bin/oxlint', ['--format', 'json']);
    const { diagnostics } = lintReportSchema.parse(JSON.parse(stdout));
    return grouped(diagnostics.map(({ filename, code }) => [filename, code]));
  }

  /** Errors that the compiler reports, by file: `{ 'shared/a.ts': ['TS2591'] }`. */
  compile(): Map<string, string[]> {
    const { stdout } = this.#run('typescript/bin/tsc', ['-b', '--pretty', 'false']);
    const lines = stdout.matchAll(/^(?<file>[^\s(]+)\(\d+,\d+\): error (?<code>TS\d+)/gm);
    return grouped([...lines].map(({ groups }) => [groups?.['file'] ?? '', groups?.['code'] ?? '']));
  }

  #run(program: string, words: readonly string[]): { stdout: string } {
    const entry = join(root, 'node_modules', program);
    const run = spawnSync(process.execPath, [entry, ...words], {
      cwd: this.#folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (run.error !== undefined) throw run.error;
    return run;
  }
}

const lintReportSchema = z.object({
  diagnostics: z.array(z.object({ filename: z.string(), code: z.string() })),
});

function grouped(pairs: readonly (readonly [file: string, code: string])[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [file, code] of pairs) found.set(file, [...new Set([...(found.get(file) ?? []), code])]);
  return found;
}
