import { expect, test } from 'vitest';

import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { getDevice, patchDevice } from '../../../shared/contract/devices/devices.ts';
import { enrolDevice } from '../../../shared/contract/enrolment/enrolment.ts';
import {
  listConflicts,
  resolveConflict,
  resolveConflicts,
} from '../../../shared/contract/sync/sync-conflicts.ts';
import { getSyncReport } from '../../../shared/contract/sync/sync-history.ts';
import { listSyncDevices } from '../../../shared/contract/sync/sync.ts';
import { aCentral, type CentralDouble } from '../../support/central-double/index.ts';
import { EventReader } from '../../support/event-reader.ts';
import { refused } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';

const station = await aSharedStation();

/** Creates a device that both sides changed differently while disconnected. */
async function conflictingDevice(
  central: CentralDouble,
  id: string,
  { base, here, there }: Record<'base' | 'here' | 'there', Record<string, unknown>>,
): Promise<void> {
  central.add(id, { label: id, settings: base });
  await connect(station, central, { startsOver: true });
  await station.call(configureDevice, { params: { deviceId: id }, body: here });
  central.edit(id, (device) => Object.assign(device.settings, there));
  await syncNow(station);
}
const settingsHere = async (deviceId: string) =>
  (await station.call(getDevice, { params: { deviceId } })).body.settings;
const openConflicts = async () => (await station.call(listConflicts)).body.items;
const resolve = (conflictId: string, body: object) =>
  station.call(resolveConflict, { params: { conflictId }, body });

const brightness = (value: number) => ({ display: { brightness: value } });

test('a change of both sides is a conflict: the station wins for settings, and the losing value is retained', async () => {
  await using central = await aCentral();
  const sides = { base: brightness(50), here: brightness(80), there: brightness(30) };
  await conflictingDevice(central, 'both', sides);

  expect(await settingsHere('both')).toMatchObject(brightness(80));
  expect(central.devices.get('both')?.settings).toMatchObject(brightness(80));
  expect(await openConflicts()).toMatchObject([
    {
      deviceId: 'both',
      path: ['settings', 'display', 'brightness'],
      base: 50,
      here: 80,
      there: 30,
      winner: 'here',
      taken: null,
    },
  ]);
});

test('a conflict can be reversed any number of times, and both sides and the headset follow', async () => {
  await using central = await aCentral();
  await conflictingDevice(central, 'turned', {
    base: brightness(50),
    here: brightness(80),
    there: brightness(30),
  });
  const { body: headset } = await station.call(enrolDevice, {
    body: { enrollmentToken: 'token-turned', androidId: 'headset-turned' },
  });
  await using link = await EventReader.open(`${station.url}/devices/turned/updates`, {
    authorization: `Bearer ${headset.accessToken}`,
  });
  await link.next('hello');
  const [conflict] = await openConflicts();
  const conflictId = conflict?.id ?? '';

  const there = await resolve(conflictId, { take: 'there' });
  expect(there).toMatchObject({ status: 200, body: { taken: 'there' } });
  await link.next('settings');
  expect(await settingsHere('turned')).toMatchObject(brightness(30));
  await syncNow(station);
  expect(central.devices.get('turned')?.settings).toMatchObject(brightness(30));

  await resolve(conflictId, { take: 'here' });
  await syncNow(station);
  expect(central.devices.get('turned')?.settings).toMatchObject(brightness(80));

  await resolve(conflictId, { take: 'here', value: 55 });
  await syncNow(station);
  expect(central.devices.get('turned')?.settings).toMatchObject(brightness(55));
  expect(await openConflicts()).toEqual([]);
  const { items } = (await station.call(listConflicts, { query: { status: 'resolved' } })).body;
  expect(items).toMatchObject([{ id: conflictId, taken: 'value' }]);
});

test('the central wins for Wi-Fi and security; no answer contains passwords', async () => {
  await using central = await aCentral();
  const wifi = (password: string) => ({ wifi: [{ ssid: 'School', password }] });
  await conflictingDevice(central, 'wifi', {
    base: wifi('old-password'),
    here: wifi('from-here'),
    there: wifi('from-there'),
  });

  expect(await settingsHere('wifi')).toMatchObject(wifi('from-there'));
  const conflicts = await openConflicts();
  expect(conflicts).toMatchObject([{ deviceId: 'wifi', winner: 'there' }]);
  expect(JSON.stringify(conflicts)).not.toMatch(/from-here|from-there|old-password/);

  await resolve(conflicts[0]?.id ?? '', { take: 'here' });
  await syncNow(station);
  expect(central.devices.get('wifi')?.settings).toMatchObject(wifi('from-here'));
});

