import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { pruneSome } from '../../../../main/service/configuration/history/prune.ts';
import { openChangeStore } from '../../../../main/service/devices/history/change-store.ts';
import { configureDevice } from '../../../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { listChanges, revertChange } from '../../../../shared/contract/configuration/history.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const DAY_MS = 86_400_000;
const clock = new ManualClock();
const station = await aSharedStation({ clock });

test('the history has 30 days: older changes are deleted, the settings stay, and the rest can be undone', async () => {
  await using headset = await TestHeadset.linked(station);
  const deviceId = headset.id;
  const write = (volume: number) => station.call(configureDevice, { params: { deviceId }, body: { volume } });
  const history = async () => (await station.call(listChanges, { query: { deviceId } })).body.items;
  await write(10);
  clock.advance(20 * DAY_MS);
  await write(20);
  clock.advance(10 * DAY_MS - 1);
  await write(30);
  const [newest, middle, oldest] = await history();

  prune();
  expect(await history()).toHaveLength(3);
  clock.advance(2);
  prune();
  expect((await history()).map(({ id }) => id)).toEqual([newest?.id, middle?.id]);
  const gone = await station.call(revertChange, { params: { changeId: oldest?.id ?? '' }, body: {} });
  expect(gone.status).toBe(404);

  await station.call(revertChange, { params: { changeId: newest?.id ?? '' }, body: {} });
  const settings = async () => (await station.call(getDevice, { params: { deviceId } })).body.settings;
  await expect.poll(settings).toEqual({ volume: 20 });
});

/** The station's hourly work. */
function prune(): void {
  const db = new Database(join(station.folder, 'muster.db'), { timeout: 5_000 });
  try {
    const store = openChangeStore(db);
    while (pruneSome(store, clock.now()));
  } finally {
    db.close();
  }
}
