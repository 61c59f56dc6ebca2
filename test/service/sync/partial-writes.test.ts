import { expect, test } from 'vitest';

import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { patchDevice } from '../../../shared/contract/devices/devices.ts';
import { removeMetadata, setMetadata } from '../../../shared/contract/devices/metadata.ts';
import { listConflicts } from '../../../shared/contract/sync/sync-conflicts.ts';
import { getSyncReport } from '../../../shared/contract/sync/sync-history.ts';
import { listSyncDevices, retrySync } from '../../../shared/contract/sync/sync.ts';
import { aCentral, type CentralDouble } from '../../support/central-double/index.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';

const station = await aSharedStation();

const BEFORE = { label: 'Old', settings: { volume: 1 }, metadata: { class: { room: '1' }, left: { a: 1 } } };
const AFTER = { label: 'New', settings: { volume: 2 }, metadata: { class: { room: '2' } } };

/** Changes everything that a station can write of a device. */
async function edit(deviceId: string): Promise<void> {
  const params = { deviceId };
  const metadata = (namespace: string) => ({ params: { ...params, namespace } });
  await station.call(configureDevice, { params, body: { volume: 2 } });
  await station.call(patchDevice, { params, body: { label: 'New' } });
  await station.call(setMetadata, { ...metadata('class'), body: { room: '2' } });
  await station.call(removeMetadata, metadata('left'));
}

const WRITES = {
  configure: 'PUT /devices/{deviceId}/configure',
  label: 'PATCH /devices/{deviceId}',
  metadata: 'PUT /devices/{deviceId}/metadata/{namespace}',
  removal: 'DELETE /devices/{deviceId}/metadata/{namespace}',
} as const;
const writesAt = (central: CentralDouble) => Object.values(WRITES).map((pattern) => central.count(pattern));

test.for([
  ['configure', ['settings'], { ...AFTER, settings: BEFORE.settings }],
  ['label', ['label'], { ...AFTER, label: 'Old' }],
  ['metadata', ['metadata'], { ...AFTER, metadata: { class: { room: '1' } } }],
  ['removal', ['metadata'], { ...AFTER, metadata: { ...AFTER.metadata, left: { a: 1 } } }],
] as const)(
  'of the changes of a headset only those that the central refused stay pending, and only they are sent again: %s',
  async ([refused, wants, there]) => {
    await using central = await aCentral();
    const id = `part-${refused}`;
    central.add(id, structuredClone(BEFORE));
    await connect(station, central, { startsOver: true });
    central.fault = ({ method, pattern }) =>
      `${method} ${pattern}` === WRITES[refused] ? { kind: 'answer', status: 422 } : undefined;
    await edit(id);

    expect(await syncNow(station)).toMatchObject({ failures: 1, waiting: { desired: 1 } });

    const { label, settings, metadata } = central.devices.get(id) ?? {};
    expect({ label, settings, metadata }).toEqual(there);
    const failed = (await station.call(listSyncDevices, { query: { which: 'failed' } })).body.items;
    expect(failed).toMatchObject([{ id, wants, failures: [{ kind: 'desired', code: 'HTTP_422' }] }]);

    const before = writesAt(central);
    central.fault = () => undefined;
    await station.call(retrySync, { body: { devicesId: [id] } });
    expect(await syncNow(station)).toMatchObject({ failures: 0, conflicts: 0, waiting: { desired: 0 } });
    const names = Object.keys(WRITES);
    expect(writesAt(central).map((count, index) => count - (before[index] ?? 0))).toEqual(
      names.map((name) => Number(name === refused)),
    );
    expect(central.devices.get(id)).toMatchObject(AFTER);
    expect(central.devices.get(id)?.metadata).toEqual(AFTER.metadata);
  },
);

test('the report of a run names the part that the central refused, with its reason', async () => {
  await using central = await aCentral();
  central.add('named', structuredClone(BEFORE));
  await connect(station, central, { startsOver: true });
  await central.goOffline();
  await station.call(patchDevice, { params: { deviceId: 'named' }, body: { label: 'New' } });
  central.fault = ({ method }) =>
    method === 'PATCH'
      ? { kind: 'answer', status: 422, body: '{"code":"LABEL_TAKEN","message":"That label is in use"}' }
      : undefined;
  await central.goOnline();

  await syncNow(station);

  const { run, lines } = (await station.call(getSyncReport)).body;
  expect(run.counts).toMatchObject({ failed: 1 });
  expect(run.counts.pushed ?? 0).toBe(0);
  const what = { parts: ['label'], code: 'LABEL_TAKEN', message: 'That label is in use' };
  expect(lines).toMatchObject([{ direction: 'failed', deviceId: 'named', label: 'New', what }]);
});

test('equal changes of many headsets are one request, and one that is gone does not hold back the others', async () => {
  await using central = await aCentral();
  const ids = ['bulk-1', 'bulk-2', 'bulk-3'];
  for (const id of ids) central.add(id, { settings: { volume: 1 } });
  await connect(station, central, { startsOver: true });
  await central.goOffline();
  for (const deviceId of ids)
    await station.call(configureDevice, { params: { deviceId }, body: { volume: 2 } });
  central.fault = ({ method }) => {
    if (method === 'PUT') central.devices.delete('bulk-2');
    return undefined;
  };
  await central.goOnline();

  await syncNow(station);
  central.fault = () => undefined;
  const sync = await syncNow(station);

  expect(central.count('PUT /devices/configure')).toBe(1);
  expect(sync).toMatchObject({ gone: 1, waiting: { desired: 0 }, failures: 0 });
  expect(['bulk-1', 'bulk-3'].map((id) => central.devices.get(id)?.settings)).toEqual([
    { volume: 2 },
    { volume: 2 },
  ]);
});

test('a device that somebody changed meanwhile is skipped in the other writes of the run, and its value retained', async () => {
  await using central = await aCentral();
  for (const id of ['raced', 'quiet']) central.add(id, { label: 'Old', settings: { volume: 1 } });
  await connect(station, central, { startsOver: true });
  await central.goOffline();
  for (const deviceId of ['raced', 'quiet']) {
    await station.call(configureDevice, { params: { deviceId }, body: { volume: 2 } });
    await station.call(patchDevice, { params: { deviceId }, body: { label: 'New' } });
  }
  const results = [
    { id: 'raced', response: { success: false }, error: { code: 'CONFLICT', message: 'Changed meanwhile' } },
    { id: 'quiet', response: { success: true } },
  ];
  central.fault = ({ method }) => {
    if (method !== 'PUT') return undefined;
    central.edit('raced', (device) => (device.label = 'By an admin'));
    return { kind: 'answerAfter', status: 200, body: JSON.stringify(results) };
  };
  await central.goOnline();

  await syncNow(station);

  const labels = () => ['raced', 'quiet'].map((id) => central.devices.get(id)?.label);
  expect(labels()).toEqual(['By an admin', 'New']);
  central.fault = () => undefined;
  expect(await syncNow(station)).toMatchObject({ conflicts: 1, waiting: { desired: 0 } });
  expect((await station.call(listConflicts)).body.items).toMatchObject([
    { deviceId: 'raced', path: ['label'], here: 'New', there: 'By an admin', winner: 'here' },
  ]);
  expect(labels()).toEqual(['New', 'New']);
});
