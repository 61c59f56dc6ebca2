import { expect, test } from 'vitest';

import { enrolDeviceByCode } from '../../../../shared/contract/enrolment/enrolment.ts';
import { createCodes } from '../../../../shared/contract/operations/station.ts';
import type { TestStation } from '../../../support/a-station.ts';
import type { ManualClock } from '../../../support/manual-clock.ts';
import { PairingHeadset } from '../../../support/pairing-headset.ts';
import { refused } from '../../../support/refused.ts';
import { aPairingStation, codesOf, MINUTE_MS, otherThan } from './support.ts';

/** Hashed once: a guesser need not compute it again. */
async function aGuessedStation() {
  const made = await aPairingStation();
  const slots = await codesOf(made.station, 1);
  const guesser = new PairingHeadset({
    androidId: 'guesser',
    code: otherThan(slots),
    fingerprint: made.fingerprint,
  });
  const right = made.headset('right', slots[0]?.code ?? 0);
  return { ...made, place: slots[0], guesser, right };
}

/** Pairs `count` times with a wrong code, and returns the statuses. */
async function guess(guesser: PairingHeadset, station: TestStation, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await guesser.guess(station)).status);
  return statuses;
}

/** Tries forty wrong codes as fast as two addresses may. */
async function guessUntilClosed(guesser: PairingHeadset, station: TestStation, clock: ManualClock) {
  for (let round = 0; round < 4; round += 1) {
    if (round > 0) clock.advance(MINUTE_MS + 1);
    station.from = round < 2 ? '127.0.0.2' : '127.0.0.3';
    await guess(guesser, station, 10);
  }
  clock.advance(MINUTE_MS + 1);
  station.from = undefined;
}

test('after ten wrong codes within a minute an address is blocked for a minute, with one count for pairing and typing', async () => {
  const { station, clock, guesser, right, place: slot } = await aGuessedStation();
  await using _ = station;

  const wrong = await guess(guesser, station, 9);
  await station.call(enrolDeviceByCode, { body: { code: 1, androidId: 'guesser' } });
  const refusal = await right.start(station);
  const typed = await station.call(enrolDeviceByCode, { body: { code: slot?.code, androidId: 'right' } });
  clock.advance(MINUTE_MS);
  const later = await right.pair(station);

  expect(wrong).toEqual(Array.from({ length: 9 }, () => 404));
  expect(refusal).toMatchObject(refused(429, 'RATE_LIMITED'));
  expect(refusal.headers.get('retry-after')).toBe('60');
  expect(typed).toMatchObject(refused(429, 'RATE_LIMITED'));
  expect(later.status).toBe(200);
});

test('a wrong code counts from the start of the pairing: an unfinished pairing is a guess too', async () => {
  const { station, clock, guesser, right } = await aGuessedStation();
  await using _ = station;
  for (let index = 0; index < 10; index += 1) await guesser.start(station);

  expect(await right.start(station)).toMatchObject(refused(429, 'RATE_LIMITED'));

  await using wall = await station.stream('/station/updates');
  clock.advance(31_000);
  await using later = await station.stream('/station/updates');
  // The newest replaces the one before, so that nine have ended; the last expires.
  expect((await wall.next('hello')).data).toMatchObject({ enrolment: { wrongCodes: 9 } });
  expect((await later.next('hello')).data).toMatchObject({ enrolment: { wrongCodes: 10 } });
});

test('right codes are not guesses, however many pairings of one address succeed in a minute', async () => {
  const { station, right } = await aGuessedStation();
  await using _ = station;
  const statuses: number[] = [];

  for (let index = 0; index < 12; index += 1) statuses.push((await right.pair(station)).status);

  expect(new Set(statuses)).toEqual(new Set([200]));
  await using wall = await station.stream('/station/updates');
  expect((await wall.next('hello')).data).toMatchObject({ enrolment: { isOpen: true, wrongCodes: 0 } });
});

test('ten unfinished pairings of one address block further codes, but only until they have ended', async () => {
  const { station, headset, place: slot } = await aGuessedStation();
  await using _ = station;
  const code = slot?.code ?? 0;
  const agents = Array.from({ length: 10 }, (_each, index) => headset(`headset-${index}`, code));
  const started = await Promise.all(agents.map((agent) => agent.start(station)));

  const eleventh = await headset('headset-10', code).start(station);
  const typed = await station.call(enrolDeviceByCode, { body: { code: 1, androidId: 'guesser' } });
  const [first] = agents;
  const [begun] = started;
  if (first === undefined || begun === undefined) throw new TypeError('nothing began');
  await first.finish(station, begun);
  const later = await headset('headset-10', code).start(station);

  for (const answer of [eleventh, typed]) {
    expect(answer).toMatchObject(refused(429, 'RATE_LIMITED'));
    expect(answer.headers.get('retry-after')).toBe('2');
  }
  expect(later.status).toBe(200);
});

