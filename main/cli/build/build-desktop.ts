import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { buildIcons } from './build-icons.ts';
import { readReleaseKey, releaseKeyFile } from './release-key.ts';

/** Entry points of each process and thread; everything else is found through their imports. */
const ENTRIES = ['main/index.ts', 'main/cli/desktop-service.ts', 'main/**/*-worker.ts'];

/**
 * Writes dist/app, or `target`: the repository as JavaScript, for Electron, whose Node does not read TypeScript.
 * Relative paths stay as in the sources. The interface must have been built. `releaseKey`: the file with the key
 * whose releases the copy trusts. @throws if a step fails.
 */
export async function buildDesktop(
  root: string,
  target = join(root, 'dist', 'app'),
  releaseKey = releaseKeyFile(root),
): Promise<void> {
  await rm(target, { recursive: true, force: true });
  compile(root, target);
  await bundlePreload(root, join(target, 'preload'));
  await Promise.all([buildIcons(root), buildIcons(root, join(target, 'icons'))]);
  await cp(join(root, 'dist', 'renderer'), join(target, 'dist', 'renderer'), { recursive: true });
  await writeManifest(root, target);
  const key = readReleaseKey(releaseKey);
  if (key !== undefined) {
    // Rewritten, so that nothing but the key ends up in the copy.
    await writeFile(join(target, 'release-key.pem'), key.export({ type: 'spki', format: 'pem' }));
  }
}

/** Removes the types and changes `.ts` endings to `.js`. `npm run types` checks them. */
function compile(root: string, target: string): void {
  const args =
    '--ignoreConfig --noCheck --skipLibCheck --verbatimModuleSyntax --rewriteRelativeImportExtensions ' +
    '--module nodenext --target es2024 --types node';
  const entries = globSync(ENTRIES, { cwd: root });
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const run = spawnSync(
    process.execPath,
    [compiler, ...args.split(' '), '--rootDir', root, '--outDir', target, ...entries],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
    },
  );
  if (run.status !== 0) throw new Error(`tsc ended with ${String(run.status ?? run.error)}`);
}

/** Writes one CommonJS file: a sandboxed preload can load nothing but Electron itself. */
export async function bundlePreload(root: string, outDir: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      target: 'es2024',
      lib: { entry: join(root, 'preload', 'index.ts'), formats: ['cjs'], fileName: () => 'index.cjs' },
      rolldownOptions: { external: ['electron'] },
    },
  });
}

/** The manifest that Electron reads; the packages it names are found in the project's own node_modules. */
async function writeManifest(root: string, target: string): Promise<void> {
  const parsed: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const manifest = z.object({ name: z.string(), version: z.string(), description: z.string() }).parse(parsed);
  const written = { ...manifest, productName: 'Muster', type: 'module', main: 'main/index.js' };
  await writeFile(join(target, 'package.json'), `${JSON.stringify(written, null, 2)}\n`);
}
