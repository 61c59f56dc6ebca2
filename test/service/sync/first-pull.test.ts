import { expect, test } from 'vitest';

import { enrolDevice } from '../../../shared/contract/enrolment/enrolment.ts';
import { getDevice } from '../../../shared/contract/devices/devices.ts';
import { listSyncRuns } from '../../../shared/contract/sync/sync-history.ts';
import { getSync, listSyncDevices } from '../../../shared/contract/sync/sync.ts';
import { aCentral } from '../../support/central-double/index.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';

const station = await aSharedStation();
const read = async (deviceId: string) => (await station.call(getDevice, { params: { deviceId } })).body;
const GET_ONE = 'GET /devices/{deviceId}';

test('an interrupted first pull continues where it stopped and reads nothing twice', async () => {
  await using central = await aCentral({ rowsOnPage: 7 });
  for (let number = 1; number <= 20; number += 1) central.add(`cut-${number}`, { label: `Cut ${number}` });
  central.fault = ({ method, pattern }) =>
    method === 'GET' && pattern === '/devices/{deviceId}' && central.count(GET_ONE) > 12
      ? { kind: 'cutBefore' }
      : undefined;

  const cut = await connect(station, central, { startsOver: true });
  expect(cut).toMatchObject({ state: 'offline', pulledAt: null });
  const { linked } = cut;
  expect(linked).toBeGreaterThan(5);
  expect(linked).toBeLessThan(20);

  central.fault = () => undefined;
  const whole = await syncNow(station);
  expect(whole).toMatchObject({ state: 'upToDate', linked: 20 });
  expect(whole.pulledAt).not.toBeNull();
  const runs = (await station.call(listSyncRuns)).body.items;
  expect(runs.reduce((sum, { counts }) => sum + (counts.arrived ?? 0), 0)).toBe(20);
  expect((await read('cut-20')).label).toBe('Cut 20');
});

test('a headset is enrolled without internet, with the token of its pulled slot', async () => {
  await using central = await aCentral();
  central.add('slot-offline', { label: 'Offline 1' });
  await connect(station, central, { startsOver: true });
  await central.goOffline();

  const { status, body } = await station.call(enrolDevice, {
    body: { enrollmentToken: 'token-slot-offline', androidId: 'headset-offline' },
  });

  expect({ status, id: body.id }).toEqual({ status: 200, id: 'slot-offline' });
  expect((await syncNow(station)).waiting.lifecycle).toBe(1);
});

test('only the selected devices are pulled: by a pattern of their names', async () => {
  await using central = await aCentral();
  central.add('reef-1', { label: 'Reef 1' });
  central.add('hill-1', { label: 'Hill 1' });

  const sync = await connect(station, central, { startsOver: true, part: { namePattern: 'reef*' } });

  expect(sync).toMatchObject({ linked: 1, upstream: { part: { namePattern: 'reef*' } } });
  const { body } = await station.call(listSyncDevices, { query: { which: 'all' } });
  expect(body.items.map(({ id }) => id)).toEqual(['reef-1']);
});

test('only the selected devices are pulled: by the group in the metadata; others are read once', async () => {
  await using central = await aCentral();
  central.add('site-a', { metadata: { site: { group: { id: 'a', label: 'Site A' } } } });
  central.add('site-b', { metadata: { site: { group: { id: 'b', label: 'Site B' } } } });

  expect((await connect(station, central, { startsOver: true, part: { group: 'Site A' } })).linked).toBe(1);
  const before = central.arrivals.length;
  await syncNow(station);
  expect(central.arrivals.slice(before).filter(({ path }) => path === '/devices/site-b')).toEqual([]);
  expect((await station.call(getSync)).body.setAside).toBe(0);
});

test('a device that was created here is recognised by its headset and linked to the central’s; both keep their data', async () => {
  const { id, androidId } = await station.enrolled('headset-twin');
  await using central = await aCentral();
  central.add('twin', { androidId, label: null, settings: { display: { brightness: 30 } } });

  await connect(station, central, { startsOver: true });

  const { body } = await station.call(listSyncDevices, { query: { which: 'all' } });
  expect(body.items).toMatchObject([{ id, upstreamId: 'twin', isAhead: false }]);
  expect((await read(id)).settings.display).toEqual({ brightness: 30 });
  expect(central.devices.get('twin')?.label).toBe('A-01');
});
