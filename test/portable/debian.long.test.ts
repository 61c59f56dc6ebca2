// The Debian packages: installed, started by an ordinary user, upgraded, removed and purged in a root folder of their own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildInterface } from '../../main/cli/build/build.ts';
import { buildService } from '../../main/cli/build/build-service.ts';
import { writeCopy } from '../../main/cli/build/portable/copy-tree.ts';
import { buildDebian } from '../../main/cli/build/portable/debian.ts';
import { fetchPackage, PackageError } from '../../main/cli/build/portable/fetch-package.ts';
import { readTargets } from '../../main/cli/build/portable/targets.ts';
import { contract } from '../../shared/contract/index.ts';
import { readyLineSchema } from '../cli/a-command.ts';
import { aFolder } from '../support/temp-folder.ts';
import { rootObstacle, SmallRoot } from './small-root.ts';

const root = resolve(import.meta.dirname, '..', '..');
const folder = aFolder();
afterAll(() => folder[Symbol.dispose]());

const VERSION = { before: '1.0.0', after: '1.1.0' };
let obstacle: string | undefined;

/** Builds the package of one version, without compression: the release is the test of that. Returns its file. */
async function build(target: 'linux-x64' | 'linux-arm64', version: string): Promise<string> {
  const copy = join(folder.path, `copy-${target}`);
  if (existsSync(copy)) {
    // Two versions differ in their manifest alone.
    const manifest = join(copy, 'app', 'package.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(VERSION.before, version));
  } else {
    const pinned = readTargets(root)[target];
    const nodeArchive = fetchPackage(pinned.node, join(root, 'dist', 'packages'));
    await writeCopy(root, copy, { target: pinned, nodeArchive, licenceArchive: nodeArchive, version });
  }
  const architecture = target === 'linux-x64' ? 'amd64' : 'arm64';
  return buildDebian(root, { copy, version, architecture, out: folder.path, compression: 'none' });
}

const debs = { before: '', after: '', arm64: '' };
beforeAll(async () => {
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) {
    obstacle = 'Debian packages are built with dpkg-deb.';
    return;
  }
  try {
    await buildInterface(root);
    await buildService(root);
    debs.before = await build('linux-x64', VERSION.before);
    debs.after = await build('linux-x64', VERSION.after);
    debs.arm64 = await build('linux-arm64', VERSION.after);
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    obstacle = error.message;
  }
});

const output = (name: string, ...words: string[]): string =>
  spawnSync(name, words, { encoding: 'utf8', maxBuffer: 16_777_216 }).stdout;

test.for(['after', 'arm64'] as const)(
  'the package (%s) has the program on the path, a man page, an entry with icons, the user service and the udev rules',
  (which, { skip }) => {
    if (obstacle !== undefined) skip(obstacle);
    const listed = output('dpkg-deb', '--contents', debs[which]);
    for (const line of [
      /^lrwxrwxrwx root\/root .* \.\/usr\/bin\/muster -> \.\.\/lib\/muster\/muster$/m,
      /^-rwxr-xr-x root\/root .* \.\/usr\/lib\/muster\/app\/node$/m,
      /^-rw-r--r-- root\/root .* \.\/usr\/share\/man\/man1\/muster\.1\.gz$/m,
      /\.\/usr\/share\/applications\/muster\.desktop$/m,
      /\.\/usr\/share\/icons\/hicolor\/128x128\/apps\/muster\.png$/m,
      /\.\/usr\/lib\/systemd\/user\/muster\.service$/m,
      /\.\/usr\/lib\/udev\/rules\.d\/70-muster-headsets\.rules$/m,
      /\.\/usr\/share\/doc\/muster\/copyright$/m,
    ])
      expect(listed).toMatch(line);
    const architecture = which === 'arm64' ? 'arm64' : 'amd64';
    expect(output('dpkg-deb', '--field', debs[which], 'Architecture').trim()).toBe(architecture);
  },
);

/** Runs dpkg on a small root. Its libraries are there, but no package lists them. */
function dpkg(
  small: SmallRoot,
  ...words: string[]
): { status: number | null; stdout: string; stderr: string } {
  const state = join(small.path, 'var', 'lib', 'dpkg');
  if (!existsSync(state)) {
    for (const name of ['info', 'updates', 'triggers']) mkdirSync(join(state, name), { recursive: true });
    writeFileSync(join(state, 'status'), '');
  }
  const flags = [`--root=${small.path}`, '--force-depends', '--force-not-root', '--force-bad-path'];
  const { status, stdout, stderr } = spawnSync('dpkg', [...flags, ...words], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** Starts the installed station as the user, does some work with it, and quits. */
async function withStation<Result>(
  small: SmallRoot,
  work: (url: string, headers: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const words = ['/usr/bin/muster', 'serve', '--json', '--port', '0'];
  const station = small.start(words);
  const { url, token } = readyLineSchema.parse(JSON.parse(await station.firstLine()));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const result = await work(url, headers);
  station.stop();
  expect(await station.end()).toBe(0);
  return result;
}

async function labels(url: string, headers: Record<string, string>): Promise<string[]> {
  const answer = await fetch(`${url}/devices`, { headers });
  return contract.listDevices.reply.parse(await answer.json()).items.map(({ label }) => label ?? '');
}

test('installed, started by an ordinary user, upgraded with the data kept, removed, and purged with the data kept', async ({
  skip,
}) => {
  const reason = obstacle ?? rootObstacle();
  if (reason !== undefined) skip(reason);
  await using small = new SmallRoot();
  expect(dpkg(small, '--install', debs.before)).toMatchObject({ status: 0 });
  await withStation(small, async (url, headers) => {
    const body = JSON.stringify({ count: 2, labelPrefix: 'A-' });
    expect((await fetch(`${url}/station/slots`, { method: 'POST', headers, body })).status).toBe(200);
  });

  expect(dpkg(small, '--install', debs.after)).toMatchObject({ status: 0 });
  const state = await withStation(small, async (url, headers) => {
    const program: unknown = await (await fetch(`${url}/station/program`, { headers })).json();
    return { program: contract.getProgram.reply.parse(program), labels: await labels(url, headers) };
  });
  expect(state).toMatchObject({ program: { version: VERSION.after }, labels: ['A-01', 'A-02'] });

  const data = join(small.path, 'srv', 'ada', '.local', 'share', 'muster', 'muster.db');
  expect(dpkg(small, '--remove', 'muster')).toMatchObject({ status: 0 });
  expect(existsSync(join(small.path, 'usr', 'lib', 'muster'))).toBe(false);
  const purged = dpkg(small, '--purge', 'muster');
  expect(purged.status).toBe(0);
  expect(purged.stdout).toContain('the data of each user stays');
  expect(existsSync(data)).toBe(true);
  expect(readFileSync(join(small.path, 'var', 'lib', 'dpkg', 'status'), 'utf8')).not.toContain('muster');
});

test('a package that is truncated is refused by dpkg, and the version before stays', async ({ skip }) => {
  const reason = obstacle ?? rootObstacle();
  if (reason !== undefined) skip(reason);
  await using small = new SmallRoot();
  dpkg(small, '--install', debs.before);
  const truncated = join(folder.path, 'truncated.deb');
  writeFileSync(truncated, readFileSync(debs.after).subarray(0, 1_000_000));
  expect(dpkg(small, '--install', truncated).status).not.toBe(0);
  const version = await withStation(small, async (url, headers) => {
    const program: unknown = await (await fetch(`${url}/station/program`, { headers })).json();
    return contract.getProgram.reply.parse(program).version;
  });
  expect(version).toBe(VERSION.before);
});