test('all conflicts below a path are decided together', async () => {
  await using central = await aCentral();
  const sides = (value: number) => ({ display: { brightness: value, ipdMm: value }, volume: value });
  await conflictingDevice(central, 'rule', { base: sides(1), here: sides(2), there: sides(3) });
  expect(await openConflicts()).toHaveLength(3);

  const body = { take: 'there', path: ['settings', 'display'] };
  expect((await station.call(resolveConflicts, { body })).body).toEqual({ resolved: 2, failed: 0 });

  expect(await settingsHere('rule')).toMatchObject({ display: { brightness: 3, ipdMm: 3 }, volume: 2 });
  expect(await openConflicts()).toMatchObject([{ path: ['settings', 'volume'] }]);
});

test('the given conflicts are decided together, and reversed together', async () => {
  await using central = await aCentral();
  const sides = (value: number) => ({ display: { brightness: value }, volume: value });
  await conflictingDevice(central, 'named', { base: sides(1), here: sides(2), there: sides(3) });
  const apartNow = (await station.call(listSyncDevices, { query: { which: 'apart' } })).body.items;
  expect(apartNow).toMatchObject([{ id: 'named', conflicts: 2, wants: [] }]);
  const conflictsId = (await openConflicts()).map(({ id }) => id);

  const decide = async (take: string) =>
    (await station.call(resolveConflicts, { body: { take, conflictsId: [...conflictsId, 'no-such'] } })).body;
  expect(await decide('there')).toEqual({ resolved: 2, failed: 0 });
  expect(await settingsHere('named')).toMatchObject(sides(3));
  expect(await decide('here')).toEqual({ resolved: 2, failed: 0 });
  expect(await settingsHere('named')).toMatchObject(sides(2));
});

test('the pending changes of a headset are listed by their parts', async () => {
  await using central = await aCentral();
  central.add('parts', { label: 'A-01', settings: { volume: 1 } });
  await connect(station, central, { startsOver: true });
  await central.goOffline();
  const params = { deviceId: 'parts' };
  await station.call(configureDevice, { params, body: { volume: 2 } });
  const headsets = async () =>
    (await station.call(listSyncDevices, { query: { which: 'apart' } })).body.items;
  expect(await headsets()).toMatchObject([{ id: 'parts', isAhead: true, wants: ['settings'] }]);
  await station.call(patchDevice, { params, body: { label: 'A-02' } });
  expect(await headsets()).toMatchObject([{ wants: ['settings', 'label'] }]);
  await central.goOnline();
  await syncNow(station);
  // The central publishes the station's own change too, so it is read again before both sides are in sync.
  await expect.poll(headsets).toEqual([]);
});

test('an invalid value is refused, and so is an unknown conflict', async () => {
  await using central = await aCentral();
  await conflictingDevice(central, 'wrong', {
    base: brightness(1),
    here: brightness(2),
    there: brightness(3),
  });
  const [conflict] = await openConflicts();

  expect(await resolve(conflict?.id ?? '', { take: 'here', value: 'very bright' })).toMatchObject(
    refused(400, 'VALIDATION_FAILED'),
  );
  expect(await resolve('no-such-conflict', { take: 'here' })).toMatchObject(refused(404, 'NOT_FOUND'));
  expect(await openConflicts()).toHaveLength(1);
});

test('the report of a run lists uploads, downloads, conflicts and their winners', async () => {
  await using central = await aCentral();
  central.add('told', { settings: { volume: 1 } });
  await connect(station, central, { startsOver: true });
  await central.goOffline();
  const params = { deviceId: 'told' };
  await station.call(configureDevice, { params, body: { volume: 2, audio: { alarm: 4 } } });
  central.edit('told', (device) => Object.assign(device.settings, { volume: 3, ...brightness(9) }));
  await central.goOnline();
  await syncNow(station);

  const { run, lines } = (await station.call(getSyncReport)).body;

  expect(run).toMatchObject({ outcome: 'done', counts: { pushed: 1, taken: 1, conflicts: 1 } });
  expect(lines).toMatchObject([
    { direction: 'down', deviceId: 'told', what: { parts: ['settings.display'] } },
    { direction: 'conflict', what: { path: ['settings', 'volume'], winner: 'here' } },
    { direction: 'up', what: { parts: ['settings.volume', 'settings.audio'] } },
  ]);
});

test.for(['honest', 'restless'] as const)(
  'what an admin writes between read and write is not overwritten at a central whose entity tags are %s',
  async (tags) => {
    await using central = await aCentral({ tags });
    central.add('raced', { settings: { display: { brightness: 1 } } });
    await connect(station, central, { startsOver: true });
    const params = { deviceId: 'raced' };
    await station.call(configureDevice, { params, body: { display: { refreshRate: 90 } } });
    let isWritten = false;
    central.fault = ({ method }) => {
      if (method !== 'PUT' || isWritten) return undefined;
      isWritten = true;
      central.edit('raced', (device) => (device.settings = { display: { brightness: 9 } }));
      return undefined;
    };

    const sync = await syncNow(station);

    expect(sync).toMatchObject({ state: 'upToDate', waiting: { desired: 0 } });
    expect(central.devices.get('raced')?.settings).toEqual({ display: { brightness: 9, refreshRate: 90 } });
    expect(await settingsHere('raced')).toEqual({ display: { brightness: 9, refreshRate: 90 } });
  },
);
