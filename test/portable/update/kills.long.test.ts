// The power fails at every step of an update: the copy starts in one version or the other, never in half of one, with its data.
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { contract } from '../../../shared/contract/index.ts';
import { aFolder } from '../../support/temp-folder.ts';
import {
  ask,
  copyObstacle,
  MIGRATES_AND_ENDS,
  runCopy,
  StartedCopy,
  versionOf,
  versionsIn,
  writeLightCopy,
  writeRelease,
} from './light-copy.ts';

const folder = aFolder();
afterAll(() => folder[Symbol.dispose]());
const HOOK = { NODE_OPTIONS: `--import=${resolve(import.meta.dirname, 'kill-hook.ts')}` };
const sticks = { good: join(folder.path, 'good'), broken: join(folder.path, 'broken') };
const copy = join(folder.path, 'copy');
const data = join(folder.path, 'data');
const dataBefore = join(folder.path, 'data-before');
const SERVE = ['serve', '--json', '--port', '0', '--data', data];

/** Starts the copy, adds a slot if asked, and stops it; returns its version and its slots. */
async function visit(labelPrefix?: string) {
  await using started = new StartedCopy(copy, SERVE);
  const station = await started.ready();
  if (station === undefined) throw new Error(started.stderr);
  if (labelPrefix !== undefined) await ask(station, 'POST', '/station/slots', { count: 1, labelPrefix });
  const program = await ask(station, 'GET', '/station/program');
  const devices = await ask(station, 'GET', '/devices');
  expect(await started.stop()).toBe(0);
  return {
    version: contract.getProgram.reply.parse(program.body).version,
    labels: contract.listDevices.reply.parse(devices.body).items.map(({ label }) => label),
  };
}

beforeAll(async () => {
  if (copyObstacle !== undefined) return;
  writeLightCopy(copy, '1.0.0');
  await writeRelease(sticks.good, '1.1.0');
  await writeRelease(sticks.broken, '1.1.0', { start: MIGRATES_AND_ENDS });
  await visit('A-');
  cpSync(data, dataBefore, { recursive: true });
});

/** Puts the copy and its data back into the state before any update. */
function reset(): void {
  rmSync(join(copy, 'versions'), { recursive: true, force: true });
  rmSync(data, { recursive: true, force: true });
  cpSync(dataBefore, data, { recursive: true });
}
beforeEach(() => {
  if (copyObstacle === undefined) reset();
});

/** Runs the copy until the power fails at a change; returns the number of changes if it did not. */
async function runUntilKilled(words: readonly string[], at: number): Promise<number | undefined> {
  await using started = new StartedCopy(copy, words, { ...HOOK, KILL_AT: String(at) });
  const isServing = words[0] === 'serve' && (await started.ready()) !== undefined;
  if (isServing) await started.stop();
  else await started.end();
  const changes = /changes: (\d+)/.exec(started.stderr)?.[1];
  return changes === undefined ? undefined : Number(changes);
}

test('while a version is downloaded and unpacked', async ({ skip }) => {
  if (copyObstacle !== undefined) skip(copyObstacle);
  const words = ['update', sticks.good];
  const changes = (await runUntilKilled(words, 0)) ?? 0;
  expect([changes > 10, versionsIn(copy)]).toEqual([true, ['1.1.0', 'update.json']]);
  // The folders of the archive are unpacked one like the other; the last changes are the decisive ones.
  for (const at of [1, Math.floor(changes / 2), changes - 3, changes - 2, changes - 1, changes]) {
    reset();
    expect([at, await runUntilKilled(words, at)]).toEqual([at, undefined]);
    expect([at, versionOf(copy)]).toEqual([at, '1.0.0']);
    const unpacked = join(copy, 'versions', '1.1.0');
    const starts = existsSync(unpacked) ? versionOf(unpacked) : '1.1.0';
    expect([at, starts]).toEqual([at, '1.1.0']);
  }
  // What is left of the last one does not stand in the way of the next.
  expect(runCopy(copy, words).status).toBe(0);
  expect(versionsIn(copy)).toEqual(['1.1.0', 'update.json']);
});

test.for([
  ['good', '1.1.0', 3],
  ['broken', '1.0.0', 6],
] as const)(
  'while the next start tries the new version, which is %s',
  async ([which, remains, fewest], { skip }) => {
    if (copyObstacle !== undefined) skip(copyObstacle);
    expect(runCopy(copy, ['update', sticks[which]]).status).toBe(0);
    const prepared = join(folder.path, `versions-${which}`);
    cpSync(join(copy, 'versions'), prepared, { recursive: true });
    const found: unknown[] = [];
    for (let changes: number | undefined; changes === undefined;) {
      reset();
      cpSync(prepared, join(copy, 'versions'), { recursive: true });
      changes = await runUntilKilled(SERVE, found.length + 1);
      found.push(await visit());
    }
    expect(found.length).toBeGreaterThan(fewest);
    expect(found).toEqual(found.map(() => ({ version: remains, labels: ['A-01'] })));
  },
);

test('if only the version before is killed while the new one waits for it, the next start tries it again', async ({
  skip,
}) => {
  if (copyObstacle !== undefined) skip(copyObstacle);
  expect(runCopy(copy, ['update', sticks.good]).status).toBe(0);
  const words = ['--no-open', '--port', '0', '--data', data];
  const env = { ...HOOK, KILL_AT: '2', KILL_WHO: 'self' };
  await using killed = new StartedCopy(copy, words, env);
  expect(await killed.end()).toBeNull();
  await using started = new StartedCopy(copy, words);
  await expect.poll(() => started.stdout).toContain('Muster is on');
  expect(await started.stop()).toBe(0);
  expect(versionOf(copy)).toBe('1.1.0');
});
