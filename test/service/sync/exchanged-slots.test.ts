// Slots whose records were exchanged at one of two stations are found again, each by its id.
import { expect, test } from 'vitest';

import { getDevice } from '../../../shared/contract/devices/devices.ts';
import type { NearbyStation } from '../../support/partners.ts';
import { enrolAt } from './enrolment-steps.ts';
import { decideAll, freeSlotsOf, joinAgain, joined, name, part, rest, settle, slotsOf } from './two-carts.ts';

/** At the second station, the record of a headset that was that of the first slot is that of the second one now. */
async function slotsExchanged() {
  const { one, other, first, second } = await joined();
  const [, , third = ''] = await freeSlotsOf(one.station);
  await name(one.station, first, 'first');
  await name(one.station, second, 'second');
  await other.station.slots(5, 'more-');
  await settle(other);
  await other.station.send('POST', '/station/sync/pause');
  await enrolAt(other.station, first, 'traveller');
  await enrolAt(one.station, third, 'traveller');
  await other.station.send('POST', '/station/sync/resume');
  await rest(other);
  await enrolAt(one.station, second, 'traveller');
  await decideAll(other.station, 'there');
  await settle(other);
  expect((await slotsOf(other.station))[first]).toBe('second traveller');
  await part(one, other);
  await name(other.station, first, 'edited');
  return { one, other, first, second };
}

/** They join again, and the second one, which has more slots, serves. Returns the slots of both that were exchanged. */
async function slotsAfterwards(one: NearbyStation, other: NearbyStation): Promise<string[][]> {
  const [serving, served] = await joinAgain(one, other);
  expect(serving).toBe(other);
  await decideAll(served.station, 'there');
  await rest(served);
  const both = await Promise.all([serving, served].map(({ station }) => slotsOf(station)));
  return both.map((slots) =>
    Object.values(slots)
      .filter((text) => /^(first|second|edited) /.test(text))
      .toSorted(),
  );
}

test('slots stay apart after the record of a headset went on from one to the other at one station, and that one is archived at the other station', async () => {
  const { one, other, first, second } = await slotsExchanged();
  const [last = ''] = (await freeSlotsOf(one.station)).filter((id) => id !== first);
  await enrolAt(one.station, last, 'traveller');

  // The headset has left the second slot, which is archived on both sides; its edit was decided for.
  expect(await slotsAfterwards(one, other)).toEqual([['first -'], ['first -']]);
  const edited = (await one.station.call(getDevice, { params: { deviceId: second } })).body;
  expect(edited).toMatchObject({ label: 'edited', isArchived: true });
});

test('slots stay apart after the record of a headset went on from one to the other at one station, and that one is deleted at the other station', async () => {
  const { one, other, first, second } = await slotsExchanged();
  expect(await one.station.send('DELETE', `/devices/${second}`)).toMatchObject({ status: 200 });

  const slots = ['edited -', 'first -'];
  expect(await slotsAfterwards(one, other)).toEqual([slots, slots]);
  expect((await slotsOf(one.station))[first]).toBe('first -');
});
