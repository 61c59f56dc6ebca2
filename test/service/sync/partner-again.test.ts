// What happened while two stations were apart, and what they find when they join again or take over.
import { once } from 'node:events';
import { createServer } from 'node:net';

import { expect, test } from 'vitest';

import { getDevice } from '../../../shared/contract/devices/devices.ts';
import { listEvents } from '../../../shared/contract/devices/events.ts';
import {
  confirmPartnerPairing,
  endPartner,
  getPartner,
  takeOverFromPartner,
} from '../../../shared/contract/sync/partner.ts';
import { getSync, runSync } from '../../../shared/contract/sync/sync.ts';
import { resolveConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import type { TestStation } from '../../support/a-station.ts';
import { choose, join, type NearbyStation, untilPartner } from '../../support/partners.ts';
import { agree } from './device-edits.ts';
import { beat, confirm, enrolAt, unenrol } from './enrolment-steps.ts';
import {
  decideAll,
  joinAgain,
  joined,
  name,
  openConflicts,
  part,
  rest,
  settle,
  slotsOf,
  twoCarts,
} from './two-carts.ts';

test('a headset that is in different slots on both sides does not merge these slots when the stations join again', async () => {
  const { one, other, first, second } = await joined();
  await part(one, other);
  await name(one.station, first, 'first');
  await name(other.station, second, 'second');
  await enrolAt(one.station, first, 'traveller');
  await enrolAt(other.station, second, 'traveller');
  const [serving, served] = await joinAgain(one, other);

  const open = await openConflicts(served.station);
  expect(open.filter(({ kind }) => kind === 'enrolment')).toHaveLength(1);
  await decideAll(served.station, 'here');
  await agree(served.station);
  // Read once more: the serving station has archived the slot that the headset left.
  await rest(served);
  const slots = await slotsOf(served.station);
  const kept = served === other ? second : first;
  expect(slots[kept]).toMatch(/^(first|second) traveller$/);
  expect(Object.values(slots).filter((text) => text.endsWith('traveller'))).toHaveLength(1);
  expect(await slotsOf(serving.station)).toEqual(slots);
});

test('a slot that a headset left at one station while they were apart is the same on both again', async () => {
  const { one, other, first, second } = await joined();
  await part(one, other);
  await enrolAt(one.station, first, 'traveller');
  await enrolAt(one.station, second, 'traveller');
  const [serving, served] = await joinAgain(one, other);

  const slots = await slotsOf(serving.station);
  expect(slots[second]).toContain('traveller');
  // Archived as at the station that it left, or free as at the other one, by which of the two serves.
  expect(slots[first] ?? ' -').toMatch(/ -$/);
  expect(await slotsOf(served.station)).toEqual(slots);
  expect((await served.station.call(getSync)).body).toMatchObject({ unlinked: 0, conflicts: 0 });
});

test('a headset that left a slot at one station, and was enrolled in it at the other one, needs a decision', async () => {
  const { one, other, first, second } = await joined();
  await part(one, other);
  await enrolAt(other.station, second, 'traveller');
  await enrolAt(other.station, first, 'traveller');
  await enrolAt(one.station, second, 'traveller');
  const [, served] = await joinAgain(one, other);

  const open = await openConflicts(served.station);
  expect(open.filter(({ kind }) => kind === 'enrolment')).toHaveLength(1);
});

test('an enrolment that ended at one station while they were apart ends at both', async () => {
  const { one, other, first } = await joined();
  const headset = await enrolAt(other.station, first, 'leaver');
  await agree(other.station);
  expect((await slotsOf(one.station))[first]).toContain('leaver');
  await part(one, other);
  await beat(other.station, headset, 1);
  await unenrol(other.station, headset);
  const [serving, served] = await joinAgain(one, other);
  for (const { station } of [serving, served])
    await expect.poll(async () => (await slotsOf(station))[first]).toMatch(/ -$/);
  expect((await served.station.call(getSync)).body).toMatchObject({ conflicts: 0 });
});

test('a slot that was deleted at one station and is taken back from the other does not bring back the enrolment that ended with it', async () => {
  const { one, other, first } = await joined();
  const headset = await enrolAt(other.station, first, 'leaver');
  await beat(other.station, headset, 1);
  await agree(other.station);
  await part(one, other);
  expect(await other.station.send('DELETE', `/devices/${first}`)).toMatchObject({ status: 200 });
  // The other one has fewer devices now, and is served again.
  const [serving, served] = await joinAgain(one, other);
  expect(serving).toBe(one);
  await decideAll(served.station, 'there');
  await agree(served.station);
  await rest(served);
  expect((await slotsOf(one.station))[first]).toBe('Cart A-01 -');
  expect(Object.values(await slotsOf(served.station)).toSorted()).toEqual(
    Object.values(await slotsOf(one.station)).toSorted(),
  );
});

test('a slot that goes on in another record stays one slot, and its events stay single, whoever takes over', async () => {
  const { one, other, first } = await joined();
  await other.station.send('POST', '/station/sync/pause');
  const loser = await enrolAt(other.station, first, 'loser');
  await beat(other.station, loser, 3);
  await enrolAt(one.station, first, 'winner');
  await other.station.send('POST', '/station/sync/resume');
  await rest(other);
  await decideAll(other.station, 'there');
  await settle(other);
  // The slot has another record now: the former one is that of the headset that lost it.
  expect(await slotsOf(other.station)).not.toHaveProperty(first);
  const count = Object.keys(await slotsOf(one.station)).length;

  let [serving, served] = [one, other];
  for (let times = 0; times < 3; times += 1) {
    expect(await served.station.call(takeOverFromPartner, { body: {} })).toMatchObject({ status: 200 });
    [serving, served] = [served, serving];
    await untilPartner(served, ({ partner }) => partner?.serves === false);
    await settle(served);
    for (const { station } of [one, other]) {
      const slots = Object.values(await slotsOf(station));
      expect(slots).toHaveLength(count);
      expect(slots.filter((text) => text.endsWith(' winner'))).toHaveLength(1);
      expect(await eventsOf(station)).toEqual(['loser-0', 'loser-1', 'loser-2']);
    }
  }
});

test('an edit of a slot that goes on in another record a second time is not lost', async () => {
  const { one, other, first } = await joined();
  await other.station.send('POST', '/station/sync/pause');
  await beat(other.station, await enrolAt(other.station, first, 'loser'), 1);
  const winner = await enrolAt(one.station, first, 'winner');
  await other.station.send('POST', '/station/sync/resume');
  await rest(other);
  await decideAll(other.station, 'there');
  await settle(other);
  for (const next of [other, one]) {
    expect(await next.station.call(takeOverFromPartner, { body: {} })).toMatchObject({ status: 200 });
    const served = next === one ? other : one;
    await untilPartner(served, ({ partner }) => partner?.serves === false);
    await settle(served);
  }
  await unenrol(one.station, winner);
  await rest(other);
  const shared = await slotsOf(one.station);
  const [again = ''] = Object.keys(await slotsOf(other.station)).filter((id) => !(id in shared));
  await beat(other.station, await enrolAt(other.station, again, 'regular'), 1);
  await agree(other.station);

  await other.station.send('POST', '/station/sync/pause');
  await name(other.station, again, 'edited');
  await one.station.send('POST', `/devices/${first}/unenroll`);
  await enrolAt(one.station, first, 'new');
  await other.station.send('POST', '/station/sync/resume');
  await rest(other);
  expect((await slotsOf(one.station))[first]).toBe('edited new');
});

test('events that a station sent to a slot are not sent back to it when the slot goes on in other records on both sides', async () => {
  const { one, other, first } = await joined();
  /** Another headset gets a slot at the serving station while the served one is offline and enrols one, too. */
  const loseSlot = async (served: NearbyStation, serving: NearbyStation, loser: string): Promise<void> => {
    await served.station.send('POST', '/station/sync/pause');
    await beat(served.station, await enrolAt(served.station, await slotCalled(served), loser), 3);
    await enrolAt(serving.station, await slotCalled(serving), `winner-of-${loser}`);
    await served.station.send('POST', '/station/sync/resume');
    await rest(served);
    await decideAll(served.station, 'there');
    await settle(served);
    await serving.station.send('POST', `/station/slots/${await slotCalled(serving)}/free`);
    await settle(served);
  };
  const slotCalled = async ({ station }: NearbyStation): Promise<string> =>
    Object.entries(await slotsOf(station)).find(([, text]) => text.startsWith('disputed '))?.[0] ?? '';
  const takesOver = async (by: NearbyStation, from: NearbyStation): Promise<void> => {
    expect(await by.station.call(takeOverFromPartner, { body: {} })).toMatchObject({ status: 200 });
    await untilPartner(from, ({ partner }) => partner?.serves === false);
    await settle(from);
  };
  await name(one.station, first, 'disputed');
  await settle(other);
  await loseSlot(other, one, 'loser');
  await takesOver(other, one);
  await loseSlot(one, other, 'rival');
  const slots = await slotsOf(other.station);
  await takesOver(one, other);

  // The archived record, which the slot had at the other station before, says nothing about it.
  expect(await slotsOf(other.station)).toEqual(slots);
  const events = ['loser', 'rival'].flatMap((headset) => [0, 1, 2].map((at) => `${headset}-${String(at)}`));
  for (const { station } of [one, other]) expect(await eventsOf(station)).toEqual(events);
});

test('events of a slot stay at a station that decides to move another headset there, also once it serves', async () => {
  const { one, other, first, second } = await joined();
  const former = await enrolAt(other.station, first, 'former');
  await beat(other.station, former, 3);
  await unenrol(other.station, former);
  await settle(other);
  await other.station.send('POST', '/station/sync/pause');
  await enrolAt(other.station, second, 'loser');
  await enrolAt(one.station, second, 'winner');
  await other.station.send('POST', '/station/sync/resume');
  await rest(other);
  const [conflict] = await openConflicts(other.station);
  const params = { conflictId: conflict?.id ?? '' };
  const body = { take: 'there', slotId: first } as const;
  expect(await other.station.call(resolveConflict, { params, body })).toMatchObject({ status: 200 });
  await settle(other);
  const events = ['former-0', 'former-1', 'former-2'];
  expect(await eventsOf(other.station)).toEqual(events);

  expect(await other.station.call(takeOverFromPartner, { body: {} })).toMatchObject({ status: 200 });
  await untilPartner(one, ({ partner }) => partner?.serves === false);
  await settle(one);
  for (const { station } of [one, other]) {
    expect(await eventsOf(station)).toEqual(events);
    const slots = Object.values(await slotsOf(station));
    for (const name of ['loser', 'winner'])
      expect(slots.filter((text) => text.endsWith(` ${name}`))).toHaveLength(1);
  }
});

/** Returns the events of apps in all records of a station. */
async function eventsOf(station: TestStation): Promise<string[]> {
  const { body } = await station.send('GET', '/devices?limit=100');
  const found: string[] = [];
  for (const { id: deviceId } of (body as { items: { id: string }[] }).items) {
    const query = { type: 'APP_STARTED', limit: '100' };
    const { items } = (await station.call(listEvents, { params: { deviceId }, query })).body;
    found.push(...items.map(({ eventId }) => eventId));
  }
  return found.toSorted();
}

test('whoever un-enrols a headset of the other station, it leaves on both, and its station tells it', async () => {
  const { one, other, first, second } = await joined();
  const there = await enrolAt(other.station, first, 'run-by-other');
  const here = await enrolAt(one.station, second, 'run-by-one');
  for (const [station, headset] of [
    [other.station, there],
    [one.station, here],
  ] as const)
    await beat(station, headset, 1);
  await agree(other.station);
  await one.station.send('POST', `/devices/${first}/unenroll`);
  await other.station.send('POST', `/devices/${second}/unenroll`);
  await rest(other);
  for (const [station, headset] of [
    [other.station, there],
    [one.station, here],
  ] as const) {
    const [order] = await beat(station, headset);
    expect(order?.event).toBe('unenroll');
    await confirm(station, headset, order?.commandId ?? '');
  }
  await agree(other.station);
  for (const { station } of [one, other]) {
    const slots = await slotsOf(station);
    expect([slots[first], slots[second]]).toEqual([
      expect.stringMatching(/ -$/),
      expect.stringMatching(/ -$/),
    ]);
  }
});

test('open conflicts are decided before the connection that they belong to goes', async () => {
  const { one, other, first } = await joined();
  await other.station.send('POST', '/station/sync/pause');
  await name(one.station, first, 'from one');
  await name(other.station, first, 'from other');
  await other.station.send('POST', '/station/sync/resume');
  await agree(other.station);
  expect((await other.station.call(getSync)).body.conflicts).toBe(1);
  for (const answer of [
    await other.station.call(endPartner),
    await other.station.call(takeOverFromPartner, { body: {} }),
  ]) {
    expect(answer.status).toBe(409);
    expect(JSON.stringify(answer.body)).toContain('Decide the open conflicts first');
  }
  await decideAll(other.station, 'there');
  await agree(other.station);
  expect(await other.station.call(endPartner)).toMatchObject({ status: 200 });
  const { body } = await other.station.call(getDevice, { params: { deviceId: first } });
  expect(body.label).toBe('from one');
});

test('whoever stops a pairing stops it on both screens, and a new attempt works', async () => {
  const carts = await twoCarts();
  for (const [index, stopped] of carts.entries()) {
    const [code] = await choose(...carts);
    await stopped.station.call(endPartner);
    const left = carts[1 - index] ?? carts[0];
    await untilPartner(left, ({ pairing }) => pairing?.state === 'waiting');
    expect(await left.station.call(confirmPartnerPairing, { body: { code } })).toMatchObject({ status: 409 });
    await left.station.call(endPartner);
  }
  await join(...carts);
});

test('a connection to the partner that breaks while it opens is a lost line and blocks nothing', async () => {
  const { one, other } = await joined();
  const { port } = new URL(one.url);
  await one.station.service.stop();
  const server = createServer((socket) => socket.destroy()).listen(Number(port), '127.0.0.1');
  await once(server, 'listening');
  const { body } = await other.station.call(runSync, { body: { waitSec: 20 } });
  server.close();
  expect(body).toMatchObject({ state: 'offline', reason: { code: 'UNREACHABLE' } });
  expect((await other.station.call(getPartner)).body.partner).toMatchObject({ isEndedThere: false });
});
