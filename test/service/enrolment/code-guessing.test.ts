import { expect, test } from 'vitest';

import { enrolDeviceByCode, getTemporaryCode } from '../../../shared/contract/enrolment/enrolment.ts';
import { createCodes } from '../../../shared/contract/operations/station.ts';
import { aStation, type TestStation } from '../../support/a-station.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { rawRequest } from '../../support/raw-http.ts';
import { refused } from '../../support/refused.ts';

const MINUTE_MS = 60_000;

async function aGuessedStation() {
  const clock = new ManualClock();
  const station = await aStation({ clock });
  const [slot] = await station.slots(1);
  const { body } = await station.call(createCodes, { body: { devicesId: [slot?.id] } });
  return { station, clock, id: slot?.id ?? '', code: body[0]?.code ?? 0 };
}

/** Returns a code of a slot at the current clock: one issued before the clock was set back is void. */
async function codeNow(station: TestStation, id: string): Promise<number> {
  const { body } = await station.call(createCodes, { body: { devicesId: [id] } });
  return body[0]?.code ?? 0;
}

/** Types `count` wrong codes, one after the other, and returns their statuses. */
async function guess(station: TestStation, count: number, token = station.token): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = { code: 1_000_000 + index, androidId: 'guesser' };
    statuses.push((await station.call(enrolDeviceByCode, { body, token })).status);
  }
  return statuses;
}

/** Types forty wrong codes as fast as two addresses may: they lock enrolment by code. */
async function guessUntilClosed(station: TestStation, clock: ManualClock): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    if (round > 0) clock.advance(MINUTE_MS + 1);
    station.from = round < 2 ? '127.0.0.2' : '127.0.0.3';
    await guess(station, 10);
  }
  clock.advance(MINUTE_MS + 1);
  station.from = undefined;
}

test('after ten wrong codes within a minute an address is blocked for a minute, even with the right code', async () => {
  const { station, clock, code } = await aGuessedStation();
  await using _ = station;

  const wrong = await guess(station, 10);
  const refusal = await station.call(enrolDeviceByCode, { body: { code, androidId: 'right' } });
  clock.advance(MINUTE_MS);
  const later = await station.call(enrolDeviceByCode, { body: { code, androidId: 'right' } });

  expect(wrong).toEqual(Array.from({ length: 10 }, () => 404));
  expect(refusal).toMatchObject(refused(429, 'RATE_LIMITED'));
  expect(refusal.headers.get('retry-after')).toBe('60');
  expect(later.status).toBe(200);
});

test('nine wrong codes within a minute, and ten over a longer time, do not block an address', async () => {
  const { station, clock, code } = await aGuessedStation();
  await using _ = station;

  await guess(station, 9);
  clock.advance(MINUTE_MS + 1);
  const tenth = await guess(station, 1);
  const right = await station.call(enrolDeviceByCode, { body: { code, androidId: 'right' } });

  expect(tenth).toEqual([404]);
  expect(right.status).toBe(200);
});

