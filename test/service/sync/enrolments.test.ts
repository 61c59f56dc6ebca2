import { expect, test } from 'vitest';

import { openSession } from '../../../shared/contract/access/sessions.ts';
import { unenrollDevice } from '../../../shared/contract/commands/commands.ts';
import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { createProfile } from '../../../shared/contract/configuration/profiles.ts';
import { deleteDevice, getDevice, patchDevice } from '../../../shared/contract/devices/devices.ts';
import { enrolDeviceByCode } from '../../../shared/contract/enrolment/enrolment.ts';
import { changeEnterprise, createCodes } from '../../../shared/contract/operations/station.ts';
import { listConflicts, resolveConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { pauseSync, resumeSync } from '../../../shared/contract/sync/sync.ts';
import { aStation, type TestStation } from '../../support/a-station.ts';
import { aFaultProxy } from '../../support/fault-proxy.ts';
import { aPerson, passcodeOf } from '../../support/people.ts';
import { connect, syncNow } from '../../support/synced-station.ts';
import { backedUp, beat, enrolAt, eventsAt, type Headset, unenrol, read, slotAt } from './enrolment-steps.ts';

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
  const [s1 = '', s2 = '', s3 = ''] = made.map(({ id }) => id);
  return {
    central,
    proxy,
    a,
    b,
    s1,
    s2,
    s3,
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

test('edits of a slot and events of its headset are uploaded although the central gave the slot to another headset', async () => {
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
  // The losing headset receives the order to un-enrol.
  expect(await beat(a, f)).toMatchObject([{ event: 'unenroll' }]);
});

/** Un-enrols a headset at `a`, which is paused then, and enrols it in the same slot at `b`. */
async function takenAgainElsewhere({ a, b, s1 }: Awaited<ReturnType<typeof aSchool>>): Promise<void> {
  const f = await enrolAt(a, s1, 'headset-f');
  await syncNow(a);
  await unenrol(a, f);
  await syncNow(a);
  await pause(a);
  await syncNow(b);
  await enrolAt(b, s1, 'headset-f');
  await syncNow(b);
}

test('a headset that was enrolled in its slot again before the station read its un-enrolment is enrolled here too', async () => {
  await using school = await aSchool();
  const { central, a, s1 } = school;
  await takenAgainElsewhere(school);

  await resume(a);

  expect((await read(central, s1)).androidId).toBe('headset-f');
  expect((await slotAt(a, s1)).androidId).toBe('headset-f');
});

test.for(['here', 'there'] as const)(
  'a headset enrolled in a slot that was taken again elsewhere needs a decision, and keeps or loses it: %s',
  async (take) => {
    await using school = await aSchool();
    const { central, a, b, s1, s2 } = school;
    await takenAgainElsewhere(school);
    const e = await enrolAt(a, s1, 'headset-e');

    const waits = await resume(a);

    const [conflict, ...more] = await conflictsOf(a);
    expect(conflict).toMatchObject({ kind: 'enrolment', here: 'headset-e', there: 'headset-f' });
    expect(more).toEqual([]);
    expect(waits).toMatchObject({ conflicts: 1, waiting: { lifecycle: 1, held: 1 } });
    const { id = '', enrolment } = conflict ?? {};
    expect(enrolment?.freeSlots.map((each) => each.id)).toContain(s2);
    await resolve(a, id, { take, slotId: s2 });
    for (const station of [a, b, a]) await syncNow(station);
    const [kept, moved] = take === 'here' ? ['headset-e', 'headset-f'] : ['headset-f', 'headset-e'];
    expect([(await read(central, s1)).androidId, (await read(central, s2)).androidId]).toEqual([kept, moved]);
    expect([(await slotAt(a, s1)).androidId, (await slotAt(a, s2)).androidId]).toEqual([kept, moved]);
    expect(await beat(a, e)).toEqual([]);
  },
);

test('a conflict about a slot shows which station enrolled either headset, who, when and with which profile', async () => {
  await using school = await aSchool();
  const { central, a, b, s1 } = school;
  for (const [station, name] of [
    [a, 'Collège Jean-Moulin'],
    [b, 'Lycée Marie-Curie'],
  ] as const)
    await station.call(changeEnterprise, { body: { name } });
  await pause(a);
  const ours = await enrolByCode(a, s1, { androidId: 'headset-here', by: 'Amélie R.' });
  await beat(a, ours, 3);
  await enrolByCode(b, s1, { androidId: 'headset-there', by: 'J. Ortega', profile: 'Battery life' });
  const { enrolledAt } = await read(b, s1);
  await syncNow(b);

  await resume(a);

  const [conflict] = await conflictsOf(a);
  expect(conflict).toMatchObject({ here: 'headset-here', there: 'headset-there', label: 'A-01' });
  expect(conflict?.enrolment).toMatchObject({
    hereStation: 'Collège Jean-Moulin',
    hereBy: 'Amélie R.',
    hereProfile: null,
    there: {
      slotLabel: 'A-01',
      station: 'Lycée Marie-Curie',
      by: 'J. Ortega',
      profile: 'Battery life',
      enrolledAt,
    },
  });
  expect(conflict?.enrolment?.hereEvents).toBeGreaterThanOrEqual(3);
  // The central's record shows the same to others.
  expect((await read(central, s1)).enrolment?.origin).toMatchObject({ station: 'Lycée Marie-Curie' });
  expect((await read(a, s1)).enrolment?.origin).toMatchObject({ by: 'Amélie R.' });
  // Headsets do not get it.
  const asHeadset = await a.call(getDevice, { params: { deviceId: s1 }, token: ours.token });
  expect(asHeadset.body.enrolment).not.toHaveProperty('origin');
});

/** A person who signed in issues the code that the headset types. */
async function enrolByCode(
  station: TestStation,
  deviceId: string,
  { androidId, by, profile }: { readonly androidId: string; readonly by: string; readonly profile?: string },
): Promise<Headset> {
  await aPerson(station, by, 'technician');
  const { token } = (await station.call(openSession, { body: { passcode: passcodeOf(by) }, token: null }))
    .body;
  const settings = { display: { brightness: 40 } };
  const made =
    profile === undefined
      ? undefined
      : (await station.call(createProfile, { body: { name: profile, description: '', settings } })).body.id;
  const given = made === undefined ? {} : { profileId: made };
  const codes = await station.call(createCodes, { body: { devicesId: [deviceId], ...given }, token });
  const body = { code: codes.body[0]?.code, androidId };
  const answer = await station.call(enrolDeviceByCode, { body });
  expect(answer.status).toBe(200);
  return { id: answer.body.id, androidId, token: answer.body.accessToken };
}

test('a slot that the central archived is not deleted: events are uploaded, and a later enrolment needs a decision', async () => {
  await using school = await aSchool();
  const { central, a, b, s1, s2 } = school;
  const f = await enrolAt(a, s1, 'headset-f');
  await syncNow(a);
  await pause(a);
  await unenrol(a, f);
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

test('an un-enrolment whose answer was lost does not end a later enrolment', async () => {
  await using school = await aSchool();
  const { central, proxy, a, b, s1 } = school;
  const f = await enrolAt(a, s1, 'headset-f');
  await syncNow(a);
  await unenrol(a, f);
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

test('a station restored from an old backup does not un-enrol a headset that was enrolled again since', async () => {
  await using school = await aSchool();
  const { central, a, b, s1 } = school;
  const f = await enrolAt(a, s1, 'headset-f');
  await syncNow(a);
  await pause(a);
  await unenrol(a, f);
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

test('a central restored from an old backup gets back what it lost, and no old value is applied silently', async () => {
  await using school = await aSchool(3);
  const { central, a, b, s1, s2, s3 } = school;
  await b.call(changeEnterprise, { body: { name: 'Lycée Marie-Curie' } });
  await a.call(configureDevice, { params: { deviceId: s1 }, body: { volume: 1 } });
  const volumeThere = async () => {
    await syncNow(a);
    return (await read(central, s1)).settings?.volume;
  };
  await expect.poll(volumeThere).toBe(1);
  const goBack = await backedUp(central);
  await enrolAt(b, s3, 'headset-g');
  await syncNow(b);
  // Otherwise the other station would upload its events again and claim the slot.
  await pause(b);
  const f = await enrolAt(a, s1, 'headset-f');
  await beat(a, f, 80);
  await a.call(configureDevice, { params: { deviceId: s1 }, body: { volume: 9 } });
  await a.call(deleteDevice, { params: { deviceId: s2 } });
  await syncNow(a);
  expect(await read(central, s1)).toMatchObject({ androidId: 'headset-f', settings: { volume: 9 } });
  expect((await slotAt(a, s3)).androidId).toBe('headset-g');

  // The test is about what happens after the read.
  await pause(a);
  await goBack();
  await resume(a);
  await syncNow(a);

  expect(await read(central, s1)).toMatchObject({ androidId: 'headset-f', settings: { volume: 9 } });
  expect(await slotAt(a, s1)).toMatchObject({ androidId: 'headset-f', settings: { volume: 9 } });
  expect(await eventsAt(central, s1, 'headset-f')).toBe(80);
  // The other station's enrolment is uploaded again on its behalf, with its name.
  expect(await read(central, s3)).toMatchObject({
    androidId: 'headset-g',
    enrolment: { origin: { station: 'Lycée Marie-Curie' } },
  });
  const named = await conflictsOf(a);
  expect(named).toContainEqual(
    expect.objectContaining({ kind: 'field', path: ['settings', 'volume'], here: 9, there: 1 }),
  );
  // The slot that was deleted here and exists again causes a conflict.
  expect(named).toContainEqual(expect.objectContaining({ kind: 'enrolment', deviceId: null }));
});

test('a stale station applies what it had not read when the central was restored, and undoes nothing', async () => {
  await using school = await aSchool();
  const { central, a, b, s1, s2 } = school;
  const g = await enrolAt(a, s2, 'headset-g');
  await expect
    .poll(async () => (await Promise.all([syncNow(a), syncNow(b)])) && (await slotAt(b, s2)).androidId)
    .toBe('headset-g');
  await pause(b);
  await a.call(configureDevice, { params: { deviceId: s1 }, body: { volume: 1 } });
  await unenrol(a, g);
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
