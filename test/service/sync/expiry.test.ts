import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { firstRetainedDay } from '../../../main/service/devices/events/day.ts';
import { openEventStore } from '../../../main/service/devices/events/store.ts';
import { openSyncStores } from '../../../main/service/sync/records/stores.ts';
import { followExpiry } from '../../../main/service/sync/reported/count-events.ts';
import { updateDevice } from '../../../shared/contract/enrolment/heartbeat.ts';
import { getStranded } from '../../../shared/contract/sync/sync-history.ts';
import { getSync } from '../../../shared/contract/sync/sync.ts';
import { aStation } from '../../support/a-station.ts';
import { aCentral } from '../../support/central-double/index.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { connect, syncNow } from '../../support/synced-station.ts';
import { enrolAt } from './enrolment-steps.ts';

const DAY_MS = 86_400_000;

test('events that cannot be uploaded are no longer counted once they have expired', async () => {
  await using central = await aCentral();
  const noon = ManualClock.atNoon();
  await using own = await aStation({ rateLimit: 0, clock: noon });
  central.now = () => noon.now();
  central.add('expiring');
  await connect(own, central);
  const { token } = await enrolAt(own, 'expiring', 'headset-expiring');
  await syncNow(own);
  central.devices.delete('expiring');
  const events = [170, 170, 1].map((daysAgo, index) => ({
    eventId: `expiring-${String(index)}`,
    type: 'APP_STARTED',
    timestamp: noon.now() - daysAgo * DAY_MS,
  }));
  await own.call(updateDevice, { params: { deviceId: 'expiring' }, token, body: { events } });
  await expect.poll(async () => (await syncNow(own)).stranded.slots).toBe(1);
  const before = (await own.call(getSync)).body.stranded.events;

  await own.service.stop();
  noon.advance(11 * DAY_MS);
  const db = new Database(join(own.folder, 'muster.db'));
  const store = openEventStore(db);
  followExpiry({ records: { events: store }, stores: openSyncStores(db) });
  while (store.deleteBefore(firstRetainedDay(noon.now()), 1));
  db.close();
  await own.restart();

  const { stranded } = (await own.call(getSync)).body;
  expect(stranded).toEqual({ events: before - 2, slots: 1 });
  const [slot] = (await own.call(getStranded)).body.slots;
  expect(slot?.events).toHaveLength(before - 2);
});
