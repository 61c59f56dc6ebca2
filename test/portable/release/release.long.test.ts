// A release from a tag, dry, and what it leaves: looked at file by file, built twice, and the copy for this computer used,
// updated and returned to the version before where nothing else is installed.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { filesBelow, pack } from '../../../main/cli/build/portable/pack.ts';
import { TARGET_NAMES } from '../../../main/cli/build/portable/targets.ts';
import { writeLists } from '../../../main/cli/build/release/lists.ts';
import { version } from '../../../main/cli/product.ts';
import { contract } from '../../../shared/contract/index.ts';
import { expect as expectOnPage } from '../../browser/patient.ts';
import { aSharedBrowser } from '../../browser/support.ts';
import { readyLineSchema } from '../../cli/a-command.ts';
import { aFolder } from '../../support/temp-folder.ts';
import { rootObstacle, SmallRoot } from '../small-root.ts';
import { ask, runFileOf, signFolder } from '../update/light-copy.ts';
import { failureOf, linesOfJob, TaggedRelease } from './tagged-release.ts';

const folder = aFolder();
afterAll(() => folder[Symbol.dispose]());
const browser = aSharedBrowser();
const release = new TaggedRelease(folder.path);
const MAX_BYTES = 70 * 1_048_576;
const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Why nothing can be built here. */
let obstacle: string | undefined;
// It builds a copy for every system and two Debian packages: ten minutes are not enough on a busy computer.
beforeAll(async () => {
  obstacle = await release.build();
}, 1_800_000);

test('the steps of the release leave signed lists, digests, notes and a bill of materials', ({ skip }) => {
  if (obstacle !== undefined) skip(obstacle);
  expect(linesOfJob()).toHaveLength(5);
  const { out } = release;
  const names = readdirSync(out);
  for (const target of TARGET_NAMES) {
    expect(names).toEqual(
      expect.arrayContaining([`muster-${version}-${target}.cdx.json`, `latest-portable-${target}.yml.sig`]),
    );
    expect(existsSync(join(release.tree(target), 'app', 'release-key.pem'))).toBe(true);
  }
  expect(names).toEqual(
    expect.arrayContaining([`muster_${version}_amd64.deb`, `muster_${version}_arm64.deb`]),
  );
  expect(readFileSync(join(out, 'NOTES.md'), 'utf8')).toContain('The first station');
  expect(execFileSync('sha512sum', ['--check', '--quiet', 'SHA512SUMS'], { cwd: out }).toString()).toBe('');
});

test('a tag that does not name the version of package.json releases nothing', async () => {
  const [check = ''] = linesOfJob();
  const env = { ...process.env, GITHUB_REF_NAME: 'v99.0.0' };
  const sources = resolve(import.meta.dirname, '..', '..', '..');
  expect(await failureOf(check, sources, env)).toContain(`it must be v${version}`);
});

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
    const files = filesBelow(release.tree(target)).map((file) => relative(release.tree(target), file));
    const outside = files.filter((file) => !file.startsWith('app'));
    expect(outside.toSorted()).toEqual([...own, 'LICENCES.txt', 'README.txt', 'sbom.cdx.json'].toSorted());
    const programs = files
      .map((file) => [file, machineOf(join(release.tree(target), file))])
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
  expect(statSync(release.archive(target)).size).toBeLessThan(MAX_BYTES);
});

test('two builds give the same bytes, in another folder, time zone and umask', async ({ skip }) => {
  if (obstacle !== undefined) skip(obstacle);
  const out = join(folder.path, 'second');
  const line = `umask 077; npm run dist:portable -- --target linux-x64 --target win-x64 --out ${out}`;
  expect(await release.run(line, { TZ: 'Pacific/Auckland' })).toBe('');
  for (const target of ['linux-x64', 'win-x64'] as const)
    expect(digest(release.archive(target, out))).toBe(digest(release.archive(target)));
});

test('both kinds of archive are read by the usual programs, and the programs inside can be run', ({
  skip,
}) => {
  if (obstacle !== undefined) skip(obstacle);
  const run = (name: string, ...words: string[]) => spawnSync(name, words, { encoding: 'utf8' });
  const listed = run('tar', '-tvzf', release.archive('linux-x64'));
  expect(listed.stdout).toMatch(/^-rwxr-xr-x 0\/0 .* muster-\S+\/app\/node$/m);
  expect(run('unzip', '-tq', release.archive('win-x64')).status).toBe(0);
  expect(run('unzip', '-Z', release.archive('darwin-arm64')).stdout).toMatch(
    /^-rwxr-xr-x .* muster-\S+\/Muster\.command$/m,
  );
});

