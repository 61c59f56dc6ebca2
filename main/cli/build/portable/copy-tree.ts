import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { extract } from 'tar';
import { z } from 'zod';

import { buildIcons } from '../build-icons.ts';
import { licencesOf } from '../licences.ts';
import { readReleaseKey, releaseKeyFile } from '../release-key.ts';
import { billOfMaterials, licenceText } from './bill-of-materials.ts';
import { filesBelow } from './pack.ts';
import type { Target } from './targets.ts';

/** Dependencies that only the desktop app has. */
const DESKTOP_ONLY = ['electron-updater'];

/** What a copy needs of the packages that are not in the bundle of the service. */
const PACKAGE_FILES: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['package.json', 'LICENSE', 'lib'],
  'wasm-vips': [
    'package.json',
    'LICENSE',
    'THIRD-PARTY-NOTICES.md',
    'lib/vips-node.mjs',
    'lib/vips-node.js',
    'lib/vips.wasm',
  ],
};

/** What a copy is built from, besides the sources. */
export type CopyInput = {
  readonly target: Target;
  /** The archive of Node's package, already verified. */
  readonly nodeArchive: string;
  /** The archive with Node's licence, already verified; often the same. */
  readonly licenceArchive: string;
  readonly version: string;
  /** The file with the public key whose updates the copy trusts. */
  readonly releaseKey?: string;
};

/**
 * Writes a portable copy of Muster into `folder`, which is replaced. The interface and the service must have been
 * built. @throws if a file is missing.
 */
export async function writeCopy(root: string, folder: string, input: CopyInput): Promise<void> {
  const { target, version } = input;
  const app = join(folder, 'app');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(app, { recursive: true });
  const nodeLicence = await extractNode(input, app);
  copyPackages(root, app, target.prebuilt);
  copyBuild(root, app);
  await copyIcons(root, folder, target);
  for (const name of target.start) copyStartFile(join(root, 'packaging', 'portable', name), folder);
  cpSync(join(root, 'main', 'cli', 'portable', 'start.cjs'), join(app, 'start.cjs'));
  copyText(join(root, 'packaging', 'portable', 'README.txt'), folder, target);
  writeManifest(root, app, version);
  writeReleaseKey(input.releaseKey ?? releaseKeyFile(root), app);
  const packages = await licencesOf(root, DESKTOP_ONLY);
  const contents = { version, licence: 'MIT', packages, node: target.node };
  const own = readFileSync(join(root, 'LICENSE'), 'utf8');
  writeFileSync(join(folder, 'LICENCES.txt'), licenceText(contents, own, nodeLicence));
  writeFileSync(join(folder, 'sbom.cdx.json'), billOfMaterials(contents));
  setModes(folder, [...target.start, target.node.program]);
}

/** Extracts the program of Node and returns its licence. */
async function extractNode({ target, nodeArchive, licenceArchive }: CopyInput, app: string): Promise<string> {
  const { program } = target.node;
  await extractFile(nodeArchive, `bin/${program}`, app);
  await extractFile(licenceArchive, 'LICENSE', app);
  const licence = readFileSync(join(app, 'LICENSE'), 'utf8');
  rmSync(join(app, 'LICENSE'));
  return licence;
}

/** Extracts one file of an npm package into a folder, without the folders above it. */
async function extractFile(archive: string, path: string, folder: string): Promise<void> {
  const strip = path.split('/').length;
  await extract({ file: archive, cwd: folder, strip, filter: (each) => each === `package/${path}` });
}

function copyPackages(root: string, app: string, prebuilt: string): void {
  for (const [name, paths] of Object.entries(PACKAGE_FILES)) {
    for (const path of paths)
      cpSync(join(root, 'node_modules', name, path), join(app, 'node_modules', name, path), {
        recursive: true,
      });
  }
  const binary = join('better-sqlite3', 'prebuilds', `${prebuilt}.node`);
  cpSync(join(root, 'node_modules', binary), join(app, 'node_modules', binary));
}

/** Copies what `npm run build` made, without the list of the sources, whose times differ between two builds. */
function copyBuild(root: string, app: string): void {
  for (const name of ['service', 'renderer'])
    cpSync(join(root, 'dist', name), join(app, 'dist', name), { recursive: true });
  rmSync(join(app, 'dist', 'service', 'inputs.json'));
}

async function copyIcons(root: string, folder: string, { prebuilt }: Target): Promise<void> {
  const icons = join(root, 'dist', 'icons');
  await buildIcons(root);
  if (prebuilt.startsWith('win32')) cpSync(join(icons, 'icon.ico'), join(folder, 'muster.ico'));
  else if (prebuilt.startsWith('darwin')) cpSync(join(icons, 'icon.icns'), join(folder, 'muster.icns'));
  else cpSync(join(icons, 'png', '256x256.png'), join(folder, 'muster.png'));
}

/** Copies a file that a person starts, with the line endings of its system. */
function copyStartFile(file: string, folder: string): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(join(folder, basename(file)), file.endsWith('.cmd') ? withCrLf(text) : text);
}

function copyText(file: string, folder: string, { archive, prebuilt }: Target): void {
  const text = readFileSync(file, 'utf8');
  const isWindows = archive === 'zip' && prebuilt.startsWith('win32');
  writeFileSync(join(folder, basename(file)), isWindows ? withCrLf(text) : text);
}

function withCrLf(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n');
}

function writeManifest(root: string, app: string, version: string): void {
  const parsed: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { name, description, license } = z
    .object({ name: z.string(), description: z.string(), license: z.string() })
    .parse(parsed);
  const manifest = { name, version, description, license, type: 'module' };
  writeFileSync(join(app, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function writeReleaseKey(file: string, app: string): void {
  if (!existsSync(file)) return;
  const key = readReleaseKey(file);
  // Rewritten, so that nothing but the key ends up in the copy.
  if (key !== undefined)
    writeFileSync(join(app, 'release-key.pem'), key.export({ type: 'spki', format: 'pem' }));
}

/** Sets the same permissions whatever the umask of the build: programs can be run, everything can be read. */
function setModes(folder: string, programs: readonly string[]): void {
  for (const file of filesBelow(folder)) chmodSync(file, programs.includes(basename(file)) ? 0o755 : 0o644);
}