test('forty wrong codes close enrolment by code, make every code void and are published; new codes open it again', async () => {
  const { station, clock, guesser, right, place: slot, headset } = await aGuessedStation();
  await using _ = station;
  await using wall = await station.stream('/station/updates');

  await guessUntilClosed(guesser, station, clock);

  const closed = await wall.next('enrolment', ({ isOpen }) => isOpen === false);
  expect(closed.data).toMatchObject({ isOpen: false, wrongCodes: 40 });
  expect(await right.start(station)).toMatchObject(refused(404, 'ENROLMENT_CLOSED'));
  const typed = await station.call(enrolDeviceByCode, { body: { code: slot?.code, androidId: 'right' } });
  expect(typed).toMatchObject(refused(404, 'ENROLMENT_CLOSED'));
  const { body } = await station.call(createCodes, { body: { devicesId: [slot?.id] } });
  expect((await headset('right', body[0]?.code ?? 0).pair(station)).status).toBe(200);
});

test('unfinished pairings close nothing, and allow no more than forty guesses', async () => {
  const { station, clock, guesser, right } = await aGuessedStation();
  await using _ = station;
  for (let round = 0; round < 3; round += 1) {
    station.from = round < 2 ? '127.0.0.2' : '127.0.0.3';
    await guess(guesser, station, 10);
    clock.advance(MINUTE_MS + 1);
  }
  await guess(guesser, station, 9);
  clock.advance(MINUTE_MS + 1);

  const fortieth = await right.start(station);
  const oneMore = await guesser.start(station);
  const finished = await right.finish(station, fortieth);

  expect(oneMore).toMatchObject(refused(429, 'RATE_LIMITED'));
  expect(oneMore.headers.get('retry-after')).toBe('2');
  expect(finished.status).toBe(200);
  expect((await guesser.start(station)).status).toBe(200);
});

test('abandoned pairings close enrolment by code when the next one starts', async () => {
  const { station, clock, guesser, right } = await aGuessedStation();
  await using _ = station;
  for (let index = 0; index < 40; index += 1) {
    if (index % 10 === 0 && index > 0) clock.advance(MINUTE_MS + 1);
    station.from = index < 20 ? '127.0.0.2' : '127.0.0.3';
    await guesser.start(station);
  }
  station.from = undefined;
  clock.advance(MINUTE_MS + 1);

  expect(await right.start(station)).toMatchObject(refused(404, 'ENROLMENT_CLOSED'));
});

test('the counts survive a restart; an unfinished pairing does not, and stays counted', async () => {
  const { station, clock, guesser, right } = await aGuessedStation();
  await using _ = station;
  await guess(guesser, station, 9);
  const underWay = await guesser.start(station);

  await station.restart();

  expect(await guesser.finish(station, underWay)).toMatchObject(refused(404, 'NOT_FOUND'));
  expect(await right.start(station)).toMatchObject(refused(429, 'RATE_LIMITED'));
  for (let round = 0; round < 3; round += 1) {
    clock.advance(MINUTE_MS + 1);
    station.from = round < 2 ? '127.0.0.2' : '127.0.0.3';
    await guess(guesser, station, 10);
  }
  await station.restart();
  clock.advance(MINUTE_MS + 1);
  expect(await right.start(station)).toMatchObject(refused(404, 'ENROLMENT_CLOSED'));
});

test('a guess counts for every organisation whose codes it could have matched, and for no other', async () => {
  const { station, guesser } = await aGuessedStation();
  await using _ = station;
  const { token } = await station.enterprise();

  await guess(guesser, station, 3);

  await using own = await station.stream('/station/updates');
  await using theirs = await station.stream('/station/updates', token);
  expect((await own.next('hello')).data).toMatchObject({ enrolment: { wrongCodes: 3 } });
  expect((await theirs.next('hello')).data).toMatchObject({ enrolment: { wrongCodes: 0 } });
});

test('one address that starts pairings and finishes none blocks nothing for the others', async () => {
  const { station, clock, guesser, right } = await aGuessedStation();
  await using _ = station;
  station.from = '127.0.0.2';
  for (let minute = 0; minute < 13; minute += 1) {
    for (let index = 0; index < 10; index += 1) await guesser.start(station);
    clock.advance(MINUTE_MS + 1);
  }
  station.from = undefined;

  expect((await right.pair(station)).status).toBe(200);
});
