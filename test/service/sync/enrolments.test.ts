import { expect, test } from 'vitest';

import { unenrollDevice } from '../../../shared/contract/commands/commands.ts';
import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { deleteDevice, getDevice, patchDevice } from '../../../shared/contract/devices/devices.ts';
import { listConflicts, resolveConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { pauseSync, resumeSync } from '../../../shared/contract/sync/sync.ts';
import { aStation, type TestStation } from '../../support/a-station.ts';
import { aFaultProxy } from '../../support/fault-proxy.ts';
import { connect, syncNow } from '../../support/synced-station.ts';
import { backedUp, beat, enrolAt, eventsAt, leave, read, slotAt } from './enrolment-desk.ts';

/** A Muster central with slots, and two stations that sync with it. */
async function aSchool(slots = 2) {
  const stack = new AsyncDisposableStack();
  const start = async (role: 'central' | 'station'): Promise<TestStation> =>
    stack.use(await aStation({ role, rateLimit: 0, checksReplies: false }));
  const central = await start('central');
  const proxy = stack.use(await aFaultProxy(central.url));
  const made = await central.slots(slots);
  const [a, b] = [await start('station'), await start('station')];
  await connect(a, { url: proxy.url, token: central.token });
  await connect(b, central);
  const [s1 = '', s2 = ''] = made.map(({ id }) => id);
  return {
    central,
    proxy,
    a,
    b,
    s1,
    s2,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const pause = (station: TestStation) => station.call(pauseSync);
const resume = async (station: TestStation) => {
  await station.call(resumeSync);
  return syncNow(station);
};
const conflictsOf = async (station: TestStation) => (await station.call(listConflicts)).body.items;
const resolve = (station: TestStation, conflictId: string, body: object) =>
  station.call(resolveConflict, { params: { conflictId }, body });

test('edits of a slot and events of its headset arrive though the central gave the slot to another headset', async () => {
  await using school = await aSchool();
  const { central, a, b, s1 } = school;
  const f = await enrolAt(a, s1, 'headset-f');
  await beat(a, f);
  await syncNow(a);
  await pause(a);
  await a.call(patchDevice, { params: { deviceId: s1 }, body: { label: 'Edited at A' } });
  const edit = { display: { brightness: 71 }, volume: 3 };
  await a.call(configureDevice, { params: { deviceId: s1 }, body: edit });
  await beat(a, f, 150);
  await central.call(unenrollDevice, { params: { deviceId: s1 } });
  await syncNow(b);
  await enrolAt(b, s1, 'headset-g');
  await syncNow(b);

  await resume(a);
  const sync = await syncNow(a);

  expect(await read(central, s1)).toMatchObject({
    label: 'Edited at A',
    androidId: 'headset-g',
    settings: edit,
  });
  expect(await eventsAt(central, s1, 'headset-f')).toBe(150);
  expect(await slotAt(a, s1)).toMatchObject({ androidId: 'headset-g', label: 'Edited at A', settings: edit });
  expect(sync).toMatchObject({ state: 'upToDate', waiting: { desired: 0, lifecycle: 0, events: 0 } });
  // The headset that gave way is told so.
  expect(await beat(a, f)).toMatchObject([{ event: 'unenroll' }]);
});

test('a headset that was enrolled again on its slot, before the station read that it had gone, is enrolled here too', async () => {
  await using school = await aSchool();
  const { central, a, b, s1 } = school;
  const f = await enrolAt(a, s1, 'headset-f');
  await syncNow(a);
  await leave(a, f);
  await syncNow(a);
  await pause(a);
  await syncNow(b);
  await enrolAt(b, s1, 'headset-f');
  await syncNow(b);

  await resume(a);

  expect((await read(central, s1)).androidId).toBe('headset-f');
  expect((await slotAt(a, s1)).androidId).toBe('headset-f');
});

test('a slot that the central archived is no deletion: events arrive, and who was enrolled in it since is asked for', async () => {
  await using school = await aSchool();
  const { central, a, b, s1, s2 } = school;
  const f = await enrolAt(a, s1, 'headset-f');
  await syncNow(a);
  await pause(a);
  await leave(a, f);
  const e = await enrolAt(a, s1, 'headset-e');
  await beat(a, e, 126);
  await syncNow(b);
  await enrolAt(b, s2, 'headset-f');
  await syncNow(b);

  await resume(a);
  await syncNow(a);

  expect((await read(central, s2)).androidId).toBe('headset-f');
  expect(await eventsAt(central, s1, 'headset-e')).toBe(126);
  expect(await conflictsOf(a)).toMatchObject([{ kind: 'enrolment', here: 'headset-e', winner: 'none' }]);
  expect((await slotAt(a, s1)).androidId).toBe('headset-e');
});

test('an un-enrolment whose answer was lost does not end an enrolment that came after it', async () => {
  await using school = await aSchool();
  const { central, proxy, a, b, s1 } = school;
  const f = await enrolAt(a, s1, 'headset-f');
  await syncNow(a);
  await leave(a, f);
  let isLost = false;
  proxy.fault = ({ path }) => {
    if (isLost || !path.endsWith('/unenroll')) return undefined;
    isLost = true;
    return { kind: 'cutAfter' };
  };
  await syncNow(a);
  await pause(a);
  expect(isLost).toBe(true);
  await syncNow(b);
  await enrolAt(b, s1, 'headset-f');
  await syncNow(b);

  await resume(a);
  await syncNow(a);

  expect((await read(central, s1)).androidId).toBe('headset-f');
  expect((await slotAt(a, s1)).androidId).toBe('headset-f');
});

test.for(['here', 'there'] as const)(
  'a slot that was deleted here and taken elsewhere waits for a decision, which can be %s',
  async (take) => {
    await using school = await aSchool();
    const { central, a, b, s1 } = school;
    await pause(a);
    await enrolAt(a, s1, 'headset-f');
    await a.call(deleteDevice, { params: { deviceId: s1 } });
    await enrolAt(b, s1, 'headset-g');
    await syncNow(b);

    await resume(a);

    expect((await read(central, s1)).androidId).toBe('headset-g');
    const [conflict] = await conflictsOf(a);
    expect(conflict).toMatchObject({ kind: 'enrolment', there: 'headset-g', winner: 'none' });
    expect(await resolve(a, conflict?.id ?? '', { take })).toMatchObject({ status: 200 });
    const sync = await syncNow(a);
    expect(sync).toMatchObject({ conflicts: 0, waiting: { lifecycle: 0 } });
    const [there, here] = [await central.call(getDevice, { params: { deviceId: s1 } }), await slotAt(a, s1)];
    expect([there.status, here.androidId]).toEqual(take === 'here' ? [404, undefined] : [200, 'headset-g']);
  },
);

test('a headset that moved and lost its new slot leaves the old one free on both sides', async () => {
  await using school = await aSchool();
  const { central, a, b, s1, s2 } = school;
  const f = await enrolAt(a, s1, 'headset-f');
  await beat(a, f);
  await syncNow(a);
  await pause(a);
  await enrolAt(a, s2, 'headset-f');
  await enrolAt(b, s2, 'headset-g');
  await syncNow(b);
  await resume(a);
  const [conflict] = await conflictsOf(a);
  expect(conflict).toMatchObject({ kind: 'enrolment', here: 'headset-f', there: 'headset-g' });

  await resolve(a, conflict?.id ?? '', { take: 'there' });
  await syncNow(a);
  await syncNow(a);

  expect(await read(central, s2)).toMatchObject({ androidId: 'headset-g', isArchived: false });
  expect(await slotAt(a, s2)).toMatchObject({ androidId: 'headset-g', isArchived: false });
  const old = await slotAt(a, s1);
  expect({ isArchived: old.isArchived, androidId: old.androidId }).toEqual({
    isArchived: false,
    androidId: undefined,
  });
  const there = await read(central, s1);
  expect({ isArchived: there.isArchived, androidId: there.androidId }).toEqual({
    isArchived: false,
    androidId: undefined,
  });
});

test('a station that went back to an old backup does not un-enrol a headset that was enrolled again since', async () => {
  await using school = await aSchool();
  const { central, a, b, s1 } = school;
  const f = await enrolAt(a, s1, 'headset-f');
  await syncNow(a);
  await pause(a);
  await leave(a, f);
  const goBack = await backedUp(a);
  await resume(a);
  await syncNow(b);
  await enrolAt(b, s1, 'headset-f');
  await syncNow(b);

  await goBack();
  await resume(a);
  await syncNow(a);

  expect((await read(central, s1)).androidId).toBe('headset-f');
  expect((await slotAt(a, s1)).androidId).toBe('headset-f');
});

test('a central that went back to an old backup gets back what it forgot, and no old value is taken in silence', async () => {
  await using school = await aSchool(3);
  const { central, a, b, s1, s2 } = school;
  // The other station would give the central back what it heard of, and name it at itself.
  await pause(b);
  await a.call(configureDevice, { params: { deviceId: s1 }, body: { volume: 1 } });
  const volumeThere = async () => {
    await syncNow(a);
    return (await read(central, s1)).settings?.volume;
  };
  await expect.poll(volumeThere).toBe(1);
  const goBack = await backedUp(central);
  const f = await enrolAt(a, s1, 'headset-f');
  await beat(a, f, 80);
  await a.call(configureDevice, { params: { deviceId: s1 }, body: { volume: 9 } });
  await a.call(deleteDevice, { params: { deviceId: s2 } });
  await syncNow(a);
  expect(await read(central, s1)).toMatchObject({ androidId: 'headset-f', settings: { volume: 9 } });

  // Not while it is read: this is about what comes after.
  await pause(a);
  await goBack();
  await resume(a);
  await syncNow(a);

  expect(await read(central, s1)).toMatchObject({ androidId: 'headset-f', settings: { volume: 9 } });
  expect(await slotAt(a, s1)).toMatchObject({ androidId: 'headset-f', settings: { volume: 9 } });
  expect(await eventsAt(central, s1, 'headset-f')).toBe(80);
  const named = await conflictsOf(a);
  expect(named).toContainEqual(
    expect.objectContaining({ kind: 'field', path: ['settings', 'volume'], here: 9, there: 1 }),
  );
  // What was deleted here and is there again is asked for.
  expect(named).toContainEqual(expect.objectContaining({ kind: 'enrolment', deviceId: null }));
});

test('a station that was behind when the central went back to a backup takes what it had not seen, and undoes nothing', async () => {
  await using school = await aSchool();
  const { central, a, b, s1, s2 } = school;
  const g = await enrolAt(a, s2, 'headset-g');
  await expect
    .poll(async () => (await Promise.all([syncNow(a), syncNow(b)])) && (await slotAt(b, s2)).androidId)
    .toBe('headset-g');
  await pause(b);
  await a.call(configureDevice, { params: { deviceId: s1 }, body: { volume: 1 } });
  await leave(a, g);
  await enrolAt(a, s2, 'headset-f');
  const seenThere = async () => {
    await syncNow(a);
    return [(await read(central, s1)).settings?.volume, (await read(central, s2)).androidId];
  };
  await expect.poll(seenThere).toEqual([1, 'headset-f']);
  const goBack = await backedUp(central);

  await pause(a);
  await goBack();
  await expect.poll(async () => (await resume(b)).state).toBe('upToDate');

  expect(await read(central, s1)).toMatchObject({ settings: { volume: 1 } });
  expect(await slotAt(b, s1)).toMatchObject({ settings: { volume: 1 } });
  expect(await slotAt(b, s2)).toMatchObject({ androidId: 'headset-f' });
  expect(await conflictsOf(b)).toEqual([]);
});
