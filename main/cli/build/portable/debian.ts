import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

import { filesBelow, TIME } from './pack.ts';

/** What Debian calls the processors of the targets. */
export const DEBIAN_NAMES: Readonly<Record<string, string>> = {
  'linux-x64': 'amd64',
  'linux-arm64': 'arm64',
};

/** The Debian package cannot be built; the message says what to do. */
export class DebianError extends Error {
  override readonly name = 'DebianError';
}

/** The copy to package, and where the package is written. */
export type DebianInput = {
  readonly copy: string;
  readonly version: string;
  readonly architecture: string;
  readonly out: string;
  /** How the package is compressed: `none` for one that is thrown away soon. */
  readonly compression: 'xz' | 'none';
};

/** Files of a copy that a package has elsewhere or in another form. */
const NOT_PACKAGED = ['muster.desktop', 'muster.png', 'README.txt'];

/** Builds the Debian package of a copy for Linux with dpkg-deb. Returns its file. @throws {DebianError} */
export function buildDebian(root: string, input: DebianInput): string {
  const { copy, version, architecture, out, compression } = input;
  const tree = join(out, `debian-${architecture}`);
  rmSync(tree, { recursive: true, force: true });
  const library = join(tree, 'usr', 'lib', 'muster');
  cpSync(copy, library, {
    recursive: true,
    filter: (path) => !NOT_PACKAGED.includes(relative(copy, path)),
  });
  // dpkg owns these files: the program does not update itself.
  writeFileSync(join(library, 'app', 'debian-package'), '');
  mkdirSync(join(tree, 'usr', 'bin'), { recursive: true });
  symlinkSync('../lib/muster/muster', join(tree, 'usr', 'bin', 'muster'));
  writeShared(root, tree);
  writeControl(root, tree, { version, architecture });
  setModes(tree);
  const file = join(out, `muster_${version}_${architecture}.deb`);
  pack(tree, file, compression);
  rmSync(tree, { recursive: true });
  return file;
}

function writeShared(root: string, tree: string): void {
  const packaging = join(root, 'packaging', 'debian');
  const put = (path: string, content: string | Buffer): void => {
    const file = join(tree, 'usr', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  const own = (name: string): Buffer => readFileSync(join(packaging, name));
  put('share/applications/muster.desktop', own('muster.desktop'));
  put('share/man/man1/muster.1.gz', zipped(own('muster.1')));
  put('lib/systemd/user/muster.service', own('muster.service'));
  put('lib/udev/rules.d/70-muster-headsets.rules', own('70-muster-headsets.rules'));
  put(
    'share/doc/muster/copyright',
    `${own('copyright').toString()}${readFileSync(join(root, 'LICENSE'), 'utf8')}`,
  );
  put('share/doc/muster/changelog.gz', zipped(readFileSync(join(root, 'CHANGELOG.md'))));
  const icons = join(root, 'dist', 'icons', 'png');
  for (const name of readdirSync(icons))
    put(`share/icons/hicolor/${name.replace('.png', '')}/apps/muster.png`, readFileSync(join(icons, name)));
}

/** Compresses without a time in the header. */
function zipped(content: Buffer): Buffer {
  return gzipSync(content, { level: 9 });
}

function writeControl(
  root: string,
  tree: string,
  input: Pick<DebianInput, 'version' | 'architecture'>,
): void {
  const files = filesBelow(tree);
  const sizeKiB = Math.ceil(files.reduce((sum, file) => sum + statSync(file).size, 0) / 1_024);
  const control = join(tree, 'DEBIAN');
  mkdirSync(control);
  const fields = [
    ['Package', 'muster'],
    ['Version', input.version],
    ['Architecture', input.architecture],
    ['Maintainer', 'Muster <muster@localhost>'],
    ['Installed-Size', String(sizeKiB)],
    ['Section', 'education'],
    ['Priority', 'optional'],
    ['Depends', 'libc6 (>= 2.28), libstdc++6 (>= 8)'],
    ['Recommends', 'chromium | google-chrome-stable | microsoft-edge-stable | chromium-browser'],
    ['Suggests', 'adb'],
    ['Description', 'enrols, configures and runs carts of XR headsets'],
  ];
  const text = ' A station for the computer beside the cart: it works with or without internet.';
  writeFileSync(join(control, 'control'), `${fields.map((field) => field.join(': ')).join('\n')}\n${text}\n`);
  const sums = files.map((file) => {
    const sum = createHash('md5').update(readFileSync(file)).digest('hex');
    return `${sum}  ${relative(tree, file)}\n`;
  });
  writeFileSync(join(control, 'md5sums'), sums.join(''));
  for (const name of ['postinst', 'postrm'])
    cpSync(join(root, 'packaging', 'debian', name), join(control, name));
}

/** Sets the same permissions whatever the umask of the build; those of the copy's files are right already. */
function setModes(tree: string): void {
  chmodSync(tree, 0o755);
  for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isScript = /^(postinst|postrm|muster|node)$/.test(entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, isScript ? 0o755 : 0o644);
  }
}

/** Runs dpkg-deb so that two builds give the same bytes: fixed times and owners, one thread. */
function pack(tree: string, file: string, compression: DebianInput['compression']): void {
  const words = ['--root-owner-group', `-Z${compression}`, '-z2', '--build', tree, file];
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(TIME / 1_000), DPKG_DEB_THREADS_MAX: '1' };
  const { error, status, stderr } = spawnSync('dpkg-deb', words, { encoding: 'utf8', env });
  if (error !== undefined)
    throw new DebianError(
      'dpkg-deb is needed to build a Debian package. Install it ("sudo apt-get install dpkg"), or leave out --deb.',
    );
  if (status !== 0) throw new DebianError(`dpkg-deb failed: ${stderr.trim()}`);
}