test('one guessing address does not block the others', async () => {
  const { station, code } = await aGuessedStation();
  await using _ = station;
  await guess(station, 10);

  const other = await rawRequest(station.url, {
    method: 'POST',
    path: '/devices/manual-enrollment',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${station.token}` },
    body: JSON.stringify({ code, androidId: 'neighbour' }),
    localAddress: '127.0.0.2',
  });

  expect(other.status).toBe(200);
});

test('forty wrong codes close enrolment by code and make every live code void', async () => {
  const { station, clock, code } = await aGuessedStation();
  await using _ = station;
  await using wall = await station.stream('/station/updates');

  await guessUntilClosed(station, clock);
  const right = await station.call(enrolDeviceByCode, { body: { code, androidId: 'right' } });

  expect(right).toMatchObject(refused(404, 'ENROLMENT_CLOSED'));
  const closed = await wall.next('enrolment', ({ isOpen }) => isOpen === false);
  expect(closed.data).toMatchObject({ isOpen: false, wrongCodes: 40 });
});

test('closed enrolment opens again when a technician requests codes, and the new code works', async () => {
  const { station, clock, id, code } = await aGuessedStation();
  await using _ = station;
  await guessUntilClosed(station, clock);
  await using wall = await station.stream('/station/updates');
  expect((await wall.next('hello')).data).toMatchObject({ enrolment: { isOpen: false } });

  const { body } = await station.call(createCodes, { body: { devicesId: [id] } });

  await wall.next('enrolment', ({ isOpen }) => isOpen === true);
  expect(body[0]?.code).not.toBe(code);
  const right = await station.call(enrolDeviceByCode, {
    body: { code: body[0]?.code, androidId: 'right' },
  });
  expect(right).toMatchObject({ status: 200, body: { id } });
});

test('requesting the temporary code of one device opens enrolment again too', async () => {
  const { station, clock, id } = await aGuessedStation();
  await using _ = station;
  await guessUntilClosed(station, clock);

  const { body } = await station.call(getTemporaryCode, { params: { deviceId: id } });

  const right = await station.call(enrolDeviceByCode, { body: { code: body.code, androidId: 'right' } });
  expect(right.status).toBe(200);
});

test('forty wrong codes spread over more than 15 minutes close nothing', async () => {
  const { station, clock, id } = await aGuessedStation();
  await using _ = station;

  for (let round = 0; round < 8; round += 1) {
    station.from = round % 2 === 0 ? '127.0.0.2' : '127.0.0.3';
    await guess(station, 5);
    clock.advance(3 * MINUTE_MS);
  }

  const { body } = await station.call(getTemporaryCode, { params: { deviceId: id } });
  const right = await station.call(enrolDeviceByCode, { body: { code: body.code, androidId: 'right' } });
  expect(right.status).toBe(200);
});

test('the counts survive a restart', async () => {
  const { station, clock, code } = await aGuessedStation();
  await using _ = station;
  await guess(station, 10);

  await station.restart();

  const waiting = await station.call(enrolDeviceByCode, { body: { code, androidId: 'right' } });
  expect(waiting).toMatchObject(refused(429, 'RATE_LIMITED'));
  for (let round = 0; round < 3; round += 1) {
    clock.advance(MINUTE_MS + 1);
    station.from = round < 2 ? '127.0.0.2' : '127.0.0.3';
    await guess(station, 10);
  }
  clock.advance(MINUTE_MS + 1);
  await station.restart();
  const closed = await station.call(enrolDeviceByCode, { body: { code, androidId: 'right' } });
  expect(closed).toMatchObject(refused(404, 'ENROLMENT_CLOSED'));
});

test('guessing in one organisation does not affect the codes of another', async () => {
  const { station, clock, code } = await aGuessedStation();
  await using _ = station;
  const other = await station.enterprise();
  for (let index = 0; index < 40; index += 1) {
    if (index % 10 === 0) clock.advance(MINUTE_MS + 1);
    station.from = index < 20 ? '127.0.0.2' : '127.0.0.3';
    const body = { code: 1_000_000 + index, androidId: 'guesser' };
    await station.call(enrolDeviceByCode, { body, token: other.token });
  }
  station.from = undefined;
  clock.advance(MINUTE_MS + 1);

  const right = await station.call(enrolDeviceByCode, { body: { code, androidId: 'right' } });

  expect(right.status).toBe(200);
});

test('an unknown enrolment token does not count as a wrong code', async () => {
  const { station, code } = await aGuessedStation();
  await using _ = station;
  for (let index = 0; index < 12; index += 1) {
    await station.send('POST', '/devices', { body: { enrollmentToken: 'nobody', androidId: 'x' } });
  }

  const right = await station.call(enrolDeviceByCode, { body: { code, androidId: 'right' } });

  expect(right.status).toBe(200);
});

test('guessing with a token that has access to another fleet counts for that fleet and closes its enrolment', async () => {
  const { station, clock, code } = await aGuessedStation();
  await using _ = station;
  const other = await station.enterprise();
  const token = await station.issue({ enterpriseId: other.id, fleetAccess: [station.enterpriseId] });

  const wrong = await guess(station, 10, token);
  expect(await guess(station, 1, token)).toEqual([429]);
  for (let round = 0; round < 3; round += 1) {
    clock.advance(MINUTE_MS + 1);
    station.from = round < 2 ? '127.0.0.2' : '127.0.0.3';
    await guess(station, 10, token);
  }
  clock.advance(MINUTE_MS + 1);

  expect(wrong).toEqual(Array.from({ length: 10 }, () => 404));
  const right = await station.call(enrolDeviceByCode, { body: { code, androidId: 'right' } });
  expect(right).toMatchObject(refused(404, 'ENROLMENT_CLOSED'));
});

test('guesses without an organisation count for the fleets that are open to them', async () => {
  const { station } = await aGuessedStation();
  await using _ = station;
  const other = await station.enterprise();
  const token = await station.issue({ enterpriseId: null, fleetAccess: [other.id] });

  await guess(station, 5, token);

  await using own = await station.stream('/station/updates');
  await using theirs = await station.stream('/station/updates', other.token);
  expect((await own.next('hello')).data).toMatchObject({ enrolment: { wrongCodes: 0 } });
  expect((await theirs.next('hello')).data).toMatchObject({ enrolment: { wrongCodes: 5 } });
});

test('a clock that is set back blocks no address for more than a minute', async () => {
  const { station, clock, id } = await aGuessedStation();
  await using _ = station;
  await guess(station, 10);
  clock.advance(-60 * MINUTE_MS);
  const code = await codeNow(station, id);

  const refusal = await station.call(enrolDeviceByCode, { body: { code, androidId: 'right' } });
  clock.advance(MINUTE_MS);
  const later = await station.call(enrolDeviceByCode, { body: { code, androidId: 'right' } });

  expect(refusal).toMatchObject(refused(429, 'RATE_LIMITED'));
  expect(Number(refusal.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(later.status).toBe(200);
});

test('a clock that is set back blocks no address whose wrong codes are far apart', async () => {
  const { station, clock, id } = await aGuessedStation();
  await using _ = station;
  for (let index = 0; index < 10; index += 1) {
    await guess(station, 1);
    clock.advance(30_000);
  }
  clock.advance(-60 * MINUTE_MS);
  const code = await codeNow(station, id);

  const right = await station.call(enrolDeviceByCode, { body: { code, androidId: 'right' } });

  expect(right.status).toBe(200);
});

test('when enrolment by code closes, the followers of a slot learn that its code is void', async () => {
  const { station, clock, id } = await aGuessedStation();
  await using _ = station;
  await using stream = await station.stream(`/devices/${id}/updates`);
  await stream.next('hello');

  await guessUntilClosed(station, clock);

  const received = await stream.next('device', (data) => 'temporaryVerificationCode' in data);
  expect(received.data).toEqual({ id, temporaryVerificationCode: null });
});

test('one address that keeps guessing is blocked, and does not close enrolment for others', async () => {
  const { station, clock, code } = await aGuessedStation();
  await using _ = station;
  station.from = '127.0.0.2';
  const statuses: number[] = [];
  for (let minute = 0; minute < 14; minute += 1) {
    statuses.push(...(await guess(station, 10)));
    clock.advance(MINUTE_MS + 1);
  }

  expect(statuses.filter((status) => status === 404)).toHaveLength(20);
  station.from = undefined;
  const right = await station.call(enrolDeviceByCode, { body: { code, androidId: 'right' } });
  expect(right.status).toBe(200);
});
