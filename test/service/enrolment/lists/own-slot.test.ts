import { expect, test } from 'vitest';

import { importSlots } from '../../../../shared/contract/enrolment/carts.ts';
import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { enrolDevice } from '../../../../shared/contract/enrolment/enrolment.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { createProfile } from '../../../../shared/contract/configuration/profiles.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

const read = async (deviceId: string) => (await station.call(getDevice, { params: { deviceId } })).body;

/** Two slots of an asset list, with a profile each, and a headset in the first that reports the MAC of the second. */
async function swapped(prefix: string, options: { givesOwnSlot: boolean; macs: [string, string] }) {
  const { givesOwnSlot, macs } = options;
  for (const [at, volume] of [11, 22].entries()) {
    const name = `${prefix}${String(at + 1)}`;
    await station.call(createProfile, { body: { name, settings: { volume } } });
  }
  const csv =
    'name,cart,slot,profile,mac\n' +
    macs.map((mac, at) => `${prefix}${at + 1},Cart ${prefix},${at + 1},${prefix}${at + 1},${mac}\n`).join('');
  const { items } = (await station.call(importSlots, { body: { csv, givesOwnSlot } })).body;
  const [first, second] = items;
  if (first === undefined || second === undefined) throw new Error('No slots were made');
  const enrol = async (enrollmentToken: string, androidId: string) =>
    (await station.call(enrolDevice, { body: { enrollmentToken, androidId } })).body;
  const report = (id: string, token: string, macAddress: string) =>
    station.call(updateDevice, {
      params: { deviceId: id },
      token,
      body: { macAddress, installedPackages: [] },
    });
  return { first, second, enrol, report };
}

test('a headset that enrols in another slot gets its own one by the MAC address of the list, with its profile', async () => {
  const macs: [string, string] = ['A4:5E:60:DD:00:01', 'A4:5E:60:DD:00:02'];
  const { first, second, enrol, report } = await swapped('OWN-', { givesOwnSlot: true, macs });
  const { accessToken } = await enrol(first.enrollmentToken, 'android-own');
  await using wall = await station.stream('/station/updates?snapshot=true');
  await wall.next('live');

  expect((await report(first.id, accessToken, 'a4:5e:60:dd:00:02')).status).toBe(200);

  await wall.next('device', (data) => data['id'] === first.id && data['label'] === 'OWN-2');
  expect(await read(first.id)).toMatchObject({
    label: 'OWN-2',
    settings: { volume: 22 },
    metadata: { muster: { place: 2, asset: { macAddress: macs[1] } } },
  });
  expect(await read(second.id)).toMatchObject({ label: 'OWN-1', metadata: { muster: { place: 1 } } });
  // The other headset comes to the slot that is called like its own.
  const other = await enrol(second.enrollmentToken, 'android-other');
  await report(second.id, other.accessToken, macs[0]);
  expect(await read(second.id)).toMatchObject({ label: 'OWN-1', settings: { volume: 11 } });
});

test('without that choice, and where another headset is in its slot, nothing is swapped', async () => {
  const macs: [string, string] = ['A4:5E:60:DD:00:11', 'A4:5E:60:DD:00:12'];
  const { first, enrol, report } = await swapped('ASK-', { givesOwnSlot: false, macs });
  const asked = await enrol(first.enrollmentToken, 'android-asked');
  await using wall = await station.stream('/station/updates');
  await wall.next('hello');
  await report(first.id, asked.accessToken, macs[1]);
  await wall.next('device', (data) => data['id'] === first.id && data['macAddress'] === macs[1]);
  expect(await read(first.id)).toMatchObject({ label: 'ASK-1', settings: { volume: 11 } });

  const taken: [string, string] = ['A4:5E:60:DD:00:21', 'A4:5E:60:DD:00:22'];
  const full = await swapped('FULL-', { givesOwnSlot: true, macs: taken });
  await full.enrol(full.second.enrollmentToken, 'android-there');
  const late = await full.enrol(full.first.enrollmentToken, 'android-late');
  await full.report(full.first.id, late.accessToken, taken[1]);
  expect((await read(full.first.id)).label).toBe('FULL-1');
});