/** Unpacks the copy for this computer into a small root, for its user; returns its folder there. */
function unpackInto(small: SmallRoot, where: string): string {
  mkdirSync(join(small.path, where), { recursive: true });
  const words = ['-xzf', release.archive('linux-x64'), '-C', join(small.path, where)];
  expect(spawnSync('tar', words).status).toBe(0);
  return join(where, `muster-${version}-linux-x64`);
}

/** Writes a signed release of another version, as on a USB stick. `start`: what it starts instead of the station. */
async function writeRelease(stick: string, newer: string, start?: string): Promise<void> {
  const name = `muster-${newer}-linux-x64`;
  const tree = join(folder.path, name);
  cpSync(release.tree('linux-x64'), tree, { recursive: true });
  writeFileSync(
    join(tree, 'app', 'package.json'),
    JSON.stringify({ name: 'muster', version: newer, type: 'module' }),
  );
  if (start !== undefined) writeFileSync(join(tree, 'app', 'start.cjs'), start);
  mkdirSync(stick, { recursive: true });
  await pack(tree, join(stick, `${name}.tar.gz`), 'tar.gz');
  rmSync(tree, { recursive: true });
  writeLists(stick, newer);
  signFolder(stick, release.key);
}

const HANGS = 'setInterval(() => undefined, 1_000);';

test('without Node and as an ordinary user: started, used in the browser, updated there, returned to the version before, stopped', async ({
  skip,
}) => {
  const reason = obstacle ?? rootObstacle();
  if (reason !== undefined) skip(reason);
  await using small = new SmallRoot();
  const copy = '/srv/ada/muster é 1';
  renameSync(join(small.path, unpackInto(small, '/srv/ada')), join(small.path, copy));
  await writeRelease(join(small.path, 'media', 'stick'), '99.1.0');
  await writeRelease(join(small.path, 'media', 'stick 2'), '99.2.0', HANGS);
  execFileSync('chown', ['-R', '1000:1000', join(small.path, 'srv', 'ada')]);

  const started = small.start([join(copy, 'muster'), '--no-open', '--port', '0', '--data', '/srv/ada/data']);
  await expect.poll(() => started.stdout + started.stderr).toContain('Muster is on');
  const station = runFileOf(join(small.path, 'srv', 'ada', 'data'));
  const opened = await ask(station, 'POST', contract.openProgramWindow.path);
  const { page } = await browser.openUrl(contract.openProgramWindow.reply.parse(opened.body).url);
  await page.getByRole('button', { name: 'Try with a practice cart' }).click();
  const isRunning = async () =>
    contract.getPractice.reply.parse((await ask(station, 'GET', '/station/practice')).body).isRunning;
  await expect.poll(isRunning).toBe(true);
  await page.goto(`${station.url}/station/computer`);

  const runningVersion = async () => {
    const answer = await ask(station, 'GET', '/station/program').catch(() => undefined);
    return answer === undefined ? undefined : contract.getProgram.reply.parse(answer.body).version;
  };
  const install = async (source: string, newer: string) => {
    await page.getByRole('textbox', { name: 'Update source' }).fill(source);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const toggle = page.getByRole('switch', { name: 'Check for updates' });
    if (!(await toggle.isChecked())) await toggle.click();
    await page.getByRole('button', { name: `Restart with ${newer}` }).click({ timeout: 120_000 });
  };
  expect(await runningVersion()).toBe(version);
  await install('/media/stick', '99.1.0');
  await expect.poll(runningVersion).toBe('99.1.0');
  await page.reload();
  await install('/media/stick 2', '99.2.0');
  await expectOnPage(page.getByText('99.2.0 did not start, so this version runs again')).toBeVisible();
  expect(await runningVersion()).toBe('99.1.0');
  const devices = await ask(station, 'GET', '/devices');
  expect(contract.listDevices.reply.parse(devices.body).items.length).toBeGreaterThan(0);
  started.stop();
  expect(await started.end()).toBe(0);
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
