// Portable copies with real processes: a station that restarts in a new version, and one that returns to the version before.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { contract } from '../../../shared/contract/index.ts';
import { aFolder } from '../../support/temp-folder.ts';
import {
  ask,
  copyObstacle,
  MIGRATES_AND_ENDS,
  runCopy,
  runFileOf,
  StartedCopy,
  versionOf,
  versionsIn,
  writeLightCopy,
  writeRelease,
} from './light-copy.ts';

type Station = { readonly url: string; readonly token: string };

const programOf = async (station: Station) =>
  contract.getProgram.reply.parse((await ask(station, 'GET', '/station/program')).body);
const updatesOf = async (station: Station) =>
  contract.getUpdates.reply.parse((await ask(station, 'GET', '/station/program/updates')).body);
const labelsOf = async (station: Station) => {
  const { body } = await ask(station, 'GET', '/devices');
  return contract.listDevices.reply.parse(body).items.map(({ label }) => label);
};
const addSlots = (station: Station, labelPrefix: string) =>
  ask(station, 'POST', '/station/slots', { count: 1, labelPrefix });

/** Has a station download what a folder offers. */
async function getReady(station: Station, feed: string): Promise<void> {
  await ask(station, 'PUT', '/station/program/updates', { isOn: true, feed });
  await expect.poll(async () => (await updatesOf(station)).state).toBe('ready');
}

/** Writes a copy of 1.0.0 in a folder with a space and é; returns its folder and its data folder. */
function aCopy(parent: string): { copy: string; data: string } {
  const copy = join(parent, 'muster é 1');
  writeLightCopy(copy, '1.0.0');
  return { copy, data: join(parent, 'é data') };
}

test('a station restarts in the new version, with its data, and open pages find it at the same URL', async ({
  skip,
}) => {
  if (copyObstacle !== undefined) skip(copyObstacle);
  using parent = aFolder();
  const { copy, data } = aCopy(parent.path);
  const stick = join(parent.path, 'stick');
  // In a folder of the stick, whose own folder the person names.
  await writeRelease(join(stick, 'Muster 1.1'), '1.1.0');
  await using started = new StartedCopy(copy, ['--no-open', '--port', '0', '--data', data]);
  await expect.poll(() => started.stdout).toContain('Muster is on');
  const station = runFileOf(data);
  expect(await programOf(station)).toEqual({ version: '1.0.0', canQuit: true, updates: 'here' });
  await addSlots(station, 'A-');
  await getReady(station, stick);
  expect(await updatesOf(station)).toMatchObject({ version: '1.1.0', problem: null });
  expect([versionOf(copy), versionsIn(copy)]).toEqual(['1.0.0', ['1.1.0']]);

  const { body } = await ask(station, 'POST', '/station/program/updates/install');
  expect(body).toMatchObject({ state: 'installing', version: '1.1.0' });
  const version = async () => (await programOf(station).catch(() => undefined))?.version;
  await expect.poll(version).toBe('1.1.0');
  expect(await labelsOf(station)).toEqual(['A-01']);
  expect(await updatesOf(station)).toMatchObject({ isOn: true, feed: stick });
  await expect.poll(async () => (await updatesOf(station)).state).toBe('current');
  expect(await started.stop()).toBe(0);
  expect([versionOf(copy), versionsIn(copy)]).toEqual(['1.1.0', ['1.1.0', 'current']]);
});

test('a version that changes the data and does not start is undone by one that was an update too, and what was stored since stays', async ({
  skip,
}) => {
  if (copyObstacle !== undefined) skip(copyObstacle);
  using parent = aFolder();
  const { copy, data } = aCopy(parent.path);
  const stick = join(parent.path, 'stick');
  expect(runCopy(copy, ['update', await writeRelease(join(parent.path, 'first'), '1.1.0')]).status).toBe(0);
  await writeRelease(stick, '1.2.0', { start: MIGRATES_AND_ENDS });
  await using started = new StartedCopy(copy, ['--no-open', '--port', '0', '--data', data]);
  await expect.poll(() => started.stdout).toContain('Muster is on');
  const station = runFileOf(data);
  await addSlots(station, 'A-');
  await getReady(station, stick);
  await ask(station, 'POST', '/station/program/updates/install');
  const state = async () => (await updatesOf(station).catch(() => undefined))?.problem;
  await expect.poll(state).toBe('NOT_READY');
  expect(started.stderr).toContain('Version 1.2.0 did not start, so 1.1.0 starts again');
  expect([(await programOf(station)).version, await labelsOf(station)]).toEqual(['1.1.0', ['A-01']]);
  await addSlots(station, 'B-');
  expect(await started.stop()).toBe(0);

  await using again = new StartedCopy(copy, ['serve', '--json', '--port', '0', '--data', data]);
  const next = await again.ready();
  if (next === undefined) throw new Error(again.stderr);
  expect([(await programOf(next)).version, await labelsOf(next)]).toEqual(['1.1.0', ['A-01', 'B-01']]);
  expect(await again.stop()).toBe(0);
});

