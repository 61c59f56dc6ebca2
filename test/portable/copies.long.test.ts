// Real copies for every system: built twice, looked at file by file, and the one for this computer started without Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { filesBelow } from '../../main/cli/build/portable/pack.ts';
import { TARGET_NAMES, type TargetName } from '../../main/cli/build/portable/targets.ts';
import { version } from '../../main/cli/product.ts';
import { contract } from '../../shared/contract/index.ts';
import { aSharedBrowser } from '../browser/support.ts';
import { readyLineSchema } from '../cli/a-command.ts';
import { aFolder } from '../support/temp-folder.ts';
import { rootObstacle, SmallRoot } from './small-root.ts';

const folder = aFolder();
afterAll(() => folder[Symbol.dispose]());
const browser = aSharedBrowser();
const MAX_BYTES = 70 * 1_048_576;

/** Why nothing can be built here: npm cannot deliver the packages with Node. */
let obstacle: string | undefined;

async function build(out: string, targets: readonly string[]): Promise<void> {
  const script = join('main', 'cli', 'build', 'portable', 'dist-portable.ts');
  const words = [script, ...targets.flatMap((name) => ['--target', name]), '--out', join(folder.path, out)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'inherit', 'pipe'] });
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (stderr.includes('npm cannot download')) obstacle = stderr.trim();
  else if (child.exitCode !== 0) throw new Error(stderr);
}

const titleOf = (target: TargetName): string => `muster-${version}-${target}`;
const treeOf = (target: TargetName): string => join(folder.path, 'first', titleOf(target));
const archiveOf = (target: TargetName, out = 'first'): string =>
  join(folder.path, out, `${titleOf(target)}.${target.startsWith('linux') ? 'tar.gz' : 'zip'}`);
const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

beforeAll(() => build('first', ['all']));

/** Returns the format and processor of a program or library, from its first bytes. */
function machineOf(file: string): string {
  const head = Buffer.alloc(4_096);
  readSync(openSync(file, 'r'), head, 0, head.length, 0);
  if (head.toString('latin1', 0, 4) === '\x7fELF') return `ELF ${head.readUInt16LE(18).toString(16)}`;
  if (head.readUInt32LE(0) === 0xfeedfacf) return `Mach-O ${head.readUInt32LE(4).toString(16)}`;
  if (head.toString('latin1', 0, 2) === 'MZ')
    return `PE ${head.readUInt16LE(head.readUInt32LE(0x3c) + 4).toString(16)}`;
  return 'none';
}

test.for([
  ['linux-x64', 'node', 'ELF 3e', ['muster', 'muster.desktop', 'muster.png']],
  ['linux-arm64', 'node', 'ELF b7', ['muster', 'muster.desktop', 'muster.png']],
  ['win-x64', 'node.exe', 'PE 8664', ['Muster.cmd', 'muster.ico']],
  ['darwin-arm64', 'node', 'Mach-O 100000c', ['Muster.command', 'muster.icns']],
] as const)(
  'the copy for %s has what it needs, for its processor alone',
  ([target, node, machine, own], { skip }) => {
    if (obstacle !== undefined) skip(obstacle);
    const files = filesBelow(treeOf(target)).map((file) => relative(treeOf(target), file));
    const outside = files.filter((file) => !file.startsWith('app'));
    expect(outside.toSorted()).toEqual([...own, 'LICENCES.txt', 'README.txt', 'sbom.cdx.json'].toSorted());
    const programs = files
      .map((file) => [file, machineOf(join(treeOf(target), file))])
      .filter(([, found]) => found !== 'none');
    expect(programs).toEqual([
      [join('app', node), machine],
      [expect.stringMatching(/better-sqlite3.prebuilds.[\w-]+\.node$/), machine],
    ]);
    for (const name of ['dist/service/portable-command.js', 'dist/renderer/index.html', 'start.cjs'])
      expect(files).toContain(join('app', name));
    expect(files.filter((file) => /\.map$|inputs\.json$|vips-(heif|jxl|resvg)/.test(file))).toEqual([]);
  },
);

test.for(TARGET_NAMES)('the archive for %s is at most 70 MiB', (target, { skip }) => {
  if (obstacle !== undefined) skip(obstacle);
  expect(statSync(archiveOf(target)).size).toBeLessThan(MAX_BYTES);
});

