import { expect, test } from 'vitest';

import { unenrollDevice, answerCommand } from '../../../shared/contract/commands/commands.ts';
import { deleteDevice, getDevice, patchDevice } from '../../../shared/contract/devices/devices.ts';
import { enrolDevice } from '../../../shared/contract/enrolment/enrolment.ts';
import { updateDevice } from '../../../shared/contract/enrolment/heartbeat.ts';
import { listConflicts, resolveConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { getSync, linkDevice, listSyncDevices, runSync } from '../../../shared/contract/sync/sync.ts';
import { aCentral, type CentralDouble } from '../../support/central-double/index.ts';
import { EventReader } from '../../support/event-reader.ts';
import { refused } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { betweenRuns, connect, syncNow } from '../../support/synced-station.ts';

const station = await aSharedStation();
const read = async (deviceId: string) => (await station.call(getDevice, { params: { deviceId } })).body;
const devicesOf = async (which: string) =>
  (await station.call(listSyncDevices, { query: { which } })).body.items;

/** Connects, then enrols headsets in slots while the central is offline. */
async function enrolOffline(central: CentralDouble, ...ids: readonly string[]): Promise<string[]> {
  for (const id of ids) central.add(id, { label: id });
  await connect(station, central, { startsOver: true });
  await central.goOffline();
  const tokens: string[] = [];
  for (const id of ids) {
    const body = { enrollmentToken: `token-${id}`, androidId: `headset-${id}` };
    tokens.push((await station.call(enrolDevice, { body })).body.accessToken);
  }
  await central.goOnline();
  return tokens;
}

test('a headset that was enrolled offline is enrolled at the central once, although the answer was lost', async () => {
  await using central = await aCentral();
  await enrolOffline(central, 'once');
  let isLost = false;
  central.fault = ({ method, pattern }) => {
    if (isLost || method !== 'POST' || pattern !== '/devices') return undefined;
    isLost = true;
    return { kind: 'cutAfter' };
  };

  await syncNow(station);
  await syncNow(station);

  expect(isLost).toBe(true);
  expect(central.ledger.enrolments).toEqual([{ deviceId: 'once', androidId: 'headset-once' }]);
  expect(await devicesOf('waiting')).toEqual([]);
});

test('a slot that another headset took meanwhile is a conflict for a person; other slots are not held back', async () => {
  await using central = await aCentral();
  await enrolOffline(central, 'taken', 'free');
  central.edit('taken', (device) => (device.androidId = 'somebody-else'));

  const sync = await syncNow(station);
  expect(sync).toMatchObject({ state: 'upToDate', conflicts: 1, waiting: { lifecycle: 1 } });
  expect(central.ledger.enrolments).toEqual([{ deviceId: 'free', androidId: 'headset-free' }]);
  const posts = central.count('POST /devices');
  await syncNow(station);
  expect(central.count('POST /devices')).toBe(posts);

  const [conflict] = (await station.call(listConflicts)).body.items;
  expect(conflict).toMatchObject({
    deviceId: 'taken',
    kind: 'enrolment',
    here: 'headset-taken',
    there: 'somebody-else',
    winner: 'none',
  });
  // The central keeps its headset: the local one is ordered to un-enrol, and its record stays.
  const params = { conflictId: conflict?.id ?? '' };
  await station.call(resolveConflict, { params, body: { take: 'there' } });
  expect(await syncNow(station)).toMatchObject({ conflicts: 0, waiting: { lifecycle: 0 } });
  expect(await read('taken')).toMatchObject({
    androidId: 'headset-taken',
    isArchived: true,
  });
  const tied = (await devicesOf('all')).find(({ upstreamId }) => upstreamId === 'taken');
  expect(tied?.id).not.toBe('taken');
  expect((await read(tied?.id ?? '')).androidId).toBe('somebody-else');

  // Reversed: the local headset's record is linked to the slot again, and the central is updated.
  const turned = await station.call(resolveConflict, { params, body: { take: 'here' } });
  expect(turned).toMatchObject({ status: 200, body: { taken: 'here', isFinal: false } });
  expect(await station.call(getDevice, { params: { deviceId: tied?.id ?? '' } })).toMatchObject(
    refused(404, 'DEVICE_NOT_FOUND'),
  );
  // Reversed again twice, before any headset was notified.
  for (const take of ['there', 'here'])
    expect(await station.call(resolveConflict, { params, body: { take } })).toMatchObject({ status: 200 });
  await syncNow(station);
  expect(central.ledger.unenrolments).toEqual(['taken']);
  central.edit('taken', (device) => (device.androidId = undefined));
  expect(await syncNow(station)).toMatchObject({ waiting: { lifecycle: 0 }, conflicts: 0, gone: 0 });
  expect(central.devices.get('taken')?.androidId).toBe('headset-taken');
  expect((await devicesOf('all')).find(({ upstreamId }) => upstreamId === 'taken')?.id).toBe('taken');

  // Now the other headset has received its order, so it can no longer be reversed.
  const { items } = (await station.call(listConflicts, { query: { status: 'resolved' } })).body;
  expect(items[0]).toMatchObject({ id: conflict?.id, isFinal: true });
  const late = await station.call(resolveConflict, { params, body: { take: 'there' } });
  expect(late).toMatchObject(refused(409, 'CONFLICT'));
  expect(late.body).toMatchObject({ message: expect.stringContaining('Enrol it again') as string });
});

test('deletions are uploaded once and do not return', async () => {
  await using central = await aCentral();
  central.add('deleted-here');
  await connect(station, central, { startsOver: true });
  await central.goOffline();
  await station.call(deleteDevice, { params: { deviceId: 'deleted-here' } });
  expect((await devicesOf('waiting')).map(({ lifecycle }) => lifecycle)).toEqual([['delete']]);
  await central.goOnline();

  await syncNow(station);
  const sync = await syncNow(station);

  expect(central.ledger.deletions).toEqual(['deleted-here']);
  expect(sync).toMatchObject({ linked: 0, waiting: { lifecycle: 0 } });
});

test('enrolments elsewhere and un-enrolments are uploaded in the order in which they happened', async () => {
  await using central = await aCentral();
  const [, tokenB] = await enrolOffline(central, 'order-a', 'order-b');
  await central.goOffline();
  // The headset of A moves to C; the one of B is un-enrolled.
  central.add('order-c');
  await central.goOnline();
  await syncNow(station);
  await central.goOffline();
  const move = { enrollmentToken: 'token-order-c', androidId: 'headset-order-a' };
  await station.call(enrolDevice, { body: move });
  const params = { deviceId: 'order-b' };
  const { commandId } = (await station.call(unenrollDevice, { params })).body;
  await station.call(answerCommand, {
    params: { ...params, commandId },
    body: { done: true },
    token: tokenB ?? '',
  });
  expect((await read('order-b')).androidId).toBeUndefined();
  await central.goOnline();

  await syncNow(station);

  expect(central.ledger.enrolments.map(({ deviceId }) => deviceId)).toEqual([
    'order-a',
    'order-b',
    'order-c',
  ]);
  expect(central.ledger.unenrolments).toEqual(['order-b']);
  expect(central.devices.get('order-a')).toMatchObject({ isArchived: true, replacedBy: 'order-c' });
  expect(await read('order-a')).toMatchObject({ isArchived: true, replacedBy: 'order-c' });
});

test('a device that was deleted at the central is archived here with the reason, and its headset is notified', async () => {
  await using central = await aCentral();
  const [token = ''] = await enrolOffline(central, 'deleted-there');
  await syncNow(station);
  await using link = await EventReader.open(`${station.url}/devices/deleted-there/updates`, {
    authorization: `Bearer ${token}`,
  });
  await link.next('hello');
  const kept = central.devices.get('deleted-there');
  central.devices.delete('deleted-there');

  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', gone: 1 });

  await link.next('device', ({ isArchived }) => isArchived === true);
  expect(await read('deleted-there')).toMatchObject({ isArchived: true, label: 'deleted-there' });
  expect(await devicesOf('gone')).toMatchObject([{ id: 'deleted-there', gone: 'DELETED' }]);

  // The deletion was a mistake and is reversed.
  if (kept !== undefined) central.devices.set(kept.id, kept);
  expect(await syncNow(station)).toMatchObject({ gone: 0 });
  expect((await read('deleted-there')).isArchived).toBe(false);
});

test('a device that moved to another organisation is archived here with the reason, and keeps its data', async () => {
  await using central = await aCentral();
  central.enterprises = ['school', 'college'];
  central.add('handed-over', { label: 'Handed over', settings: { volume: 6 } });
  await connect(station, central, { startsOver: true, enterpriseId: 'school' });
  central.edit('handed-over', (device) => Object.assign(device, { enterprise: 'college', settings: {} }));

  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', gone: 1, linked: 0 });

  const kept = { isArchived: true, label: 'Handed over', settings: { volume: 6 } };
  expect(await read('handed-over')).toMatchObject(kept);
  expect(await devicesOf('gone')).toMatchObject([{ id: 'handed-over', gone: 'OTHER_ORGANISATION' }]);
  // It returns: the record continues.
  central.edit('handed-over', (device) => Object.assign(device, { enterprise: 'school' }));
  expect(await syncNow(station)).toMatchObject({ gone: 0, linked: 1 });
  expect(await read('handed-over')).toMatchObject({ isArchived: false, label: 'Handed over' });
});

test('many devices deleted at once are archived only after confirmation', async () => {
  await using central = await aCentral();
  for (let number = 0; number < 12; number += 1) central.add(`many-${number}`);
  await connect(station, central, { startsOver: true });
  // A late read of one device would meet the next change alone.
  await expect.poll(() => central.listeners).toHaveLength(12);
  await syncNow(station);
  central.devices.clear();

  expect(await syncNow(station)).toMatchObject({ state: 'blocked', reason: { code: 'MANY_GONE' }, gone: 0 });
  expect((await read('many-0')).isArchived).toBe(false);

  expect(await syncNow(station, { confirmsRemovals: true })).toMatchObject({ state: 'upToDate', gone: 12 });
});

test('many devices that were listed but deleted before they were read are archived only after confirmation', async () => {
  await using central = await aCentral();
  for (let number = 0; number < 12; number += 1) central.add(`lost-${number}`);
  await connect(station, central, { startsOver: true });
  // A stream that opens later would cause another run, which the devices could vanish from half way.
  await expect.poll(() => central.listeners).toHaveLength(12);
  await syncNow(station);
  // The list of a full run is complete; then the devices disappear.
  central.fault = ({ path }) => {
    if (path.startsWith('/devices/lost-')) central.devices.clear();
    return undefined;
  };

  expect(await syncNow(station)).toMatchObject({ state: 'blocked', reason: { code: 'MANY_GONE' }, gone: 0 });

  expect(await syncNow(station, { confirmsRemovals: true })).toMatchObject({ state: 'upToDate', gone: 12 });
});

test('a confirmation that many devices were deleted, given during another run, holds for the next one', async () => {
  await using central = await aCentral();
  for (let number = 0; number < 12; number += 1) central.add(`doomed-${number}`);
  central.add('busy');
  await connect(station, central, { startsOver: true });
  await expect.poll(() => central.listeners).toHaveLength(13);
  await syncNow(station);
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  central.fault = ({ method, path }) => {
    if (isHeld || method !== 'GET' || path !== '/devices/busy') return undefined;
    isHeld = true;
    return { kind: 'hold', until: held.promise };
  };
  await station.call(patchDevice, { params: { deviceId: 'busy' }, body: { label: 'new' } });
  await expect.poll(() => isHeld).toBe(true);
  for (let number = 0; number < 12; number += 1) central.devices.delete(`doomed-${number}`);
  await station.call(runSync, { body: { confirmsRemovals: true } });
  held.resolve();

  await expect
    .poll(async () => (await station.call(getSync)).body)
    .toMatchObject({ state: 'upToDate', gone: 12 });
});

test('devices that are missing from the list and devices that vanish while they are read are counted together', async () => {
  await using central = await aCentral();
  for (let number = 0; number < 16; number += 1) central.add(`both-${number}`);
  await connect(station, central, { startsOver: true });
  // A stream that opens later would cause another run. With more than 16 devices they open in turn, all the time.
  await expect.poll(() => central.listeners).toHaveLength(16);
  await syncNow(station);
  for (let number = 0; number < 7; number += 1) central.devices.delete(`both-${number}`);
  let isListed = false;
  central.fault = ({ method, pattern, path }) => {
    isListed ||= method === 'GET' && pattern === '/devices';
    if (isListed && path.startsWith('/devices/both-'))
      for (let number = 7; number < 14; number += 1) central.devices.delete(`both-${number}`);
    return undefined;
  };

  // Seven alone would be below the limit.
  expect(await syncNow(station)).toMatchObject({ state: 'blocked', reason: { code: 'MANY_GONE' }, gone: 7 });
  expect((await read('both-7')).isArchived).toBe(false);

  expect(await syncNow(station, { confirmsRemovals: true })).toMatchObject({ state: 'upToDate', gone: 14 });
});

test('a fleet is not archived in small numbers, run after run; confirmed deletions no longer count', async () => {
  await using central = await aCentral();
  for (let number = 0; number < 24; number += 1) central.add(`few-${number}`);
  await connect(station, central, { startsOver: true });
  const lose = (from: number, to: number) =>
    betweenRuns(station, () => {
      for (let number = from; number < to; number += 1) central.devices.delete(`few-${number}`);
    });
  await lose(0, 7);
  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', gone: 7 });
  await lose(7, 14);

  expect(await syncNow(station)).toMatchObject({ state: 'blocked', reason: { code: 'MANY_GONE' }, gone: 7 });
  expect(await syncNow(station, { confirmsRemovals: true })).toMatchObject({ state: 'upToDate', gone: 14 });
  await lose(14, 20);
  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', gone: 20 });
});

test('a slot that the central gave to another headset ends here; the central’s record arrives as a new device', async () => {
  await using central = await aCentral();
  await enrolOffline(central, 'reassigned');
  await syncNow(station);
  central.edit('reassigned', (device) => (device.androidId = 'the-next-headset'));

  await syncNow(station);

  expect(await read('reassigned')).toMatchObject({ androidId: 'headset-reassigned', isArchived: true });
  expect(await devicesOf('gone')).toMatchObject([{ id: 'reassigned', gone: 'REASSIGNED' }]);
  const next = (await devicesOf('all')).find(({ upstreamId }) => upstreamId === 'reassigned');
  expect((await read(next?.id ?? '')).androidId).toBe('the-next-headset');
});

test('a headset that the central un-enrolled but cannot reach is ordered to clean up by the station', async () => {
  await using central = await aCentral();
  const [token = ''] = await enrolOffline(central, 'let-go');
  const params = { deviceId: 'let-go' };
  await station.call(updateDevice, { params, body: {}, token });
  await syncNow(station);
  central.edit('let-go', (device) => (device.androidId = undefined));

  await syncNow(station);

  const beat = (await station.call(updateDevice, { params, body: {}, token })).body;
  expect(beat.commands).toMatchObject([{ event: 'unenroll' }]);
  const commandId = beat.commands[0]?.commandId ?? '';
  await station.call(answerCommand, { params: { ...params, commandId }, body: {}, token });
  await syncNow(station);
  expect((await read('let-go')).androidId).toBeUndefined();
  expect(central.ledger.unenrolments).toEqual([]);
});

test('a slot that was created here is linked to one of the central by hand, and its headset is enrolled there', async () => {
  await using central = await aCentral();
  central.add('by-hand', { label: 'From the office', settings: { volume: 7 } });
  const { id } = await station.enrolled('headset-by-hand');
  await connect(station, central, { startsOver: true });
  expect((await devicesOf('unlinked')).map((each) => each.id)).toContain(id);

  const linked = await station.call(linkDevice, { body: { deviceId: id, upstreamId: 'by-hand' } });
  expect(linked).toMatchObject({ status: 200, body: { id, upstreamId: 'by-hand' } });
  await syncNow(station);

  expect(central.ledger.enrolments).toEqual([{ deviceId: 'by-hand', androidId: 'headset-by-hand' }]);
  expect((await read(id)).settings.volume).toBe(7);
  const again = { body: { deviceId: id, upstreamId: 'by-hand' } };
  expect(await station.call(linkDevice, again)).toMatchObject(refused(409, 'CONFLICT'));
  const nobody = { body: { deviceId: id, upstreamId: 'no-such-device' } };
  expect(await station.call(linkDevice, nobody)).toMatchObject(refused(404, 'NOT_FOUND'));
});
