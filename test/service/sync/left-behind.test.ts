import { expect, test } from 'vitest';

import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { deleteDevice } from '../../../shared/contract/devices/devices.ts';
import { getStranded } from '../../../shared/contract/sync/sync-history.ts';
import { listConflicts, resolveConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { listSyncDevices } from '../../../shared/contract/sync/sync.ts';
import { aCentral, type CentralDouble } from '../../support/central-double/index.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';
import { beat, enrolAt, unenrol } from './enrolment-steps.ts';

const clock = new ManualClock();
const station = await aSharedStation({ clock });

/** Creates free slots at the central, and connects. */
async function connectedTo(central: CentralDouble, ...ids: readonly string[]): Promise<void> {
  central.now = () => clock.now();
  for (const id of ids) central.add(id, { label: id });
  await connect(station, central, { startsOver: true });
}

const conflicts = async () => (await station.call(listConflicts)).body.items;
const decide = async (take: 'here' | 'there', slotId?: string) => {
  const params = { conflictId: (await conflicts())[0]?.id ?? '' };
  const body = { take, ...(slotId === undefined ? {} : { slotId }) };
  return (await station.call(resolveConflict, { params, body })).status;
};
const strandedEvents = async () =>
  (await station.call(getStranded)).body.slots.flatMap(({ events }) => events.map(({ eventId }) => eventId));
const NOTHING = { desired: 0, lifecycle: 0, held: 0, events: 0, toRead: 0 };

test('why an enrolment had to wait is no longer shown once its slot was left to the other headset', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'kept');
  const first = await enrolAt(station, 'kept', 'headset-kept');
  await syncNow(station);
  await unenrol(station, first);
  await enrolAt(station, 'kept', 'headset-late');
  expect(await syncNow(station)).toMatchObject({ failures: 1, conflicts: 0 });
  clock.advance(11 * 60_000);

  await expect.poll(async () => (await syncNow(station)).conflicts).toBe(1);
  // From now on the conflict is the reason.
  expect(await syncNow(station)).toMatchObject({ failures: 0, waiting: { lifecycle: 1, held: 1 } });
  expect(await decide('there')).toBe(200);

  await expect
    .poll(() => syncNow(station))
    .toMatchObject({ state: 'upToDate', failures: 0, conflicts: 0, waiting: NOTHING });
});

test('a report that was refused because its slot is gone is not shown as a failure once its events are', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'ends');
  const headset = await enrolAt(station, 'ends', 'headset-ends');
  await syncNow(station);
  await beat(station, headset, 3);
  // Deleted after the list and the record were read, before the report.
  central.fault = ({ method }) => {
    if (method === 'PUT') central.devices.delete('ends');
    return undefined;
  };
  await syncNow(station);

  await expect
    .poll(() => syncNow(station))
    .toMatchObject({ state: 'upToDate', failures: 0, waiting: NOTHING, stranded: { slots: 1 } });
  expect(await strandedEvents()).toContain('headset-ends-2');
});

test('events of a headset whose slot was given away, and then deleted at the central, can be saved', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'given');
  const headset = await enrolAt(station, 'given', 'headset-given');
  await beat(station, headset);
  await syncNow(station);
  central.edit('given', (device) => (device.androidId = 'headset-next'));
  expect(await syncNow(station)).toMatchObject({ gone: 1, waiting: NOTHING });
  central.devices.delete('given');
  await beat(station, headset, 4);

  await expect
    .poll(() => syncNow(station))
    .toMatchObject({ state: 'upToDate', failures: 0, waiting: NOTHING, stranded: { slots: 1 } });
  const saved = await strandedEvents();
  expect(saved.filter((id) => id.startsWith('headset-given-'))).toHaveLength(4);
});

test('events of a device that was deleted on both sides stay visible', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'twice-gone');
  const headset = await enrolAt(station, 'twice-gone', 'headset-twice');
  await syncNow(station);
  central.fault = ({ method }) => (method === 'PUT' ? { kind: 'answer', status: 422 } : undefined);
  await beat(station, headset, 2);
  await station.call(deleteDevice, { params: { deviceId: 'twice-gone' } });
  expect(await syncNow(station)).toMatchObject({ waiting: { lifecycle: 1 } });
  central.devices.delete('twice-gone');

  expect(await syncNow(station)).toMatchObject({
    state: 'upToDate',
    failures: 0,
    waiting: NOTHING,
    stranded: { slots: 1 },
  });
  expect(await strandedEvents()).toEqual(expect.arrayContaining(['headset-twice-0', 'headset-twice-1']));
});

test('a slot that was deleted here is not deleted in another organisation to which it was moved', async () => {
  await using central = await aCentral();
  central.enterprises = ['school', 'college'];
  central.add('moved-away', { label: 'moved-away' });
  await connect(station, central, { startsOver: true, enterpriseId: 'school' });
  await central.goOffline();
  await station.call(deleteDevice, { params: { deviceId: 'moved-away' } });
  central.edit('moved-away', (device) => (device.enterprise = 'college'));
  await central.goOnline();

  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', failures: 0, waiting: NOTHING });
  expect(central.ledger.deletions).toEqual([]);
});

