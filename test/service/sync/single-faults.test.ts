import { expect, test } from 'vitest';

import { configureDevices } from '../../../shared/contract/configuration/configure.ts';
import { patchDevice } from '../../../shared/contract/devices/devices.ts';
import { getSync, listSyncDevices } from '../../../shared/contract/sync/sync.ts';
import { type Arrival, aCentral, type CentralDouble } from '../../support/central-double/index.ts';
import { aFaultProxy } from '../../support/fault-proxy.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { aPair, betweenRuns, connect, syncNow } from '../../support/synced-station.ts';
import { beat, enrolAt, read, unenrol } from './enrolment-steps.ts';

const station = await aSharedStation({ syncPace: 0.005 });
const SLOTS = ['broken', 'fine-1', 'fine-2'];

/** Connects a station with a headset in each slot. Returns how the headsets report. */
async function aFleet(central: CentralDouble, name: string) {
  const ids = SLOTS.map((slot) => `${name}-${slot}`);
  for (const id of ids) central.add(id, { label: id });
  await connect(station, central, { startsOver: true });
  const headsets = [];
  for (const id of ids) headsets.push(await enrolAt(station, id, `headset-${id}`));
  await syncNow(station);
  return headsets;
}

const failing = (isTargeted: (arrival: Arrival) => boolean) => (arrival: Arrival) =>
  isTargeted(arrival) && arrival.path.includes('-broken')
    ? ({ kind: 'answer', status: 500 } as const)
    : undefined;
const failures = async () =>
  (await station.call(listSyncDevices, { query: { which: 'failed' } })).body.items.map(
    ({ label, failures: [failure] }) => [label, failure?.kind, failure?.code],
  );
const OFFLINE = { state: 'offline', reason: { code: 'SERVER_ERROR' } } as const;

test('a record that the central cannot return holds back no others, and is read once it can', async () => {
  await using central = await aCentral();
  await aFleet(central, 'reading');
  central.fault = failing(({ method }) => method === 'GET');
  for (const slot of SLOTS) central.edit(`reading-${slot}`, (device) => (device.label = `new ${slot}`));

  expect(await syncNow(station)).toMatchObject(OFFLINE);

  const labels = () => Promise.all(SLOTS.map(async (slot) => (await read(station, `reading-${slot}`)).label));
  expect(await labels()).toEqual(['reading-broken', 'new fine-1', 'new fine-2']);
  expect(await failures()).toEqual([['reading-broken', 'read', 'SERVER_ERROR']]);

  central.fault = () => undefined;
  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', failures: 0 });
  expect(await labels()).toEqual(['new broken', 'new fine-1', 'new fine-2']);
});

test('a record that is missing from the list and cannot be returned holds back no others', async () => {
  await using central = await aCentral();
  await aFleet(central, 'missing');
  central.fault = failing(({ method }) => method === 'GET');
  central.devices.delete('missing-broken');
  central.edit('missing-fine-1', (device) => (device.label = 'new'));

  expect(await syncNow(station)).toMatchObject({ ...OFFLINE, gone: 0 });
  expect((await read(station, 'missing-fine-1')).label).toBe('new');
  expect(await failures()).toEqual([['missing-broken', 'read', 'SERVER_ERROR']]);

  central.fault = () => undefined;
  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', failures: 0, gone: 1 });
});

test('a change that the central fails to store holds back neither the same change of others nor their events', async () => {
  await using central = await aCentral();
  const headsets = await aFleet(central, 'writing');
  const isBroken = ({ body, path }: Arrival): boolean => JSON.stringify([path, body]).includes('-broken');
  central.fault = (arrival) =>
    arrival.path.endsWith('/configure') && isBroken(arrival) ? { kind: 'answer', status: 500 } : undefined;
  const devicesId = SLOTS.map((slot) => `writing-${slot}`);
  await station.call(configureDevices, { body: { devicesId, settings: { volume: 4 } } });
  for (const headset of headsets) await beat(station, headset, 1);

  // Written together, all of them fail; in a later run, which may come without being asked for, each is written alone.
  await expect.poll(() => syncNow(station)).toMatchObject({ ...OFFLINE, waiting: { events: 0, desired: 1 } });

  const volumes = () => devicesId.map((id) => central.devices.get(id)?.settings['volume']);
  expect(volumes()).toEqual([undefined, 4, 4]);
  expect(await failures()).toEqual([['writing-broken', 'desired', 'SERVER_ERROR']]);

  central.fault = () => undefined;
  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', failures: 0, waiting: { desired: 0 } });
  expect(volumes()).toEqual([4, 4, 4]);
});

