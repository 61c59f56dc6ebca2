import { expect, test } from 'vitest';

import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { deleteDevice } from '../../../shared/contract/devices/devices.ts';
import { getStranded } from '../../../shared/contract/sync/sync-history.ts';
import { getSyncWaiting } from '../../../shared/contract/sync/sync-waiting.ts';
import { listSyncDevices } from '../../../shared/contract/sync/sync.ts';
import { aCentral, type CentralDouble } from '../../support/central-double/index.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { refused } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';
import { beat, enrolAt, read } from './enrolment-steps.ts';

const clock = new ManualClock();
const station = await aSharedStation({ clock });

/** Creates a fleet at the central, and connects. */
async function aFleet(central: CentralDouble, name: string, count: number): Promise<void> {
  central.now = () => clock.now();
  for (let number = 0; number < count; number += 1) central.add(`${name}-${String(number)}`);
  await connect(station, central, { startsOver: true });
}

function lose(central: CentralDouble, name: string, from: number, to: number): void {
  for (let number = from; number < to; number += 1) central.devices.delete(`${name}-${String(number)}`);
}

test.for([
  ['ten of a small fleet', 12, 10, 'upToDate'],
  ['eleven of a small fleet', 12, 11, 'blocked'],
  ['a fifth of a large fleet', 55, 11, 'upToDate'],
  ['more than a fifth of a large fleet', 55, 12, 'blocked'],
] as const)(
  'devices deleted at the central need a confirmation if they are many: %s',
  async ([, all, lost, state]) => {
    await using central = await aCentral();
    const name = `of-${String(all)}-${String(lost)}`;
    await aFleet(central, name, all);
    lose(central, name, 0, lost);

    expect(await syncNow(station)).toMatchObject({ state, gone: state === 'blocked' ? 0 : lost });
  },
);

test('devices that were deleted more than an hour ago do not count as deleted together with others', async () => {
  await using central = await aCentral();
  await aFleet(central, 'hour', 24);
  lose(central, 'hour', 0, 8);
  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', gone: 8 });

  clock.advance(59 * 60_000);
  lose(central, 'hour', 8, 14);
  await expect.poll(async () => (await syncNow(station)).state).toBe('blocked');
  clock.advance(2 * 60_000);

  await expect.poll(async () => (await syncNow(station)).gone).toBe(14);
});

test('a device that is deleted at the central keeps its edits here, and they are uploaded if it returns', async () => {
  await using central = await aCentral();
  await aFleet(central, 'back', 1);
  const stored = structuredClone(central.devices.get('back-0'));
  const params = { deviceId: 'back-0' };
  central.fault = ({ method }) => (method === 'PUT' ? { kind: 'answer', status: 422 } : undefined);
  await station.call(configureDevice, { params, body: { volume: 3 } });
  expect(await syncNow(station)).toMatchObject({ failures: 1 });
  central.devices.delete('back-0');
  // What was refused is no longer shown as a failure.
  expect(await syncNow(station)).toMatchObject({ gone: 1, failures: 0, waiting: { desired: 0 } });
  expect(await read(station, 'back-0')).toMatchObject({ isArchived: true, settings: { volume: 3 } });
  expect(await station.call(getSyncWaiting, { params })).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));

  central.fault = () => undefined;
  if (stored !== undefined) central.devices.set(stored.id, stored);

  expect(await syncNow(station)).toMatchObject({ gone: 0, waiting: { desired: 0 } });
  expect(await read(station, 'back-0')).toMatchObject({ isArchived: false, settings: { volume: 3 } });
  expect(central.devices.get('back-0')?.settings).toEqual({ volume: 3 });
});

test('a headset whose slot was deleted at the central by mistake is not un-enrolled if the slot returns in time', async () => {
  await using central = await aCentral();
  await aFleet(central, 'mistake', 1);
  const headset = await enrolAt(station, 'mistake-0', 'headset-mistake');
  await syncNow(station);
  const stored = structuredClone(central.devices.get('mistake-0'));
  central.devices.delete('mistake-0');
  expect(await syncNow(station)).toMatchObject({ gone: 1 });

  if (stored !== undefined) central.devices.set(stored.id, stored);
  expect(await syncNow(station)).toMatchObject({ gone: 0 });

  expect(await beat(station, headset)).toEqual([]);
  const kept = { androidId: 'headset-mistake', isArchived: false };
  expect(await read(station, 'mistake-0')).toMatchObject(kept);
  expect(central.devices.get('mistake-0')).toMatchObject(kept);
});

const stranded = async () => (await station.call(getStranded)).body;

