import { expect, test } from 'vitest';

import { aStation } from '../../../support/a-station.ts';
import { refused } from '../../../support/refused.ts';

/** Sends `count` requests one after the other and returns their statuses. */
async function statusesOf(count: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await ask()).status);
  return statuses;
}
const times = (count: number, value: number) => Array.from({ length: count }, () => value);

test('an enterprise token has a number of requests a minute; the next is refused with the time to wait', async () => {
  await using station = await aStation({ rateLimit: 5 });

  const statuses = await statusesOf(5, () => station.send('GET', '/station'));
  const refusal = await station.send('GET', '/station');

  expect(statuses).toEqual(times(5, 200));
  expect(refusal).toMatchObject(refused(429, 'RATE_LIMITED'));
  const retryAfterSec = refusal.headers.get('retry-after') ?? '';
  expect(retryAfterSec).toMatch(/^\d+$/);
  expect(Number(retryAfterSec)).toBeGreaterThanOrEqual(1);
  expect(Number(retryAfterSec)).toBeLessThanOrEqual(60);
});

test('each token is counted separately', async () => {
  await using station = await aStation({ rateLimit: 5 });
  const other = await station.issue();
  await statusesOf(4, () => station.send('GET', '/station'));
  expect((await station.send('GET', '/station')).status).toBe(429);

  expect((await station.send('GET', '/station', { token: other })).status).toBe(200);
});

test('operations without a token have no limit', async () => {
  await using station = await aStation({ rateLimit: 1 });

  const statuses = await statusesOf(10, () => station.send('GET', '/healthz', { token: null }));

  expect(statuses).toEqual(times(10, 200));
});

test('a device token has 240 requests a minute, whatever enterprise tokens have', async () => {
  await using station = await aStation({ rateLimit: 10 });
  const { id, token } = await station.enrolled();
  const read = () => station.send('GET', `/devices/${id}`, { token });

  expect(await statusesOf(240, read)).toEqual(times(240, 200));
  expect(await read()).toMatchObject(refused(429, 'RATE_LIMITED'));
});

test('an enrol token has 240 requests a minute', async () => {
  await using station = await aStation();
  const token = await station.issue({ scope: 'enroll' });
  const ask = () =>
    station.send('POST', '/devices/whatiam', { token, body: { name: 'PICO 4', product: 'p' } });

  expect(await statusesOf(240, ask)).toEqual(times(240, 200));
  expect((await ask()).status).toBe(429);
});

test('by default an enterprise token has 600 requests a minute', async () => {
  await using station = await aStation();

  expect(await statusesOf(600, () => station.send('GET', '/station'))).toEqual(times(600, 200));
  expect((await station.send('GET', '/station')).status).toBe(429);
});

test('a limit of 0 is no limit, but guessing codes is still limited', async () => {
  await using station = await aStation({ rateLimit: 0 });
  const guess = () =>
    station.send('POST', '/devices/manual-enrollment', { body: { code: 1, androidId: 'guesser' } });

  expect(await statusesOf(650, () => station.send('GET', '/station'))).toEqual(times(650, 200));
  expect(await statusesOf(11, guess)).toEqual([...times(10, 404), 429]);
});

test('a refused request is not executed', async () => {
  await using station = await aStation({ rateLimit: 2 });
  const second = await station.issue();
  await statusesOf(2, () => station.send('GET', '/station'));

  await station.send('POST', '/station/slots', { body: { count: 3, labelPrefix: 'A-' } });

  expect(await station.send('GET', '/devices', { token: second })).toMatchObject({ body: { total: 0 } });
});