test('a step that the central fails to do holds back no other headset, and is repeated', async () => {
  await using central = await aCentral();
  const headsets = await aFleet(central, 'leaving');
  central.fault = failing(({ pattern }) => pattern.endsWith('/unenroll'));
  await central.goOffline();
  for (const headset of headsets) await unenrol(station, headset);
  await enrolAt(station, 'leaving-fine-1', 'headset-leaving-broken');
  await central.goOnline();

  await syncNow(station);
  for (const slot of SLOTS.slice(1))
    central.edit(`leaving-${slot}`, (device) => (device.androidId = undefined));
  expect(await syncNow(station)).toMatchObject(OFFLINE);

  expect(central.ledger.unenrolments).toEqual(['leaving-fine-1', 'leaving-fine-2']);
  // The headset has not left its former slot there, so it is not enrolled in the next one yet.
  expect(central.devices.get('leaving-fine-1')?.androidId).toBeUndefined();
  expect(await failures()).toEqual([
    ['leaving-broken', 'lifecycle', 'SERVER_ERROR'],
    ['leaving-fine-1', 'lifecycle', 'STILL_ENROLLED'],
  ]);

  central.fault = () => undefined;
  await syncNow(station);
  central.edit('leaving-broken', (device) => (device.androidId = undefined));
  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', failures: 0, waiting: { lifecycle: 0 } });
  expect(central.devices.get('leaving-fine-1')?.androidId).toBe('headset-leaving-broken');
});

test('an order that the central does not confirm holds back no other headset', async () => {
  await using central = await aCentral();
  const headsets = await aFleet(central, 'vague');
  central.fault = (arrival) =>
    arrival.path === '/devices/vague-broken/unenroll'
      ? { kind: 'answer', status: 200, body: '{"status":"ok"}' }
      : undefined;
  // One run only: a second one asks a person about an order whose answer was lost.
  await betweenRuns(station, async () => {
    for (const headset of headsets) await unenrol(station, headset);
  });

  await expect
    .poll(async () => (await station.call(getSync)).body)
    .toMatchObject({ state: 'blocked', reason: { code: 'NOT_THIS_INTERFACE' } });

  expect(central.ledger.unenrolments).toEqual(['vague-fine-1', 'vague-fine-2']);
  expect(await failures()).toEqual([['vague-broken', 'lifecycle', 'NOT_THIS_INTERFACE']]);
});

test('a headset whose report the central cannot store holds back no reports of others', async () => {
  await using central = await aCentral();
  const headsets = await aFleet(central, 'reporting');
  for (const headset of headsets) await beat(station, headset, 2);
  central.fault = failing(({ method }) => method === 'PUT');

  expect(await syncNow(station)).toMatchObject(OFFLINE);

  const received = () =>
    SLOTS.map(
      (slot) =>
        central.devices
          .get(`reporting-${slot}`)
          ?.events.filter(({ eventId }) => String(eventId).startsWith('headset-')).length,
    );
  expect(received()).toEqual([0, 2, 2]);
  expect(await failures()).toEqual([['reporting-broken', 'reported', 'SERVER_ERROR']]);

  central.fault = () => undefined;
  await expect
    .poll(() => syncNow(station))
    .toMatchObject({ state: 'upToDate', failures: 0, waiting: { events: 0 } });
  expect(received()).toEqual([2, 2, 2]);
});

test('a central that fails for many devices is not asked for all of them', async () => {
  await using central = await aCentral();
  for (let number = 0; number < 40; number += 1) central.add(`many-${String(number)}`);
  await connect(station, central, { startsOver: true });
  await central.goOffline();
  for (let number = 0; number < 40; number += 1)
    await station.call(patchDevice, { params: { deviceId: `many-${String(number)}` }, body: { label: 'x' } });
  await central.goOnline();
  const asked = new Set<string>();
  central.fault = ({ path, pattern }) => {
    if (pattern !== '/devices/{deviceId}') return undefined;
    asked.add(path);
    return { kind: 'answer', status: 500 };
  };

  expect(await syncNow(station)).toMatchObject(OFFLINE);

  expect(asked.size).toBeLessThan(20);
});

test('a confirmation that many devices were deleted holds for one run, also if a device fails in it', async () => {
  await using central = await aCentral();
  const ids = (name: string) => Array.from({ length: 12 }, (_, number) => `${name}-${String(number)}`);
  for (const id of [...ids('first'), ...ids('second'), 'sure-broken']) central.add(id);
  await connect(station, central, { startsOver: true });
  const lose = (name: string) =>
    betweenRuns(station, () => {
      for (const id of ids(name)) central.devices.delete(id);
    });
  await lose('first');
  expect(await syncNow(station)).toMatchObject({ state: 'blocked', gone: 0 });
  central.edit('sure-broken', (device) => (device.label = 'new'));
  central.fault = failing(({ method }) => method === 'GET');

  expect(await syncNow(station, { confirmsRemovals: true })).toMatchObject({ ...OFFLINE, gone: 12 });
  await lose('second');

  expect(await syncNow(station)).toMatchObject({ state: 'blocked', reason: { code: 'MANY_GONE' }, gone: 12 });
});

test('records that a Muster central cannot return together are read one by one', async () => {
  await using pair = await aPair();
  const { central, station: own } = pair;
  await using proxy = await aFaultProxy(central.url);
  const slots = await central.slots(3);
  proxy.fault = ({ method, path }) =>
    method === 'POST' && path === '/station/records'
      ? { kind: 'answer', status: 500, body: '{}' }
      : undefined;

  expect(await connect(own, { url: proxy.url, token: central.token })).toMatchObject({
    state: 'upToDate',
    linked: slots.length,
  });
});
