// A headset that was enrolled at both partners: wherever it is un-enrolled, its slot becomes free on both sides.
import { expect, test } from 'vitest';

import { unenrollDevice } from '../../../shared/contract/commands/commands.ts';
import { pauseSync, resumeSync, runSync } from '../../../shared/contract/sync/sync.ts';
import { resolveConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { join, type NearbyStation } from '../../support/partners.ts';
import { agree } from './device-edits.ts';
import { beat, confirm, enrolAt, type Headset, read } from './enrolment-steps.ts';
import { freeSlotsOf, openConflicts, part, settle, slotsOf, twoCarts } from './two-carts.ts';

type Leaving = Readonly<Record<'served' | 'at' | 'calls', NearbyStation>>;

/** Un-enrols a headset at a station; it calls the one that enrolled it last, and leaves. */
async function leave({ served, at, calls }: Leaving, slot: string, headset: Headset): Promise<void> {
  await at.station.call(unenrollDevice, { params: { deviceId: slot } });
  await agree(served.station);
  const [order] = await beat(calls.station, headset);
  expect(order?.event).toBe('unenroll');
  await confirm(calls.station, headset, order?.commandId ?? '');
  await agree(served.station);
}

test.for([
  { enrolledFirst: 'serving', leavesAt: 'serving' },
  { enrolledFirst: 'serving', leavesAt: 'served' },
  { enrolledFirst: 'served', leavesAt: 'serving' },
  { enrolledFirst: 'served', leavesAt: 'served' },
] as const)(
  'enrolled at the $enrolledFirst station first and then at the other one, it leaves at the $leavesAt one',
  async ({ enrolledFirst, leavesAt }) => {
    const [serving, served] = await join(...(await twoCarts()));
    await settle(served);
    const [slot = ''] = await freeSlotsOf(serving.station);
    const [first, next] = enrolledFirst === 'serving' ? [serving, served] : [served, serving];
    await beat(first.station, await enrolAt(first.station, slot, 'traveller'), 2);
    await agree(served.station);
    const headset = await enrolAt(next.station, slot, 'traveller');
    await beat(next.station, headset);
    await agree(served.station);

    await leave({ served, at: leavesAt === 'serving' ? serving : served, calls: next }, slot, headset);
    for (const { station } of [serving, served]) expect((await slotsOf(station))[slot]).toMatch(/ -$/);
  },
);

test('un-enrolled at the other station and enrolled there before they sync, it stays enrolled', async () => {
  const [serving, served] = await join(...(await twoCarts()));
  await settle(served);
  const [slot = ''] = await freeSlotsOf(serving.station);
  await beat(serving.station, await enrolAt(serving.station, slot, 'traveller'));
  await agree(served.station);
  await served.station.call(pauseSync);
  await served.station.call(unenrollDevice, { params: { deviceId: slot } });
  const headset = await enrolAt(served.station, slot, 'traveller');
  await served.station.call(resumeSync);
  await agree(served.station);

  expect(await beat(served.station, headset)).toEqual([]);
  for (const { station } of [serving, served]) {
    expect((await slotsOf(station))[slot]).toMatch(/ traveller$/);
    expect((await read(station, slot)).unenrollingSince).toBe(null);
  }
});

test.for([
  { stays: 'serving', leavesAt: 'serving' },
  { stays: 'serving', leavesAt: 'served' },
  { stays: 'served', leavesAt: 'serving' },
  { stays: 'served', leavesAt: 'served' },
] as const)(
  'enrolled at the $stays station again before that one knew that it had been at the other, it leaves at the $leavesAt one',
  async ({ stays, leavesAt }) => {
    const [serving, served] = await join(...(await twoCarts()));
    await settle(served);
    const [slot = ''] = await freeSlotsOf(serving.station);
    const [home, away] = stays === 'serving' ? [serving, served] : [served, serving];
    await beat(home.station, await enrolAt(home.station, slot, 'traveller'));
    await agree(served.station);
    await served.station.call(pauseSync);
    await beat(away.station, await enrolAt(away.station, slot, 'traveller'));
    const headset = await enrolAt(home.station, slot, 'traveller');
    await beat(home.station, headset);
    await served.station.call(resumeSync);
    await agree(served.station);
    await beat(home.station, headset);
    await agree(served.station);

    await leave({ served, at: leavesAt === 'serving' ? serving : served, calls: home }, slot, headset);
    for (const { station } of [serving, served]) expect((await slotsOf(station))[slot]).toMatch(/ -$/);
  },
);

test.for([{ leavesAt: 'serving' }, { leavesAt: 'served' }] as const)(
  'moved to another slot at the serving station, and left there by a decision, it leaves at the $leavesAt one',
  async ({ leavesAt }) => {
    const [serving, served] = await join(...(await twoCarts()));
    await settle(served);
    const [first = '', second = ''] = await freeSlotsOf(serving.station);
    await served.station.call(pauseSync);
    await beat(served.station, await enrolAt(served.station, first, 'traveller'));
    const headset = await enrolAt(serving.station, second, 'traveller');
    await beat(serving.station, headset);
    await served.station.call(resumeSync);
    await served.station.call(runSync, { body: { waitSec: 20 } });
    const [conflict] = await openConflicts(served.station);
    const params = { conflictId: conflict?.id ?? '' };
    await served.station.call(resolveConflict, { params, body: { take: 'there' } });
    await agree(served.station);

    const at = leavesAt === 'serving' ? serving : served;
    const slots = Object.entries(await slotsOf(at.station));
    const [slot = ''] = slots.find(([, text]) => text.endsWith(' traveller')) ?? [];
    await at.station.call(unenrollDevice, { params: { deviceId: slot } });
    await agree(served.station);
    const [order] = await beat(serving.station, headset);
    if (order !== undefined) await confirm(serving.station, headset, order.commandId);
    await agree(served.station);
    for (const { station } of [serving, served])
      expect(Object.values(await slotsOf(station)).filter((text) => text.includes('traveller'))).toEqual([]);
  },
);

test.for([{ isAsked: false }, { isAsked: true }])(
  'to be un-enrolled here, and enrolled in another slot at the other station, it has left this one; asked before: $isAsked',
  async ({ isAsked }) => {
    const [serving, served] = await join(...(await twoCarts()));
    await settle(served);
    const [first = '', second = ''] = await freeSlotsOf(serving.station);
    await served.station.call(pauseSync);
    await beat(served.station, await enrolAt(served.station, first, 'traveller'));
    const leaves = () => served.station.call(unenrollDevice, { params: { deviceId: first } });
    if (!isAsked) await leaves();
    await beat(serving.station, await enrolAt(serving.station, second, 'traveller'));
    await served.station.call(resumeSync);
    await served.station.call(runSync, { body: { waitSec: 20 } });
    const open = await openConflicts(served.station);
    expect(open).toHaveLength(isAsked ? 1 : 0);
    if (isAsked) await leaves();
    for (const { id: conflictId } of open)
      await served.station.call(resolveConflict, { params: { conflictId }, body: { take: 'here' } });
    await agree(served.station);

    for (const { station } of [serving, served]) {
      const slots = await slotsOf(station);
      expect(slots[first]).toMatch(/ -$/);
      expect(slots[second]).toMatch(/ traveller$/);
      expect(await openConflicts(station)).toEqual([]);
    }
  },
);

test.for([
  { ordered: false, leavesAt: 'serving' },
  { ordered: false, leavesAt: 'served' },
  { ordered: true, leavesAt: 'serving' },
  { ordered: true, leavesAt: 'served' },
] as const)(
  'enrolled in the same slot at the serving station before the two sync, it leaves at the $leavesAt one; ordered to leave before: $ordered',
  async ({ ordered, leavesAt }) => {
    const [serving, served] = await join(...(await twoCarts()));
    await settle(served);
    const [slot = ''] = await freeSlotsOf(serving.station);
    await served.station.call(pauseSync);
    await beat(served.station, await enrolAt(served.station, slot, 'traveller'));
    if (ordered) await served.station.call(unenrollDevice, { params: { deviceId: slot } });
    const headset = await enrolAt(serving.station, slot, 'traveller');
    await beat(serving.station, headset);
    await served.station.call(resumeSync);
    await agree(served.station);
    for (const { station } of [serving, served]) {
      expect((await slotsOf(station))[slot]).toMatch(/ traveller$/);
      expect((await read(station, slot)).unenrollingSince).toBe(null);
    }

    await leave({ served, at: leavesAt === 'serving' ? serving : served, calls: serving }, slot, headset);
    for (const { station } of [serving, served]) expect((await slotsOf(station))[slot]).toMatch(/ -$/);
  },
);

test.for([{ isDecided: true }, { isDecided: false }])(
  'to leave a slot here, and moved at the other station to one that only that one has, it has left; by a decision: $isDecided',
  async ({ isDecided }) => {
    const [serving, served] = await join(...(await twoCarts()));
    await settle(served);
    const [first = '', second = ''] = await freeSlotsOf(serving.station);
    await beat(serving.station, await enrolAt(serving.station, first, 'traveller'));
    await agree(served.station);
    if (isDecided) await served.station.call(pauseSync);
    else await part(serving, served);
    const headset = await enrolAt(served.station, second, 'traveller');
    await beat(served.station, headset);
    await serving.station.call(unenrollDevice, { params: { deviceId: first } });
    expect(await serving.station.send('DELETE', `/devices/${second}`)).toMatchObject({ status: 200 });
    // The one with more devices serves.
    await serving.station.slots(1, 'more-');
    if (isDecided) await served.station.call(resumeSync);
    else await join(serving, served);
    await served.station.call(runSync, { body: { waitSec: 20 } });
    for (const { id: conflictId } of await openConflicts(served.station))
      await served.station.call(resolveConflict, { params: { conflictId }, body: { take: 'here' } });
    await agree(served.station);

    for (const { station } of [serving, served]) {
      expect((await slotsOf(station))[first]).toMatch(/ -$/);
      expect((await read(station, first)).unenrollingSince).toBe(null);
    }
    expect((await slotsOf(served.station))[second]).toMatch(/ traveller$/);
    expect(await beat(served.station, headset)).toEqual([]);
  },
);
