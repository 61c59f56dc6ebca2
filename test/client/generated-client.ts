import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { z } from 'zod';

const root = resolve(import.meta.dirname, '..', '..');

/** Compiles as an integrator would: strict, and without our own rules. */
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2024',
    module: 'nodenext',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
    allowImportingTsExtensions: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
  },
  include: ['*.ts'],
};

/**
 * Types generated from an OpenAPI document by openapi-typescript, beside programs written against them as
 * `./paths.ts`, in a folder inside the project, so that its packages are found. Removes itself when disposed.
 */
export class GeneratedClient implements Disposable {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async from(document: object, programs: Readonly<Record<string, string>>): Promise<GeneratedClient> {
    mkdirSync(join(root, '.build'), { recursive: true });
    const folder = mkdtempSync(join(root, '.build', 'client-'));
    const files = {
      ...programs,
      'paths.ts': await generateTypes(document),
      'tsconfig.json': JSON.stringify(TSCONFIG),
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    return new GeneratedClient(folder);
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Returns the errors of the project's own compiler, one line each: `wrong.ts(3,5): error TS2353: …`. */
  compile(): string[] {
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout, error } = spawnSync(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], {
      cwd: this.#folder,
      encoding: 'utf8',
    });
    if (error !== undefined) throw error;
    return stdout.split('\n').filter((line) => /: error TS\d+/.test(line));
  }

  /** Runs the `run` function of a program with these values and returns its result. */
  async run(program: string, ...input: readonly string[]): Promise<unknown> {
    const module: unknown = await import(pathToFileURL(join(this.#folder, program)).href);
    const { run } = z.object({ run: z.custom<(...values: readonly string[]) => unknown>() }).parse(module);
    return run(...input);
  }
}

/**
 * openapi-typescript writes its output with the JavaScript of TypeScript 5 or 6, which TypeScript 7 no longer has: it is
 * given the copy that @ts-morph/common ships (a second `typescript` would fight over `tsc` with the first).
 */
async function generateTypes(document: object): Promise<string> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === 'typescript' ? '@ts-morph/common/dist/typescript.js' : specifier, context),
  });
  try {
    const { default: generate, astToString } = await import('openapi-typescript');
    return astToString(await generate(JSON.stringify(document)));
  } finally {
    hooks.deregister();
  }
}