test('“muster update” prepares a version from its archive, and the next start uses it, also without a window', async ({
  skip,
}) => {
  if (copyObstacle !== undefined) skip(copyObstacle);
  using parent = aFolder();
  const { copy, data } = aCopy(parent.path);
  const archive = await writeRelease(join(parent.path, 'stick'), '1.1.0');
  expect(runCopy(copy, ['update', archive])).toMatchObject({
    status: 0,
    stdout: 'Version 1.1.0 is verified. It replaces 1.0.0 when Muster starts the next time.\n',
  });
  expect(versionOf(copy)).toBe('1.0.0');
  await using started = new StartedCopy(copy, ['serve', '--json', '--port', '0', '--data', data]);
  const station = await started.ready();
  if (station === undefined) throw new Error(started.stderr);
  expect((await programOf(station)).version).toBe('1.1.0');
  expect(await started.stop()).toBe(0);
  expect(versionOf(copy)).toBe('1.1.0');
  expect(runCopy(copy, ['update', archive]).stdout).toBe('This is the newest version, 1.1.0.\n');
});

test('data of a newer version is refused with what to do, and kept as a backup when the older one is restored', async ({
  skip,
}) => {
  if (copyObstacle !== undefined) skip(copyObstacle);
  using parent = aFolder();
  const { copy, data } = aCopy(parent.path);
  const words = ['serve', '--json', '--port', '0', '--data', data];
  {
    await using first = new StartedCopy(copy, words);
    const station = await first.ready();
    if (station === undefined) throw new Error(first.stderr);
    await addSlots(station, 'A-');
    expect(await first.stop()).toBe(0);
  }
  const newer = join(parent.path, 'newer');
  writeLightCopy(newer, '2.0.0', MIGRATES_AND_ENDS);
  expect(runCopy(newer, words).status).toBe(3);
  const refused = runCopy(copy, words);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain(
    'written by a newer Muster. Start that version again, or start this one with --recover older',
  );
  await using restored = new StartedCopy(copy, [...words, '--recover', 'older']);
  const station = await restored.ready();
  if (station === undefined) throw new Error(restored.stderr);
  expect(await labelsOf(station)).toEqual(['A-01']);
  const { body } = await ask(station, 'GET', '/station/backups');
  expect(contract.listBackups.reply.parse(body).items).toHaveLength(2);
});

test('a Debian package is updated with apt, in a terminal and on screen', async ({ skip }) => {
  if (copyObstacle !== undefined) skip(copyObstacle);
  using parent = aFolder();
  const { copy, data } = aCopy(parent.path);
  writeFileSync(join(copy, 'app', 'debian-package'), '');
  const archive = await writeRelease(join(parent.path, 'stick'), '1.1.0');
  const { status, stderr } = runCopy(copy, ['update', archive]);
  expect([status, stderr]).toEqual([1, expect.stringContaining('sudo apt install ./muster_')]);
  await using started = new StartedCopy(copy, ['--no-open', '--port', '0', '--data', data]);
  await expect.poll(() => started.stdout).toContain('Muster is on');
  expect(await programOf(runFileOf(data))).toMatchObject({ updates: 'package' });
  expect(versionsIn(copy)).toEqual([]);
});

test('the start file starts the version named by an update, and the unpacked one if that is not complete', ({
  skip,
}) => {
  if (copyObstacle !== undefined) skip(copyObstacle);
  using parent = aFolder();
  const { copy } = aCopy(parent.path);
  const versions = join(copy, 'versions');
  mkdirSync(versions);
  for (const named of ['', '1.1.0', '../nowhere']) {
    writeFileSync(join(versions, 'current'), `${named}\n`);
    expect(versionOf(copy)).toBe('1.0.0');
  }
  writeLightCopy(join(versions, '1.1.0'), '1.1.0');
  writeFileSync(join(versions, 'current'), '1.1.0\n');
  expect(versionOf(copy)).toBe('1.1.0');
  expect(readFileSync(join(copy, 'app', 'package.json'), 'utf8')).toContain('1.0.0');
});
