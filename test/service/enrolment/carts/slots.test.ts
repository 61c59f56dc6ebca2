import { expect, test } from 'vitest';

import {
  createAcceptanceSheet,
  exportSlots,
  freeSlot,
  setSlotProfiles,
  swapSlots,
} from '../../../../shared/contract/enrolment/carts.ts';
import { configureDevice } from '../../../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { enrolDevice } from '../../../../shared/contract/enrolment/enrolment.ts';
import { listEvents } from '../../../../shared/contract/devices/events.ts';
import { createGroup, getGroup } from '../../../../shared/contract/devices/groups.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { listChanges } from '../../../../shared/contract/configuration/history.ts';
import { createProfile } from '../../../../shared/contract/configuration/profiles.ts';
import { createSlots } from '../../../../shared/contract/operations/station.ts';
import { parseCsv } from '../../../../shared/domain/kernel/csv.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

/** Two slots of one cart. */
async function aPair(prefix: string) {
  const { body } = await station.call(createSlots, {
    body: { count: 2, labelPrefix: prefix, cart: { id: `cart-${prefix}`, label: `Cart ${prefix}` } },
  });
  const [first, second] = body.items;
  if (first === undefined || second === undefined) throw new Error('No slots were made');
  return { first, second };
}

const enrol = async (enrollmentToken: string, androidId: string) =>
  (await station.call(enrolDevice, { body: { enrollmentToken, androidId } })).body;

const read = async (deviceId: string) => (await station.call(getDevice, { params: { deviceId } })).body;

const inGroup = async (name: string, devicesId: string[]) =>
  (await station.call(createGroup, { body: { name, devicesId } })).body.id;

const members = async (groupId: string) => (await station.call(getGroup, { params: { groupId } })).body;

const sheetOf = async (id: string) =>
  (await station.call(createAcceptanceSheet, { body: { devicesId: [id] } })).body.items[0];

test('an exported list holds every enrolment token as it is, also for a spreadsheet', async () => {
  const slots = (await station.call(createSlots, { body: { count: 500, labelPrefix: 'TK-' } })).body.items;
  const tokens = slots.map(({ enrollmentToken }) => enrollmentToken);
  const { csv } = (await station.call(exportSlots, { body: { devicesId: slots.map(({ id }) => id) } })).body;
  const { header, rows } = parseCsv(csv);
  const column = header.indexOf('enrollmentToken');
  expect(new Set(rows.map(({ cells }) => cells[column]))).toEqual(new Set(tokens));
});

test('two slots swap names and positions, and settings, groups and history stay with the headset', async () => {
  const { first, second } = await aPair('SW-');
  await enrol(first.enrollmentToken, 'android-swap');
  await station.call(configureDevice, { params: { deviceId: first.id }, body: { volume: 12 } });
  const groupId = await inGroup('Swapped', [first.id]);
  await using wall = await station.stream('/station/updates');
  await wall.next('hello');

  const { body } = await station.call(swapSlots, { body: { devicesId: [first.id, second.id] } });

  expect(body.items).toMatchObject([
    { id: first.id, label: 'SW-02', cart: { label: 'Cart SW-' }, place: 2 },
    { id: second.id, label: 'SW-01', place: 1 },
  ]);
  await wall.next('device', (data) => data['id'] === first.id && data['place'] === 2);
  expect(await read(first.id)).toMatchObject({
    label: 'SW-02',
    androidId: 'android-swap',
    settings: { volume: 12 },
    metadata: { muster: { place: 2 } },
  });
  expect((await members(groupId)).devicesId).toEqual([first.id]);
  const { body: history } = await station.call(listChanges, { query: { deviceId: second.id } });
  expect(history.items).toMatchObject([{ kind: 'swap', devices: 2 }]);
});

test('a slot cannot be swapped with itself, an unknown one or an archived record', async () => {
  const { first, second } = await aPair('NO-');
  const swap = (devicesId: string[]) => station.call(swapSlots, { body: { devicesId } });

  expect(await swap([first.id, first.id])).toMatchObject(refused(400, 'VALIDATION_FAILED'));
  expect(await swap([first.id, 'nobody'])).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  const foreign = await station.call(swapSlots, {
    body: { devicesId: [first.id, second.id] },
    token: await station.issue({ scope: 'enterprise', enterpriseId: null }),
  });
  expect(foreign).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  await enrol(first.enrollmentToken, 'android-moving');
  const third = (await aPair('NX-')).first;
  await enrol(second.enrollmentToken, 'android-moving');
  expect(await swap([first.id, third.id])).toMatchObject(refused(409, 'CONFLICT'));

  const back = await swap([first.id, second.id]);

  expect(back.body).toMatchObject({
    items: [{ label: 'NO-02' }, { id: second.id, label: 'NO-01', place: 1 }],
  });
});

