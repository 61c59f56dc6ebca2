import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { StationWatch } from '../../../main/service/sync/copies/station-watch.ts';
import { getStation, settleCopy } from '../../../shared/contract/operations/station.ts';
import { aStation, type TestStation } from '../../support/a-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';
import { aFolder } from '../../support/temp-folder.ts';
import { backedUp } from './enrolment-steps.ts';

const stationOf = async (station: TestStation) => (await station.call(getStation)).body;
const warningsOf = async (station: TestStation) => (await station.call(getStation)).body.warnings;

/** Each syncs a few times in turn. */
async function takeTurns(stations: readonly TestStation[]): Promise<void> {
  for (let round = 0; round < 4; round += 1) for (const station of stations) await syncNow(station);
}

test('a central detects two stations with one data folder, until one of them is renamed', async () => {
  using folder = aFolder();
  using copy = aFolder();
  await using central = await aStation({ role: 'central', rateLimit: 0 });
  await central.slots(1);
  {
    await using first = await aStation({ dataFolder: folder.path, rateLimit: 0 });
    await connect(first, central);
  }
  cpSync(folder.path, copy.path, { recursive: true });
  // As with a disk image or a backup restored on another computer: nothing shows that the folder was moved.
  rmSync(join(copy.path, 'store-place.json'));
  await using first = await aStation({ dataFolder: folder.path, rateLimit: 0 });
  await using second = await aStation({ dataFolder: copy.path, rateLimit: 0 });
  expect([await warningsOf(first), await warningsOf(second)]).toEqual([[], []]);

  await takeTurns([first, second]);
  expect([await warningsOf(first), await warningsOf(second)]).toEqual([['FOLDER_COPIED'], ['FOLDER_COPIED']]);

  expect((await first.call(settleCopy, { body: {} })).status).toBe(200);
  expect((await second.call(settleCopy, { body: { name: 'Second cart' } })).status).toBe(200);
  await takeTurns([first, second]);
  expect([await warningsOf(first), await warningsOf(second)]).toEqual([[], []]);
});

test('a central detects two computers that were cloned with one data folder and one epoch', async () => {
  using folder = aFolder();
  using clone = aFolder();
  await using central = await aStation({ role: 'central', rateLimit: 0 });
  await central.slots(1);
  {
    await using first = await aStation({ dataFolder: folder.path, rateLimit: 0 });
    await connect(first, central);
  }
  cpSync(folder.path, clone.path, { recursive: true });
  hideMove(clone.path);
  await using first = await aStation({ dataFolder: folder.path, rateLimit: 0 });
  await using second = await aStation({ dataFolder: clone.path, rateLimit: 0 });
  const [one, other] = [await stationOf(first), await stationOf(second)];
  expect([other.epoch, other.name, other.warnings]).toEqual([one.epoch, one.name, []]);

  await takeTurns([first, second]);

  expect([await warningsOf(first), await warningsOf(second)]).toEqual([['FOLDER_COPIED'], ['FOLDER_COPIED']]);
});

/** Makes a folder look as on a cloned computer, with the host name and numbers of the original. */
function hideMove(folder: string): void {
  const file = join(folder, 'store-place.json');
  const place: unknown = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...(place as object), place: '' }));
}

test('a station that is restarted several times is not taken for a copy', async () => {
  await using central = await aStation({ role: 'central', rateLimit: 0 });
  await central.slots(1);
  await using station = await aStation({ rateLimit: 0 });
  await connect(station, central);
  for (let time = 0; time < 3; time += 1) {
    await takeTurns([station]);
    await station.restart();
  }
  await takeTurns([station]);

  expect(await warningsOf(station)).toEqual([]);
});

test('a start that returns once, as with a late request, is no second computer', () => {
  const watch = new StationWatch();
  const noted = ['before', 'after', 'before', 'after'].map((run) => watch.isCopy('station', run));
  expect(noted).toEqual([false, false, false, false]);
  expect([watch.isCopy('station', 'before'), watch.isCopy('another', 'before')]).toEqual([true, false]);
});

test('only the newest starts of each station are remembered: thirty alternating clones, and no old start', () => {
  const watch = new StationWatch();
  const clones = Array.from({ length: 30 }, (_, index) => `clone-${String(index)}`);
  const noted = Array.from({ length: 3 }, () => clones.map((run) => watch.isCopy('class', run)));
  expect(noted.map((round) => round.filter(Boolean).length)).toEqual([0, 0, 30]);

  for (const run of ['old', 'new', 'old']) watch.isCopy('station', run);
  for (let start = 0; start < 100; start += 1) watch.isCopy('station', `start-${String(start)}`);
  expect(watch.isCopy('station', 'old')).toBe(false);
});

test('a station that was restored from a backup is not taken for a copy', async () => {
  await using central = await aStation({ role: 'central', rateLimit: 0 });
  await central.slots(1);
  await using station = await aStation({ rateLimit: 0 });
  await connect(station, central);
  const goBack = await backedUp(station);
  await takeTurns([station]);
  for (let time = 0; time < 2; time += 1) {
    await goBack();
    await takeTurns([station]);
  }

  expect(await warningsOf(station)).toEqual([]);
});
