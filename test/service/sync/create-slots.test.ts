import { expect, test } from 'vitest';

import { newId } from '../../../main/service/kernel/new-id.ts';
import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { deleteDevice } from '../../../shared/contract/devices/devices.ts';
import { listEvents } from '../../../shared/contract/devices/events.ts';
import { createNamedSlots } from '../../../shared/contract/enrolment/named-slots.ts';
import { createCentralSlots, getSync, listSyncDevices } from '../../../shared/contract/sync/sync.ts';
import { aStation } from '../../support/a-station.ts';
import { aCentral } from '../../support/central-double/index.ts';
import { aPair, connect, syncNow } from '../../support/synced-station.ts';
import { beat, enrolAt, read } from './enrolment-steps.ts';

test('a station that is older than its central creates its slots there in one action, with headsets, settings and events', async () => {
  await using pair = await aPair();
  const { station, central } = pair;
  const slots = await station.slots(2, 'B-');
  const [first, second] = slots.map(({ id }) => id) as [string, string];
  const third = newId();
  const named = { id: third, label: 'B-03', type: 'Quest 3' };
  await station.call(createNamedSlots, { body: { slots: [named] } });
  const headset = await enrolAt(station, first, 'b1');
  await beat(station, headset, 4);
  await station.call(configureDevice, {
    params: { deviceId: second },
    body: { display: { brightness: 42 }, wifi: [{ ssid: 'school', password: 'secret-word' }] },
  });
  expect(await connect(station, central)).toMatchObject({
    unlinked: 3,
    upstream: { createsSlots: true },
  });

  const created = await station.call(createCentralSlots, { body: {} });

  expect(created.body).toEqual({ created: 3, failed: 0 });
  expect(await syncNow(station)).toMatchObject({ unlinked: 0, linked: 3, conflicts: 0, failures: 0 });
  expect(await read(central, first)).toMatchObject({ label: 'B-01', androidId: 'b1' });
  expect((await read(central, second)).settings).toMatchObject({
    display: { brightness: 42 },
    wifi: [{ ssid: 'school', password: 'secret-word' }],
  });
  expect(await read(central, third)).toMatchObject({ label: 'B-03', type: { name: 'Quest 3' } });
  const events = await central.call(listEvents, {
    params: { deviceId: first },
    query: { type: 'APP_STARTED' },
  });
  expect(events.body.total).toBe(4);
  // Nothing is left to create, and the headset continues as before.
  expect((await station.call(createCentralSlots, { body: {} })).body).toEqual({ created: 0, failed: 0 });
  expect(await beat(station, headset)).toEqual([]);
});

test('only the given devices get slots; one whose id the central has used before gets another id there', async () => {
  await using pair = await aPair();
  const { station, central } = pair;
  const [, used = ''] = (await station.slots(2, 'C-')).map(({ id }) => id);
  await connect(station, central);
  // Another client created and deleted a device with this id at the central.
  await central.call(createNamedSlots, { body: { slots: [{ id: used, label: 'X', type: null }] } });
  await central.call(deleteDevice, { params: { deviceId: used } });

  const created = await station.call(createCentralSlots, { body: { devicesId: [used] } });

  expect(created.body).toEqual({ created: 1, failed: 0 });
  await syncNow(station);
  const linked = (await station.call(listSyncDevices, { query: { which: 'all' } })).body.items;
  expect(linked).toMatchObject([{ id: used, label: 'C-02' }]);
  expect(linked[0]?.upstreamId).not.toBe(used);
  expect((await read(central, linked[0]?.upstreamId ?? '')).label).toBe('C-02');
  expect((await station.call(getSync)).body.unlinked).toBe(1);
});

test('a central of another manufacturer cannot create slots, and the station says so', async () => {
  await using central = await aCentral();
  await using station = await aStation();
  await station.slots(1, 'D-');
  expect(await connect(station, central)).toMatchObject({ upstream: { createsSlots: false }, unlinked: 1 });

  const refused = await station.call(createCentralSlots, { body: {} });

  expect(refused.status).toBe(409);
  expect((await station.call(getSync)).body.unlinked).toBe(1);
});
