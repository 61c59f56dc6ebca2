import { expect, test } from 'vitest';

import { importSlots } from '../../../shared/contract/enrolment/carts.ts';
import { updateDevice } from '../../../shared/contract/enrolment/heartbeat.ts';
import { createCentralSlots } from '../../../shared/contract/sync/sync.ts';
import { aStation, type TestStation } from '../../support/a-station.ts';
import { aPair, connect, syncNow } from '../../support/synced-station.ts';
import { enrolAt, slotAt } from './enrolment-steps.ts';

const MACS = ['A4:5E:60:EE:00:01', 'A4:5E:60:EE:00:02'] as const;

test('what an asset list states of a slot reaches the other station, where the headset gets its own slot', async () => {
  await using pair = await aPair();
  const { central, station: office } = pair;
  await using hall = await aStation({ rateLimit: 0 });
  const csv = `name,cart,slot,serial,mac\nEE-1,Cart E,1,SN-E1,${MACS[0]}\nEE-2,Cart E,2,SN-E2,${MACS[1]}\n`;
  const { items } = (await office.call(importSlots, { body: { csv, givesOwnSlot: true } })).body;
  const ids = items.map(({ id }) => id);
  const slotsAt = (station: TestStation) => Promise.all(ids.map((id) => slotAt(station, id)));
  await connect(office, central);
  await office.call(createCentralSlots, { body: {} });
  await syncNow(office);
  await connect(hall, central);

  const here = await slotsAt(hall);
  expect(here).toMatchObject([
    { label: 'EE-1', metadata: { muster: { asset: { serial: 'SN-E1', macAddress: MACS[0] } } } },
    { label: 'EE-2', metadata: { muster: { asset: { serial: 'SN-E2', macAddress: MACS[1] } } } },
  ]);

  // The headset of the second slot is enrolled in the first one.
  const { id: deviceId, token } = await enrolAt(hall, here[0]?.id ?? '', 'android-ee');
  const body = { macAddress: MACS[1], installedPackages: [] };
  await hall.call(updateDevice, { params: { deviceId }, token, body });

  const isIn = [
    { androidId: 'android-ee', label: 'EE-2', metadata: { muster: { asset: { serial: 'SN-E2' } } } },
    { label: 'EE-1', metadata: { muster: { asset: { serial: 'SN-E1', macAddress: MACS[0] } } } },
  ];
  expect(await slotsAt(hall)).toMatchObject(isIn);
  await syncNow(hall);
  await syncNow(office);
  expect(await slotsAt(office)).toMatchObject(isIn);
});
