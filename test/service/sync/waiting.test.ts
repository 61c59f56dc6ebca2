import { expect, test } from 'vitest';

import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { getDevice, patchDevice } from '../../../shared/contract/devices/devices.ts';
import { setMetadata } from '../../../shared/contract/devices/metadata.ts';
import { dropWaiting, getSyncWaiting } from '../../../shared/contract/sync/sync-waiting.ts';
import { getSync, listSyncDevices } from '../../../shared/contract/sync/sync.ts';
import { aCentral } from '../../support/central-double/index.ts';
import { refused } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';

const station = await aSharedStation();
const waiting = async (deviceId: string) =>
  (await station.call(getSyncWaiting, { params: { deviceId } })).body;
const drop = async (body: object) => (await station.call(dropWaiting, { body })).body;

test('the pending changes of a headset are shown value by value, and can be discarded in whole or in part', async () => {
  await using central = await aCentral();
  const wifi = [{ ssid: 'School', password: 'coral-lagoon' }];
  const settings = { display: { brightness: 50, refreshRate: 72 }, wifi, packages: ['org.reef'], volume: 4 };
  const there = { label: 'A-01', settings, metadata: { class: { room: '12' } } };
  for (const id of ['drops', 'keeps']) central.add(id, structuredClone(there));
  expect(await station.call(dropWaiting, { body: { devicesId: ['drops'] } })).toMatchObject(
    refused(409, 'CONFLICT'),
  );
  await connect(station, central);
  await central.goOffline();
  const writes = central.arrivals.filter(({ method }) => method !== 'GET').length;
  for (const deviceId of ['drops', 'keeps']) {
    const params = { deviceId };
    const changed = [{ ssid: 'School', password: 'another-lagoon' }];
    const body = {
      display: { brightness: 80 },
      wifi: changed,
      packages: ['org.reef', 'org.kelp'],
      volume: null,
    };
    await station.call(configureDevice, { params, body });
    await station.call(patchDevice, { params, body: { label: 'Front row' } });
    await station.call(setMetadata, { params: { ...params, namespace: 'class' }, body: { room: '14' } });
  }

  const { items, total } = await waiting('drops');
  expect(total).toBe(items.length);
  expect(items.toSorted((a, b) => (a.path.join('/') < b.path.join('/') ? -1 : 1))).toEqual([
    { part: 'label', path: ['label'], here: 'Front row', there: 'A-01' },
    { part: 'metadata', path: ['metadata', 'class', 'room'], here: '14', there: '12' },
    { part: 'settings', path: ['settings', 'display', 'brightness'], here: 80, there: 50 },
    { part: 'settings', path: ['settings', 'packages', 'value:org.kelp'], here: 'org.kelp' },
    { part: 'settings', path: ['settings', 'volume'], there: 4 },
    { part: 'settings', path: ['settings', 'wifi', 'ssid:School', 'password'] },
  ]);

  // One part of one headset; the others stay pending.
  expect(await drop({ devicesId: ['drops', 'no-such'], parts: ['settings'] })).toEqual({
    taken: 1,
    failed: 1,
  });
  const here = async (deviceId: string) => (await station.call(getDevice, { params: { deviceId } })).body;
  expect(await here('drops')).toMatchObject({
    label: 'Front row',
    settings,
    metadata: { class: { room: '14' } },
  });
  const { body: apart } = await station.call(listSyncDevices, { query: { which: 'apart' } });
  expect(apart.items.find(({ id }) => id === 'drops')?.wants).toEqual(['label', 'metadata']);

  // All parts: nothing is pending any more, without any request to the central.
  expect(await drop({ devicesId: ['drops'] })).toEqual({ taken: 1, failed: 0 });
  expect(await drop({ devicesId: ['drops'] })).toEqual({ taken: 0, failed: 0 });
  expect(await here('drops')).toMatchObject(there);
  expect(await waiting('drops')).toEqual({ items: [], total: 0 });
  expect((await station.call(getSync)).body.waiting.desired).toBe(1);

  await central.goOnline();
  await expect.poll(async () => (await syncNow(station)).waiting.desired).toBe(0);
  expect(central.devices.get('drops')).toMatchObject(there);
  const written = central.arrivals.filter(({ method }) => method !== 'GET').slice(writes);
  expect(written.some(({ path, body }) => JSON.stringify([path, body]).includes('drops'))).toBe(false);
  expect(central.devices.get('keeps')).toMatchObject({
    label: 'Front row',
    settings: { display: { brightness: 80 } },
  });
  expect(await station.call(getSyncWaiting, { params: { deviceId: 'no-such' } })).toMatchObject(
    refused(404, 'DEVICE_NOT_FOUND'),
  );
});
