import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { listConflicts, resolveConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import {
  listSyncDevices,
  pauseSync,
  resumeSync,
  type SyncDevice,
} from '../../../shared/contract/sync/sync.ts';
import { removeUpstream } from '../../../shared/contract/sync/upstream.ts';
import type { TestStation } from '../../support/a-station.ts';
import { aCentral, type CentralDouble } from '../../support/central-double/index.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';
import { beat, enrolAt, unenrol } from './enrolment-steps.ts';

const station = await aSharedStation();

async function connectedTo(central: CentralDouble, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) central.add(id, { label: id });
  await connect(station, central, { startsOver: true });
}

async function waitsOf(at: TestStation, upstreamId: string): Promise<SyncDevice['waits'] | undefined> {
  const query = { which: 'all', limit: '100' };
  const { items } = (await at.call(listSyncDevices, { query })).body;
  return items.find((item) => item.upstreamId === upstreamId)?.waits;
}

const nobody = { deviceId: null, label: null, code: null };
const decide = async (take: 'here' | 'there') => {
  const [conflict] = (await station.call(listConflicts)).body.items;
  const params = { conflictId: conflict?.id ?? '' };
  expect((await station.call(resolveConflict, { params, body: { take } })).status).toBe(200);
};

/** A headset moved to a slot that the central gave to another headset meanwhile. */
async function aMoveThatWaits(central: CentralDouble, former: string, next: string): Promise<void> {
  await connectedTo(central, former, next);
  await enrolAt(station, former, `headset-of-${former}`);
  await syncNow(station);
  await station.call(pauseSync);
  await enrolAt(station, next, `headset-of-${former}`);
  central.edit(next, (device) => (device.androidId = 'headset-other'));
  await station.call(resumeSync);
}

test('a move whose next slot needs a decision names that slot, and both are done after it', async () => {
  await using central = await aCentral();
  await aMoveThatWaits(central, 'former', 'next');

  expect(await syncNow(station)).toMatchObject({ conflicts: 1, waiting: { lifecycle: 2, held: 1 } });

  expect(await waitsOf(station, 'former')).toEqual({
    on: 'slot',
    deviceId: 'next',
    label: 'next',
    code: null,
  });
  expect(await waitsOf(station, 'next')).toEqual({ ...nobody, on: 'decision' });
  await decide('there');
  await syncNow(station);
  central.edit('former', (device) => (device.androidId = undefined));
  expect(await syncNow(station)).toMatchObject({
    failures: 0,
    conflicts: 0,
    waiting: { lifecycle: 0, toRead: 0 },
  });
  expect([await waitsOf(station, 'former'), await waitsOf(station, 'next')]).toEqual([null, null]);
});

test('steps that are held although no conflict is open are uploaded by the next run', async () => {
  await using central = await aCentral();
  await aMoveThatWaits(central, 'held', 'released');
  expect(await syncNow(station)).toMatchObject({ conflicts: 1, waiting: { lifecycle: 2, held: 1 } });
  const db = new Database(join(station.folder, 'muster.db'));
  db.exec('UPDATE sync_conflict SET resolved_at_ms = 1');
  db.close();
  central.edit('released', (device) => (device.androidId = undefined));

  expect(await syncNow(station)).toMatchObject({
    failures: 0,
    conflicts: 0,
    waiting: { lifecycle: 0, held: 0 },
  });

  expect(central.devices.get('released')?.androidId).toBe('headset-of-held');
});

test('an edit that the central refused waits for a person', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'refusing');
  const body = JSON.stringify({ code: 'INVALID_CONFIGURATION', message: 'No' });
  central.fault = ({ method }) => (method === 'GET' ? undefined : { kind: 'answer', status: 422, body });
  await station.call(configureDevice, { params: { deviceId: 'refusing' }, body: { volume: 3 } });
  expect(await waitsOf(station, 'refusing')).toEqual({ ...nobody, on: 'run' });

  expect(await syncNow(station)).toMatchObject({ failures: 1, waiting: { desired: 1 } });

  expect(await waitsOf(station, 'refusing')).toEqual({ ...nobody, on: 'person', code: 'REFUSED' });
});

test('what waits without a central, or while sync is paused, says so', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'pausing');
  await station.call(pauseSync);
  await station.call(configureDevice, { params: { deviceId: 'pausing' }, body: { volume: 4 } });
  expect(await waitsOf(station, 'pausing')).toEqual({ ...nobody, on: 'person', code: 'PAUSED' });

  await station.call(removeUpstream);

  expect(await waitsOf(station, 'pausing')).toEqual({ ...nobody, on: 'person', code: 'NO_CENTRAL' });
});

test('events of a slot that was deleted at the central wait for a person, who can save them', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'stranding');
  const headset = await enrolAt(station, 'stranding', 'headset-stranding');
  await syncNow(station);
  await station.call(pauseSync);
  await beat(station, headset, 3);
  await unenrol(station, headset);
  central.devices.delete('stranding');
  await station.call(resumeSync);

  expect(await syncNow(station)).toMatchObject({ stranded: { events: 3, slots: 1 } });

  expect(await waitsOf(station, 'stranding')).toEqual({ ...nobody, on: 'person', code: 'SLOT_GONE' });
});