test('an enrolment in a slot that the central deleted counts as no change; an edit made since does', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'vanished');
  await central.goOffline();
  await enrolAt(station, 'vanished', 'headset-vanished');
  central.devices.delete('vanished');
  await central.goOnline();

  // Its stream ends, too, which causes another run.
  await expect
    .poll(() => syncNow(station))
    .toMatchObject({ conflicts: 1, failures: 0, waiting: { ...NOTHING, lifecycle: 1, held: 1 } });
  await station.call(configureDevice, { params: { deviceId: 'vanished' }, body: { volume: 3 } });
  expect(await syncNow(station)).toMatchObject({ conflicts: 1, waiting: { desired: 1, toRead: 0 } });

  expect(await decide('there')).toBe(200);
  expect(await syncNow(station)).toMatchObject({ conflicts: 0, failures: 0, waiting: NOTHING });
});

test('a headset whose slot the central had lost needs no decision once the slot is back', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'returning');
  await central.goOffline();
  await enrolAt(station, 'returning', 'headset-returning');
  const stored = structuredClone(central.devices.get('returning'));
  central.devices.delete('returning');
  await central.goOnline();
  await expect.poll(async () => (await syncNow(station)).conflicts).toBe(1);

  if (stored !== undefined) central.devices.set(stored.id, stored);

  await expect
    .poll(() => syncNow(station))
    .toMatchObject({ state: 'upToDate', conflicts: 0, failures: 0, waiting: NOTHING });
  expect(central.devices.get('returning')?.androidId).toBe('headset-returning');
});

test('an enrolment in a slot that the central archived waits for its conflict only', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'shelved');
  await central.goOffline();
  await enrolAt(station, 'shelved', 'headset-shelved');
  central.edit('shelved', (device) => (device.isArchived = true));
  clock.advance(1_000);
  await central.goOnline();

  await expect
    .poll(() => syncNow(station))
    .toMatchObject({ conflicts: 1, waiting: { ...NOTHING, lifecycle: 1, held: 1 } });
  const { items } = (await station.call(listSyncDevices, { query: { which: 'all' } })).body;
  expect(items).toMatchObject([{ id: 'shelved', syncedAt: new Date(clock.now()).toISOString() }]);
});

test('an enrolment that ended before its slot was deleted at the central needs no decision', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'passing');
  await central.goOffline();
  await unenrol(station, await enrolAt(station, 'passing', 'headset-passing'));
  let reads = 0;
  central.fault = ({ method, pattern, path }) => {
    if (pattern === '/devices') reads = 0;
    if (method !== 'GET' || path !== '/devices/passing') return undefined;
    reads += 1;
    // After the run has read the record, before it uploads the enrolment.
    if (reads === 2) central.devices.delete('passing');
    return undefined;
  };
  await central.goOnline();

  expect(await syncNow(station)).toMatchObject({
    conflicts: 0,
    failures: 0,
    waiting: { lifecycle: 0, held: 0 },
  });
  expect(central.devices.has('passing')).toBe(false);
});

test('a decision holds although the clock was ahead when the headset was enrolled', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'wanted');
  await central.goOffline();
  clock.advance(3 * 60 * 60_000);
  await enrolAt(station, 'wanted', 'headset-wanted');
  clock.advance(-3 * 60 * 60_000);
  central.add('other-place', { label: 'other-place', androidId: 'headset-wanted' });
  await central.goOnline();
  await expect.poll(async () => (await syncNow(station)).conflicts).toBe(1);
  expect(await decide('here')).toBe(200);

  expect(await syncNow(station)).toMatchObject({ conflicts: 0, failures: 0 });
  expect(central.devices.get('wanted')?.androidId).toBe('headset-wanted');
});

test('a value that lost a conflict of a free slot stays visible when a headset moves there', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'contested', 'refuge');
  await central.goOffline();
  const configure = (deviceId: string, volume: number) =>
    station.call(configureDevice, { params: { deviceId }, body: { volume } });
  await configure('refuge', 4);
  central.edit('refuge', (device) => (device.settings['volume'] = 8));
  await enrolAt(station, 'contested', 'headset-loser');
  central.edit('contested', (device) => (device.androidId = 'headset-winner'));
  await central.goOnline();
  expect(await syncNow(station)).toMatchObject({ conflicts: 2 });
  const [enrolment] = (await conflicts()).filter(({ kind }) => kind === 'enrolment');
  const params = { conflictId: enrolment?.id ?? '' };
  const body = { take: 'there' as const, slotId: 'refuge' };
  expect(await station.call(resolveConflict, { params, body })).toMatchObject({ status: 200 });

  await syncNow(station);

  expect((await conflicts()).map(({ path, here, there }) => [path.join('.'), here, there])).toContainEqual([
    'settings.volume',
    4,
    8,
  ]);
  const { items } = (await station.call(listSyncDevices, { query: { which: 'all' } })).body;
  expect(items.find(({ upstreamId }) => upstreamId === 'refuge')?.conflicts).toBeGreaterThan(0);
});
