import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';

import { buildDesktop } from './build-desktop.ts';
import { buildService } from './build-service.ts';
import { compressFiles } from './compress.ts';
import { writeLicences } from './licences.ts';

/** The folder that holds package.json. */
export const projectFolder = resolve(import.meta.dirname, '..', '..', '..');

/** Inputs of the interface build. Fonts and libraries come from packages, which the lock file pins. */
const SOURCE_FOLDERS = ['renderer', 'shared'];
const SOURCE_FILES = ['package-lock.json', 'main/cli/build/compress.ts'];

/** Returns a digest of every input of the interface build. */
export async function interfaceDigest(root: string): Promise<string> {
  const hash = createHash('sha256');
  const inFolders = await Promise.all(SOURCE_FOLDERS.map((folder) => filesBelow(root, folder)));
  for (const file of [...inFolders.flat(), ...SOURCE_FILES]) {
    const content = await readFile(join(root, file));
    hash.update(`${file}\0${String(content.length)}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Returns every file below a folder, relative to `root`, in a stable order. */
async function filesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted();
}

/**
 * Builds the interface into dist/renderer unless the current build was made from these very sources. Writes nothing
 * to standard output, which belongs to the ready line.
 * @throws if the build fails; an earlier build then stays in place.
 */
export async function buildInterface(root: string): Promise<'built' | 'unchanged'> {
  const target = join(root, 'dist', 'renderer');
  const stamp = join(root, 'dist', 'renderer.digest');
  const digest = await interfaceDigest(root);
  const isPresent = existsSync(join(target, 'index.html'));
  if (isPresent && existsSync(stamp) && (await readFile(stamp, 'utf8')) === digest) return 'unchanged';

  process.stderr.write('Building the interface (only after a change)…\n');
  const fresh = join(root, 'dist', `renderer-${String(process.pid)}`);
  await mkdir(join(root, 'dist'), { recursive: true });
  try {
    await bundle(root, fresh);
    await writeLicences(root, join(fresh, 'assets', 'licences.json'));
    await compressFiles(join(fresh, 'assets'));
    await rm(target, { recursive: true, force: true });
    await moveUnlessPresent(fresh, target);
    await writeFile(stamp, digest);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return 'built';
}

/** Bundles for production in any environment: under a test runner React would be in its slow, large form. */
async function bundle(root: string, outDir: string): Promise<void> {
  const callersMode = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    const { build } = await import('vite');
    await build({
      root: join(root, 'renderer'),
      configFile: join(root, 'renderer', 'vite.config.ts'),
      logLevel: 'warn',
      // The page comes from the same computer: one large file costs nothing.
      build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 4_096 },
    });
  } finally {
    if (callersMode === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = callersMode;
  }
}

/**
 * Moves a build into place. Two builds of the same sources may finish together: the first one stays, since they are
 * equal.
 */
async function moveUnlessPresent(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!existsSync(join(to, 'index.html'))) throw error;
  }
}

if (import.meta.main) {
  try {
    await buildInterface(projectFolder);
    await buildService(projectFolder);
    if (process.argv.includes('--desktop')) await buildDesktop(projectFolder);
  } catch (error) {
    process.stderr.write(`The build failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
