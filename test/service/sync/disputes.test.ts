import { expect, test } from 'vitest';

import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { deleteDevice } from '../../../shared/contract/devices/devices.ts';
import { listConflicts, resolveConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { listSyncDevices } from '../../../shared/contract/sync/sync.ts';
import { aCentral, type CentralDouble } from '../../support/central-double/index.ts';
import { refused } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';
import { beat, enrolAt, type Headset, read, slotAt, unenrol } from './enrolment-steps.ts';

const station = await aSharedStation();

const conflicts = async (status = 'open') =>
  (await station.call(listConflicts, { query: { status } })).body.items;
const resolve = (conflictId: string, body: object) =>
  station.call(resolveConflict, { params: { conflictId }, body });
const settled = { conflicts: 0, failures: 0, waiting: { lifecycle: 0 } };

/** A slot in which a headset was enrolled here, and something happened at the central meanwhile. */
async function aDispute(
  central: CentralDouble,
  id: string,
  meanwhile: () => void,
): Promise<{ readonly headset: Headset; readonly conflictId: string }> {
  central.add(id, { label: id });
  await connect(station, central, { startsOver: true });
  await central.goOffline();
  const headset = await enrolAt(station, id, `here-${id}`);
  meanwhile();
  await central.goOnline();
  await syncNow(station);
  const [conflict] = await conflicts();
  return { headset, conflictId: conflict?.id ?? '' };
}

/** The same, and the central has another headset in the slot. */
const aTakenSlot = (central: CentralDouble, id: string) =>
  aDispute(central, id, () => central.edit(id, (device) => (device.androidId = `there-${id}`)));

test('a slot that was deleted at the central can be kept here: its headset goes on, and is not synced', async () => {
  await using central = await aCentral();
  const { headset, conflictId } = await aDispute(central, 'kept', () => central.devices.delete('kept'));
  expect(await conflicts()).toMatchObject([{ deviceId: 'kept', enrolment: { isSlotGone: true } }]);

  expect(await resolve(conflictId, { take: 'here' })).toMatchObject({ status: 200, body: { isFinal: true } });

  expect(await syncNow(station)).toMatchObject({ ...settled, linked: 0, gone: 0 });
  expect(await read(station, 'kept')).toMatchObject({ androidId: headset.androidId, isArchived: false });
  expect(await beat(station, headset)).toEqual([]);
  const unlinked = (await station.call(listSyncDevices, { query: { which: 'unlinked', limit: '100' } })).body;
  expect(unlinked.items.map(({ id }) => id)).toContain('kept');
  expect(central.arrivals.some(({ method }) => method === 'POST')).toBe(false);
});

test('a slot that was deleted at the central can be given up here: its headset is ordered to un-enrol', async () => {
  await using central = await aCentral();
  const { headset, conflictId } = await aDispute(central, 'dropped', () => central.devices.delete('dropped'));

  expect(await resolve(conflictId, { take: 'there' })).toMatchObject({ status: 200 });

  expect(await syncNow(station)).toMatchObject({ ...settled, gone: 1 });
  expect(await read(station, 'dropped')).toMatchObject({ isArchived: true });
  expect(await beat(station, headset)).toMatchObject([{ event: 'unenroll' }]);
  expect(await resolve(conflictId, { take: 'here' })).toMatchObject(refused(409, 'CONFLICT'));
});

test('a conflict about a slot is decided for one of the two headsets, not with a value', async () => {
  await using central = await aCentral();
  const { conflictId } = await aTakenSlot(central, 'valued');

  expect(await resolve(conflictId, { take: 'here', value: 'a-third-headset' })).toMatchObject(
    refused(400, 'VALIDATION_FAILED'),
  );
  expect(await conflicts()).toHaveLength(1);
});

/** Why a slot is not free any more. */
const CHANGES = {
  taken: async (_central: CentralDouble, slot: string) => void (await enrolAt(station, slot, 'third-taken')),
  pending: async (_central: CentralDouble, slot: string) =>
    unenrol(station, await enrolAt(station, slot, 'third-pending')),
  archived: async (_central: CentralDouble, slot: string) => {
    await enrolAt(station, slot, 'third-archived');
    await enrolAt(station, 'successor', 'third-archived');
  },
  gone: async (central: CentralDouble, slot: string) => {
    central.devices.delete(slot);
    await syncNow(station);
  },
  edited: async (central: CentralDouble, slot: string) => {
    await central.goOffline();
    await station.call(configureDevice, { params: { deviceId: slot }, body: { volume: 3 } });
  },
  unknown: () => Promise.resolve(),
} as const;

test.for(['taken', 'pending', 'archived', 'gone', 'edited', 'unknown'] as const)(
  'the losing headset is not given a slot that is no longer free: %s',
  async (kind) => {
    await using central = await aCentral();
    const free = `free-${kind}`;
    central.add(free);
    central.add('successor');
    const { conflictId } = await aTakenSlot(central, `lost-${kind}`);
    await CHANGES[kind](central, free);
    const slotId = kind === 'unknown' ? 'no-such-slot' : free;
    const before = (await read(station, `lost-${kind}`)).androidId;
    const [offering] = await conflicts();
    expect(offering?.enrolment?.freeSlots.map(({ id }) => id)).not.toContain(slotId);

    expect(await resolve(conflictId, { take: 'there', slotId })).toMatchObject(refused(409, 'CONFLICT'));

    expect(await conflicts()).toHaveLength(1);
    expect((await read(station, `lost-${kind}`)).androidId).toBe(before);
  },
);

test('pending events of a free slot are uploaded although the losing headset gets the slot', async () => {
  await using central = await aCentral();
  central.add('free-with-events');
  const { headset, conflictId } = await aTakenSlot(central, 'lost-with-events');
  const former = await enrolAt(station, 'free-with-events', 'headset-former');
  await syncNow(station);
  central.fault = ({ method, pattern }) =>
    method === 'PUT' && pattern === '/devices/{deviceId}' ? { kind: 'answer', status: 422 } : undefined;
  await beat(station, former, 3);
  await unenrol(station, former);
  await syncNow(station);
  central.edit('free-with-events', (device) => (device.androidId = undefined));
  expect((await syncNow(station)).waiting.events).toBeGreaterThanOrEqual(3);

  const answer = await resolve(conflictId, { take: 'there', slotId: 'free-with-events' });
  expect(answer).toMatchObject({ status: 200 });
  central.fault = () => undefined;
  await expect
    .poll(async () => (await syncNow(station)).waiting)
    .toMatchObject({ desired: 0, lifecycle: 0, events: 0 });

  const { androidId, events = [] } = central.devices.get('free-with-events') ?? {};
  expect(events.map(({ eventId }) => eventId)).toEqual(
    expect.arrayContaining([0, 1, 2].map((number) => `headset-former-${String(number)}`)),
  );
  expect(androidId).toBe(headset.androidId);
  expect((await slotAt(station, 'free-with-events')).androidId).toBe(headset.androidId);
  expect(await beat(station, headset)).toEqual([]);
});

test('a decision against the local headset is final once that headset has received its order', async () => {
  await using central = await aCentral();
  const { headset, conflictId } = await aTakenSlot(central, 'ordered');
  await resolve(conflictId, { take: 'there' });
  await syncNow(station);
  expect(await conflicts('resolved')).toMatchObject([{ isFinal: false }]);
  expect(await beat(station, headset)).toMatchObject([{ event: 'unenroll' }]);

  const answer = await resolve(conflictId, { take: 'here' });

  expect(answer).toMatchObject(refused(409, 'CONFLICT'));
  expect(answer.body).toMatchObject({ message: expect.stringContaining('received its order') as string });
  expect((await conflicts('resolved'))[0]?.isFinal).toBe(true);
});

test('a decision against the local headset is final once the other headset uses this station', async () => {
  await using central = await aCentral();
  const { conflictId } = await aTakenSlot(central, 'used');
  await resolve(conflictId, { take: 'there' });
  await syncNow(station);
  const slot = await slotAt(station, 'used');
  expect(slot.androidId).toBe('there-used');
  const other = await enrolAt(station, slot.id, 'there-used');
  await beat(station, other);

  const answer = await resolve(conflictId, { take: 'here' });

  expect(answer).toMatchObject(refused(409, 'CONFLICT'));
  expect(answer.body).toMatchObject({ message: expect.stringContaining('now uses this station') as string });
});

test('a decision that was already made the same way changes nothing', async () => {
  await using central = await aCentral();
  const { conflictId } = await aTakenSlot(central, 'again');
  await resolve(conflictId, { take: 'here' });
  await syncNow(station);
  expect(central.ledger.unenrolments).toEqual(['again']);

  expect(await resolve(conflictId, { take: 'here' })).toMatchObject({ status: 200, body: { taken: 'here' } });

  await syncNow(station);
  expect(central.ledger.unenrolments).toEqual(['again']);
  central.edit('again', (device) => (device.androidId = undefined));
  expect(await syncNow(station)).toMatchObject(settled);
  expect(central.ledger.enrolments).toEqual([{ deviceId: 'again', androidId: 'here-again' }]);
});

test('a conflict about a slot that was deleted here is decided once, and deletes only what the person has seen', async () => {
  await using central = await aCentral();
  const { conflictId } = await aTakenSlot(central, 'seen');
  await station.call(deleteDevice, { params: { deviceId: 'seen' } });
  expect(await conflicts()).toMatchObject([{ deviceId: null, there: 'there-seen' }]);
  central.edit('seen', (device) => (device.androidId = 'a-newer-headset'));
  expect(await resolve(conflictId, { take: 'here' })).toMatchObject({ status: 200 });
  expect(await resolve(conflictId, { take: 'there' })).toMatchObject(refused(409, 'CONFLICT'));

  expect(await syncNow(station)).toMatchObject({ conflicts: 1 });

  expect(central.ledger.deletions).toEqual([]);
  expect(await conflicts()).toMatchObject([{ deviceId: null, there: 'a-newer-headset' }]);
});