test('two builds give the same bytes, in another folder, time zone and umask', async ({ skip }) => {
  if (obstacle !== undefined) skip(obstacle);
  const before = process.umask(0o077);
  const zone = process.env['TZ'];
  process.env['TZ'] = 'Pacific/Auckland';
  try {
    await build('second', ['linux-x64', 'win-x64']);
  } finally {
    process.umask(before);
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
  for (const target of ['linux-x64', 'win-x64'] as const)
    expect(digest(archiveOf(target, 'second'))).toBe(digest(archiveOf(target)));
});

test('both kinds of archive are read by the usual programs, and the programs inside can be run', ({
  skip,
}) => {
  if (obstacle !== undefined) skip(obstacle);
  const run = (name: string, ...words: string[]) => spawnSync(name, words, { encoding: 'utf8' });
  const listed = run('tar', '-tvzf', archiveOf('linux-x64'));
  expect(listed.stdout).toMatch(/^-rwxr-xr-x 0\/0 .* muster-\S+\/app\/node$/m);
  expect(run('unzip', '-tq', archiveOf('win-x64')).status).toBe(0);
  expect(run('unzip', '-Z', archiveOf('darwin-arm64')).stdout).toMatch(
    /^-rwxr-xr-x .* muster-\S+\/Muster\.command$/m,
  );
});

/** Unpacks the copy for this computer into a small root; returns its folder there. */
function unpackInto(small: SmallRoot, where: string): string {
  mkdirSync(join(small.path, where), { recursive: true });
  const words = ['-xzf', archiveOf('linux-x64'), '-C', join(small.path, where)];
  expect(spawnSync('tar', words).status).toBe(0);
  return join(where, titleOf('linux-x64'));
}

test('on a computer without Node the copy starts for an ordinary user, runs a practice cart in the browser, and stops', async ({
  skip,
}) => {
  const reason = obstacle ?? rootObstacle();
  if (reason !== undefined) skip(reason);
  await using small = new SmallRoot();
  const copy = unpackInto(small, '/opt/a folder é');
  const station = small.start([join('/', copy, 'muster'), 'serve', '--json', '--port', '0']);
  const { url, token } = readyLineSchema.parse(JSON.parse(await station.firstLine()));
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });

  const headers = { authorization: `Bearer ${token}` };
  const opened = await fetch(url + contract.openProgramWindow.path, { method: 'POST', headers });
  const { url: address } = contract.openProgramWindow.reply.parse(await opened.json());
  const { page, faults } = await browser.openUrl(address);
  await page.getByRole('button', { name: 'Try with a practice cart' }).click();
  const ready = async () => {
    const answer = await fetch(`${url}/station/practice`, { headers });
    return contract.getPractice.reply.parse(await answer.json()).isRunning;
  };
  await expect.poll(ready).toBe(true);
  expect(faults).toEqual([]);
  station.stop();
  expect(await station.end()).toBe(0);
});

test('a copy in a folder that cannot be written, as on a read-only share, starts', async ({ skip }) => {
  const reason = obstacle ?? rootObstacle();
  if (reason !== undefined) skip(reason);
  await using small = new SmallRoot();
  const copy = unpackInto(small, '/opt');
  for (const file of filesBelow(join(small.path, copy))) chmodSync(file, statSync(file).mode & 0o555);
  const station = small.start([join('/', copy, 'muster'), 'serve', '--json', '--port', '0']);
  const { url } = readyLineSchema.parse(JSON.parse(await station.firstLine()));
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test('a data folder that this user cannot write is one sentence with what to do', async ({ skip }) => {
  const reason = obstacle ?? rootObstacle();
  if (reason !== undefined) skip(reason);
  await using small = new SmallRoot();
  const copy = unpackInto(small, '/opt');
  const station = small.start([join('/', copy, 'muster'), '--no-open', '--port', '0', '--data', '/opt/data']);
  expect(await station.end()).toBe(1);
  expect(station.stderr).toBe(
    'muster: The data folder /opt/data cannot be written. Give this user the right to write there, or choose another one with --data.\n',
  );
});
