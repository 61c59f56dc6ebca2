import { expect, test } from 'vitest';

import { unenrollDevice } from '../../../shared/contract/commands/commands.ts';
import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { patchDevice } from '../../../shared/contract/devices/devices.ts';
import { listConflicts, resolveConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { pauseSync, resumeSync } from '../../../shared/contract/sync/sync.ts';
import { aStation, type TestStation } from '../../support/a-station.ts';
import { aCentral } from '../../support/central-double/index.ts';
import { connect, syncNow } from '../../support/synced-station.ts';
import { beat, enrolAt, eventsAt, unenrol, read, slotAt } from './enrolment-steps.ts';

/** A Muster central and two stations; a headset of the first needs a decision about a slot that the other one took. */
async function aDispute() {
  const stack = new AsyncDisposableStack();
  const start = async (role: 'central' | 'station'): Promise<TestStation> =>
    stack.use(await aStation({ role, rateLimit: 0, checksReplies: false }));
  const central = await start('central');
  const [s1 = '', s2 = ''] = (await central.slots(2)).map(({ id }) => id);
  const [a, b] = [await start('station'), await start('station')];
  for (const station of [a, b]) await connect(station, central);
  await a.call(pauseSync);
  const here = await enrolAt(a, s1, 'headset-here');
  await enrolAt(b, s1, 'headset-there');
  await expect
    .poll(async () => (await syncNow(b)) && (await read(central, s1)).androidId)
    .toBe('headset-there');
  await a.call(resumeSync);
  const open = async () => (await a.call(listConflicts)).body.items;
  await expect.poll(async () => (await syncNow(a)) && (await open()).length).toBe(1);
  return { central, a, b, s1, s2, here, open, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const decide = (station: TestStation, conflictId = '', take: 'here' | 'there') =>
  station.call(resolveConflict, { params: { conflictId }, body: { take } });

/** Moves the local headset to the second slot. Returns what happened to both slots once everyone has synced. */
async function movedOn(dispute: Awaited<ReturnType<typeof aDispute>>) {
  const { central, a, s1, s2, open } = dispute;
  await a.call(resumeSync);
  await expect.poll(async () => (await syncNow(a)).waiting.lifecycle).toBe(0);
  const [there, here, next] = [await read(central, s1), await slotAt(a, s1), await read(central, s2)];
  const inUse = [there, here].map(({ androidId, isArchived }) => ({ androidId, isArchived }));
  return { inUse, next: next.androidId, open: await open() };
}

const OF_THE_OTHER = { androidId: 'headset-there', isArchived: false };

test('a conflict about a slot is settled when its headset moves to another one', async () => {
  await using dispute = await aDispute();
  const { a, s2 } = dispute;
  await a.call(pauseSync);
  await enrolAt(a, s2, 'headset-here');

  const end = await movedOn(dispute);

  expect(end).toEqual({ inUse: [OF_THE_OTHER, OF_THE_OTHER], next: 'headset-here', open: [] });
});

test('a decision for a headset that moved on to another slot does not bring it back', async () => {
  await using dispute = await aDispute();
  const { a, s2, open } = dispute;
  await a.call(pauseSync);
  await enrolAt(a, s2, 'headset-here');
  const [conflict] = await open();
  expect((await decide(a, conflict?.id, 'here')).status).toBe(200);

  const end = await movedOn(dispute);

  expect(end).toEqual({ inUse: [OF_THE_OTHER, OF_THE_OTHER], next: 'headset-here', open: [] });
});

test('a conflict about a slot ends when the local headset leaves it', async () => {
  await using dispute = await aDispute();
  const { central, a, s1, here, open } = dispute;
  await unenrol(a, here);

  await expect.poll(async () => (await syncNow(a)) && (await slotAt(a, s1)).androidId).toBe('headset-there');

  expect(await open()).toEqual([]);
  expect(await read(central, s1)).toMatchObject({ androidId: 'headset-there' });
});

test('an edit of a slot is uploaded although its headset left and was enrolled elsewhere before anybody synced', async () => {
  await using dispute = await aDispute();
  const { central, a, b, s1, s2, open } = dispute;
  const [conflict] = await open();
  await a.call(pauseSync);
  const edited = await a.call(configureDevice, { params: { deviceId: s1 }, body: { volume: 7 } });
  expect(edited.status).toBe(200);
  expect((await decide(a, conflict?.id, 'there')).status).toBe(200);
  await enrolAt(b, s2, 'headset-here');
  await expect
    .poll(async () => (await syncNow(b)) && (await read(central, s2)).androidId)
    .toBe('headset-here');

  await a.call(resumeSync);
  await expect.poll(async () => (await syncNow(a)) && (await slotAt(a, s2)).androidId).toBe('headset-here');
  await syncNow(a);

  expect(await read(central, s1)).toMatchObject({ androidId: 'headset-there', settings: { volume: 7 } });
  expect(await slotAt(a, s1)).toMatchObject({ androidId: 'headset-there', settings: { volume: 7 } });
});

test('edits of a slot are uploaded to it although its headset gets a free slot', async () => {
  await using dispute = await aDispute();
  const { central, a, s1, s2, open } = dispute;
  const [conflict] = await open();
  await a.call(pauseSync);
  await a.call(patchDevice, { params: { deviceId: s1 }, body: { label: 'edited' } });
  const { label } = await slotAt(a, s2);
  const params = { conflictId: conflict?.id ?? '' };
  const body = { take: 'there', slotId: (await slotAt(a, s2)).id };
  expect((await a.call(resolveConflict, { params, body })).status).toBe(200);

  await a.call(resumeSync);
  await expect
    .poll(async () => (await syncNow(a)) && (await read(central, s2)).androidId)
    .toBe('headset-here');
  await syncNow(a);

  expect(await read(central, s1)).toMatchObject({ androidId: 'headset-there', label: 'edited' });
  expect(await slotAt(a, s1)).toMatchObject({ androidId: 'headset-there', label: 'edited' });
  expect(await slotAt(a, s2)).toMatchObject({ androidId: 'headset-here', label });
});

test('events of a headset that only its station knew are not uploaded again when it gets another slot', async () => {
  await using dispute = await aDispute();
  const { central, a, b, s2, open } = dispute;
  const moving = await enrolAt(a, s2, 'headset-moving');
  await beat(a, moving, 10);
  await expect.poll(async () => (await syncNow(a)) && eventsAt(central, s2, 'headset-moving')).toBe(10);
  await a.call(pauseSync);
  await unenrol(a, moving);
  await enrolAt(a, s2, 'headset-moving');
  const enrolThere = async () => {
    const [slot = ''] = (await central.slots(1)).map(({ id }) => id);
    await expect.poll(async () => (await syncNow(b)) && (await slotAt(b, slot)).id).toBeTruthy();
    await enrolAt(b, slot, 'headset-moving');
    await expect
      .poll(async () => (await syncNow(b)) && (await read(central, slot)).androidId)
      .toBe('headset-moving');
    return slot;
  };
  await enrolThere();
  expect(await read(central, s2)).toMatchObject({ isArchived: true });
  await a.call(resumeSync);
  const gone = async () => {
    await syncNow(a);
    return (await open()).find(({ enrolment }) => enrolment?.isSlotGone === true);
  };
  await expect.poll(async () => (await gone()) === undefined).toBe(false);
  expect((await decide(a, (await gone())?.id, 'here')).status).toBe(200);
  await a.call(pauseSync);

  const s4 = await enrolThere();
  await a.call(resumeSync);
  await expect.poll(async () => (await syncNow(a)) && (await slotAt(a, s4)).androidId).toBe('headset-moving');
  await expect.poll(async () => (await syncNow(a)).waiting.events).toBe(0);

  expect(await eventsAt(central, s2, 'headset-moving')).toBe(10);
  expect(await eventsAt(central, s4, 'headset-moving')).toBe(0);
});

test('a headset in a slot that is archived at the central is ordered to un-enrol, and not before', async () => {
  await using dispute = await aDispute();
  const { central, a, b, s2 } = dispute;
  const [s3 = ''] = (await central.slots(1)).map(({ id }) => id);
  const moving = await enrolAt(a, s2, 'headset-moving');
  await expect
    .poll(async () => (await syncNow(a)) && (await read(central, s2)).androidId)
    .toBe('headset-moving');
  await expect.poll(async () => (await syncNow(b)) && (await slotAt(b, s3)).id).toBeTruthy();
  expect(await beat(a, moving)).toEqual([]);

  await enrolAt(b, s3, 'headset-moving');
  await expect
    .poll(async () => (await syncNow(b)) && (await read(central, s3)).androidId)
    .toBe('headset-moving');
  await expect.poll(async () => (await syncNow(a)) && (await slotAt(a, s2)).isArchived).toBe(true);

  expect(await beat(a, moving)).toMatchObject([{ event: 'unenroll' }]);
});

test('a headset that lost its slot, and was enrolled elsewhere on both sides, needs a decision', async () => {
  await using dispute = await aDispute();
  const { central, a, s2, open } = dispute;
  await a.call(pauseSync);
  const [conflict] = await open();
  expect((await decide(a, conflict?.id, 'there')).status).toBe(200);
  await enrolAt(a, s2, 'headset-here');
  const [s3 = ''] = (await central.slots(1)).map(({ id }) => id);
  await enrolAt(central, s3, 'headset-here');

  await a.call(resumeSync);
  await expect.poll(async () => (await syncNow(a)) && (await open()).length).toBe(1);

  expect(await open()).toMatchObject([{ kind: 'enrolment', here: 'headset-here', there: 'headset-here' }]);
  // The former decision can no longer be reversed.
  expect((await decide(a, conflict?.id, 'here')).status).toBe(409);
  expect((await decide(a, (await open())[0]?.id, 'there')).status).toBe(200);
  await expect.poll(async () => (await syncNow(a)) && (await slotAt(a, s3)).androidId).toBe('headset-here');
  expect(await syncNow(a)).toMatchObject({ state: 'upToDate', waiting: { lifecycle: 0, toRead: 0 } });
});

test('a headset that is to leave, and is enrolled in its former slot at the central again, has left the other slot', async () => {
  await using central = await aCentral();
  await using station = await aStation({ rateLimit: 0, syncPace: 0.005 });
  for (const id of ['former', 'next']) central.add(id, { label: id });
  await connect(station, central);
  await beat(station, await enrolAt(station, 'former', 'traveller'));
  await syncNow(station);
  await beat(station, await enrolAt(station, 'next', 'traveller'));
  await syncNow(station);
  expect(await read(station, 'former')).toMatchObject({ isArchived: true, replacedBy: 'next' });
  await station.call(unenrollDevice, { params: { deviceId: 'next' } });
  central.edit('next', (device) => (device.androidId = undefined));
  central.edit('former', (device) => {
    device.isArchived = false;
    device.replacedBy = null;
  });

  await syncNow(station);

  expect(await read(station, 'former')).toMatchObject({ isArchived: false, androidId: 'traveller' });
  const next = await read(station, 'next');
  expect(next.androidId ?? null).toBe(null);
  expect(next).toMatchObject({ isArchived: false, unenrollingSince: null });
});