test('a headset that enrols again keeps its groups, and its position if the new slot has none', async () => {
  const { first, second } = await aPair('RE-');
  const groupId = await inGroup('Year 8', [first.id]);
  const before = await members(groupId);
  await enrol(first.enrollmentToken, 'android-again');
  await using wall = await station.stream('/station/updates');
  await wall.next('hello');

  await enrol(second.enrollmentToken, 'android-again');

  await wall.next('group', (data) => data['id'] === groupId);
  const group = await members(groupId);
  expect(group.devicesId).toEqual([second.id]);
  expect(group.revision).toBe(before.revision + 1);
  expect(await read(second.id)).toMatchObject({ label: 'RE-02', metadata: { muster: { place: 2 } } });

  const [loose] = await station.slots(1, 'LOOSE-');
  await enrol(loose?.enrollmentToken ?? '', 'android-again');

  expect((await members(groupId)).devicesId).toEqual([loose?.id]);
  const { metadata } = await read(loose?.id ?? '');
  expect(metadata).toMatchObject({ muster: { group: { label: 'Cart RE-' }, place: 2 } });
});

test('a broken headset releases its slot without an answer, and its replacement gets everything it had', async () => {
  const { first } = await aPair('FR-');
  const broken = await enrol(first.enrollmentToken, 'android-broken');
  await station.call(configureDevice, { params: { deviceId: first.id }, body: { volume: 9 } });
  const groupId = await inGroup('Broken', [first.id]);

  const { body: slot } = await station.call(freeSlot, { params: { deviceId: first.id } });

  expect(slot).toMatchObject({ id: first.id, label: 'FR-01' });
  expect(slot.enrollmentToken).not.toBe(first.enrollmentToken);
  const late = await station.call(updateDevice, {
    params: { deviceId: first.id },
    token: broken.accessToken,
    body: {},
  });
  expect(late.status).toBe(401);
  expect(await station.call(freeSlot, { params: { deviceId: first.id } })).toMatchObject(
    refused(409, 'CONFLICT'),
  );
  expect(await station.call(freeSlot, { params: { deviceId: 'nobody' } })).toMatchObject(
    refused(404, 'DEVICE_NOT_FOUND'),
  );
  expect(await enrol(slot.enrollmentToken, 'android-new')).toMatchObject({
    id: first.id,
    label: 'FR-01',
    settings: { volume: 9 },
    metadata: { muster: { place: 1 } },
  });
  expect((await members(groupId)).devicesId).toEqual([first.id]);
});

test('a profile is chosen for slots later, applied at once to an enrolled headset, and retried', async () => {
  const { first, second } = await aPair('PR-');
  const kiosk = { kioskMode: { isActive: true, packageName: 'org.school.there' } };
  const profile = await station.call(createProfile, { body: { name: 'Later', settings: kiosk } });
  const profileId = profile.body.id;
  const choose = async (devicesId: string[], id: string | null) =>
    (await station.call(setSlotProfiles, { body: { devicesId, profileId: id } })).body;
  const headset = await enrol(first.enrollmentToken, 'android-later');

  const chosen = await choose([first.id, second.id, 'nobody'], profileId);

  expect(chosen.items).toMatchObject([
    { id: first.id, state: 'waits' },
    { id: second.id, state: 'waits', reason: null },
    { id: 'nobody', error: { code: 'DEVICE_NOT_FOUND' } },
  ]);
  expect(chosen.items[0]?.reason).toContain('org.school.there is neither assigned');
  expect(await sheetOf(first.id)).toMatchObject({
    profile: { id: profileId, name: 'Later', version: null },
    isConfirmed: false,
    open: [{ code: 'NEVER_HEARD' }, { code: 'PROFILE_WAITS', subject: 'Later' }],
  });
  const report = (body: object) =>
    station.call(updateDevice, { params: { deviceId: first.id }, token: headset.accessToken, body });
  await report({ installedPackages: [{ packageName: 'org.school.there', versionCode: 1 }] });
  expect(await sheetOf(first.id)).toMatchObject({
    profile: { version: 1, reason: null },
    open: [{ code: 'SETTINGS_NOT_APPLIED' }],
  });
  await report({ settingsRevision: 1, effectiveSettings: { kioskMode: { isActive: false } } });
  expect(await sheetOf(first.id)).toMatchObject({ open: [{ code: 'NOT_IN_EFFECT' }], isConfirmed: false });
  await report({ effectiveSettings: kiosk });
  expect(await sheetOf(first.id)).toMatchObject({ open: [], isConfirmed: true });

  expect(await choose([first.id], profileId)).toMatchObject({ items: [{ state: 'given' }] });
  expect(await choose([second.id], null)).toMatchObject({ items: [{ state: 'none' }] });
  expect(await sheetOf(first.id)).toMatchObject({ open: [{ code: 'SETTINGS_NOT_APPLIED' }] });
  const { body: input } = await station.call(listEvents, {
    params: { deviceId: first.id },
    query: { type: 'PROFILE_APPLIED' },
  });
  expect(input.total).toBe(2);
  const { body: file } = await station.call(exportSlots, { body: { devicesId: [first.id, second.id] } });
  expect(file.csv).toContain('PR-01,,Cart PR-,1,1,Later');
  expect(file.csv).toContain('PR-02,,Cart PR-,1,2,,');
  const unknown = await station.call(setSlotProfiles, {
    body: { devicesId: [first.id], profileId: 'gone' },
  });
  expect(unknown).toMatchObject(refused(404, 'NOT_FOUND'));
});
