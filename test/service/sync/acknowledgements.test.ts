import { expect, test } from 'vitest';

import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../../shared/contract/devices/devices.ts';
import { enrolDevice } from '../../../shared/contract/enrolment/enrolment.ts';
import { updateDevice } from '../../../shared/contract/enrolment/heartbeat.ts';
import { listConflicts, resolveConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { aCentral } from '../../support/central-double/index.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';

const station = await aSharedStation();

const settingsHere = async (deviceId: string) =>
  (await station.call(getDevice, { params: { deviceId } })).body.settings;

test('an answer with another schema, such as a captive portal’s, acknowledges no event', async () => {
  await using central = await aCentral();
  central.add('portal');
  await connect(station, central, { startsOver: true });
  const enrolment = { enrollmentToken: 'token-portal', androidId: 'headset-portal' };
  const { accessToken: token } = (await station.call(enrolDevice, { body: enrolment })).body;
  await syncNow(station);
  const events = Array.from({ length: 80 }, (_, index) => ({
    eventId: `portal-${String(index)}`,
    type: 'APP_STARTED',
    timestamp: Date.now(),
  }));
  await station.call(updateDevice, { params: { deviceId: 'portal' }, body: { events }, token });
  central.fault = ({ method }) =>
    method === 'GET' ? undefined : { kind: 'answer', status: 200, body: '{}' };
  expect((await syncNow(station)).waiting.events).toBeGreaterThanOrEqual(80);
  central.fault = () => undefined;

  const sync = await syncNow(station);

  const there = (central.devices.get('portal')?.events ?? []).map(({ eventId }) => eventId);
  expect(there.filter((id) => String(id).startsWith('portal-'))).toHaveLength(80);
  expect(sync.waiting.events).toBe(0);
});

test('an answer with another schema does not confirm an edit', async () => {
  await using central = await aCentral();
  central.add('edit-portal', { settings: { volume: 1 } });
  await connect(station, central, { startsOver: true });
  await station.call(configureDevice, { params: { deviceId: 'edit-portal' }, body: { volume: 8 } });
  central.fault = ({ method }) =>
    method === 'GET' ? undefined : { kind: 'answer', status: 200, body: '{}' };
  await syncNow(station);
  central.fault = () => undefined;

  await syncNow(station);

  expect(central.devices.get('edit-portal')?.settings).toEqual({ volume: 8 });
  expect(await settingsHere('edit-portal')).toEqual({ volume: 8 });
});

test('what Retry-After delayed is read and merged again before it is sent', async () => {
  await using central = await aCentral();
  central.add('put-off', { settings: { display: { brightness: 1 } } });
  await connect(station, central, { startsOver: true });
  const params = { deviceId: 'put-off' };
  await station.call(configureDevice, { params, body: { display: { refreshRate: 90 } } });
  let isPutOff = false;
  central.fault = ({ method }) => {
    if (method !== 'PUT' || isPutOff) return undefined;
    isPutOff = true;
    central.edit('put-off', (device) => (device.settings = { display: { brightness: 9 } }));
    return { kind: 'answer', status: 429, headers: { 'retry-after': '1' } };
  };

  await syncNow(station);

  expect(isPutOff).toBe(true);
  expect(central.devices.get('put-off')?.settings).toEqual({ display: { brightness: 9, refreshRate: 90 } });
});

test('a value that somebody wrote while Retry-After delayed a write becomes a conflict', async () => {
  await using central = await aCentral();
  central.add('put-off-same', { settings: { volume: 1 } });
  await connect(station, central, { startsOver: true });
  await station.call(configureDevice, { params: { deviceId: 'put-off-same' }, body: { volume: 5 } });
  let isPutOff = false;
  central.fault = ({ method }) => {
    if (method !== 'PUT' || isPutOff) return undefined;
    isPutOff = true;
    central.edit('put-off-same', (device) => (device.settings = { volume: 7 }));
    return { kind: 'answer', status: 429, headers: { 'retry-after': '1' } };
  };

  await syncNow(station);

  expect((await station.call(listConflicts)).body.items).toMatchObject([
    { deviceId: 'put-off-same', path: ['settings', 'volume'], base: 1, here: 5, there: 7 },
  ]);
  expect(central.devices.get('put-off-same')?.settings).toEqual({ volume: 5 });
});

test('a second conflict about the same value is added to the first; deciding the newest settles both', async () => {
  await using central = await aCentral();
  central.add('twice', { settings: { volume: 1 } });
  await connect(station, central, { startsOver: true });
  const clash = async (here: number, there: number): Promise<void> => {
    await station.call(configureDevice, { params: { deviceId: 'twice' }, body: { volume: here } });
    central.edit('twice', (device) => (device.settings = { volume: there }));
    await syncNow(station);
  };
  await clash(2, 3);
  await clash(4, 5);

  const open = (await station.call(listConflicts)).body.items;
  expect(open.map(({ here, there }) => [here, there])).toEqual([
    [4, 5],
    [2, 3],
  ]);
  const [newest, older] = open;
  const params = { conflictId: newest?.id ?? '' };
  expect(await station.call(resolveConflict, { params, body: { take: 'there' } })).toMatchObject({
    status: 200,
  });

  expect((await station.call(listConflicts)).body.items).toEqual([]);
  const { items } = (await station.call(listConflicts, { query: { status: 'resolved' } })).body;
  expect(items.find(({ id }) => id === older?.id)).toMatchObject({ settledBy: newest?.id });
  await syncNow(station);
  expect(central.devices.get('twice')?.settings).toEqual({ volume: 5 });
});
