import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';

import { buildDesktop } from './build-desktop.ts';
import { buildService } from './build-service.ts';
import { compressFiles } from './compress.ts';
import { writeLicences } from './licences.ts';

/** The folder that holds package.json. */
export const projectFolder = resolve(import.meta.dirname, '..', '..');

/** What an interface build is made from. Fonts and libraries come from packages, which the lock file pins. */
const SOURCE_FOLDERS = ['renderer', 'shared'];
const SOURCE_FILES = ['package-lock.json', 'main/cli/compress.ts'];

/** A digest of every file the interface is built from: equal digests, equal interface. */
export async function interfaceDigest(root: string): Promise<string> {
  const hash = createHash('sha256');
  const inFolders = await Promise.all(SOURCE_FOLDERS.map((folder) => filesBelow(root, folder)));
  for (const file of [...inFolders.flat(), ...SOURCE_FILES]) {
    const content = await readFile(join(root, file));
    hash.update(`${file}\0${String(content.length)}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Every file below a folder, relative to `root`, in an order that does not change. */
async function filesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted();
}

/**
 * Builds the interface into dist/renderer unless what is there was built from these very sources.
 * Nothing goes to standard output, which belongs to the ready line.
 * @throws where the interface does not build; an earlier build then stays in place.
 */
export async function buildInterface(root: string): Promise<'built' | 'unchanged'> {
  const target = join(root, 'dist', 'renderer');
  const stamp = join(root, 'dist', 'renderer.digest');
  const digest = await interfaceDigest(root);
  const isThere = existsSync(join(target, 'index.html'));
  if (isThere && existsSync(stamp) && (await readFile(stamp, 'utf8')) === digest) return 'unchanged';

  process.stderr.write('Building the interface (only after a change)…\n');
  const fresh = join(root, 'dist', `renderer-${String(process.pid)}`);
  await mkdir(join(root, 'dist'), { recursive: true });
  try {
    await bundle(root, fresh);
    await writeLicences(root, join(fresh, 'assets', 'licences.json'));
    await compressFiles(join(fresh, 'assets'));
    await rm(target, { recursive: true, force: true });
    await moveUnlessThere(fresh, target);
    await writeFile(stamp, digest);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return 'built';
}

/** Bundles for production whatever the caller runs as: under a test runner React would come in its slow, large form. */
async function bundle(root: string, outDir: string): Promise<void> {
  const callersMode = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    const { build } = await import('vite');
    await build({
      root: join(root, 'renderer'),
      configFile: join(root, 'renderer', 'vite.config.ts'),
      logLevel: 'warn',
      // The page comes from the same computer: one large file costs it nothing.
      build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 4_096 },
    });
  } finally {
    if (callersMode === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = callersMode;
  }
}

/** Two builds of the same sources may finish together: whichever is first stays, for they are equal. */
async function moveUnlessThere(from: string, to: string): Promise<void> {
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