test('events whose slot was deleted at the central are counted, saved in order, and uploaded if the slot returns', async () => {
  await using central = await aCentral();
  await aFleet(central, 'stranded', 2);
  const headset = await enrolAt(station, 'stranded-0', 'headset-stranded');
  await syncNow(station);
  const stored = structuredClone(central.devices.get('stranded-0'));
  const before = central.devices.get('stranded-0')?.events.length ?? 0;
  central.devices.delete('stranded-0');
  await beat(station, headset, 3);

  const sync = await syncNow(station);

  const { events, slots } = sync.stranded;
  expect({ slots, waiting: sync.waiting.events }).toEqual({ slots: 1, waiting: 0 });
  const [slot, ...others] = (await stranded()).slots;
  expect(others).toEqual([]);
  expect(slot).toMatchObject({ id: 'stranded-0', upstreamId: 'stranded-0', gone: 'DELETED' });
  expect(slot?.events).toHaveLength(events);
  const own = slot?.events.filter(({ eventId }) => eventId.startsWith('headset-stranded-')) ?? [];
  expect(own.map(({ eventId, type, payload }) => [eventId, type, payload])).toEqual(
    [0, 1, 2].map((number) => [
      `headset-stranded-${String(number)}`,
      'APP_STARTED',
      { packageName: 'com.example.reef' },
    ]),
  );
  const { items } = (await station.call(listSyncDevices, { query: { which: 'stranded' } })).body;
  expect(items).toMatchObject([{ id: 'stranded-0', events, gone: 'DELETED' }]);

  if (stored !== undefined) central.devices.set(stored.id, stored);
  await expect.poll(async () => (await syncNow(station)).stranded).toEqual({ events: 0, slots: 0 });
  await expect.poll(async () => (await syncNow(station)).waiting.events).toBe(0);
  const there = (central.devices.get('stranded-0')?.events ?? []).map(({ eventId }) => eventId);
  expect(there.length).toBeGreaterThanOrEqual(before + 3);
  expect(new Set(there).size).toBe(there.length);
  expect((await stranded()).slots).toEqual([]);
});

test('a slot that was deleted on both sides leaves nothing to sync', async () => {
  await using central = await aCentral();
  await aFleet(central, 'nobodys', 1);
  await central.goOffline();
  await station.call(deleteDevice, { params: { deviceId: 'nobodys-0' } });
  central.devices.delete('nobodys-0');
  await central.goOnline();

  const sync = await syncNow(station);

  expect(sync).toMatchObject({
    state: 'upToDate',
    linked: 0,
    gone: 0,
    failures: 0,
    waiting: { lifecycle: 0 },
  });
  expect(central.ledger.deletions).toEqual([]);
});

test('a slot that a headset left for another one returns from the central without that headset only', async () => {
  await using central = await aCentral();
  await aFleet(central, 'left', 2);
  await enrolAt(station, 'left-0', 'headset-left');
  await syncNow(station);
  await enrolAt(station, 'left-1', 'headset-left');
  await expect.poll(async () => (await syncNow(station)).gone).toBe(1);
  expect(central.devices.get('left-0')).toMatchObject({ isArchived: true, replacedBy: 'left-1' });
  const slots = async () =>
    Promise.all(
      ['left-0', 'left-1'].map(async (id) => {
        const { isArchived, androidId } = await read(station, id);
        return isArchived ? 'archived' : (androidId ?? 'free');
      }),
    );

  central.edit('left-0', (device) => Object.assign(device, { isArchived: false, replacedBy: null }));
  expect(await syncNow(station)).toMatchObject({ gone: 0 });
  expect(await slots()).toEqual(['archived', 'headset-left']);

  central.edit('left-0', (device) => (device.androidId = undefined));
  await syncNow(station);
  expect(await slots()).toEqual(['free', 'headset-left']);
});

test('a deleted slot that returns after its headset was enrolled in another one returns free', async () => {
  await using central = await aCentral();
  await aFleet(central, 'late', 2);
  await enrolAt(station, 'late-0', 'headset-late');
  await syncNow(station);
  const stored = structuredClone(central.devices.get('late-0'));
  central.devices.delete('late-0');
  expect(await syncNow(station)).toMatchObject({ gone: 1 });
  await enrolAt(station, 'late-1', 'headset-late');
  await syncNow(station);

  if (stored !== undefined) central.devices.set(stored.id, { ...stored, androidId: undefined });

  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', gone: 0, failures: 0 });
  const slots = await Promise.all(['late-0', 'late-1'].map((id) => read(station, id)));
  expect(slots.map(({ isArchived, androidId }) => [isArchived, androidId])).toEqual([
    [false, undefined],
    [false, 'headset-late'],
  ]);
});
