import { expect, test } from 'vitest';
import { z } from 'zod';

import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { deviceEventInputSchema } from '../../../shared/contract/heartbeat.ts';
import { contract } from '../../../shared/contract/index.ts';
import { noInsides } from '../../support/no-insides.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { StoreWatch } from '../../support/store-watch.ts';
import { GOOD_BODIES } from './bodies-of-endpoints.ts';
import { type WrongValue, withValue, wrongValues } from './wrong-values.ts';

const station = await aSharedStation();
const headset = await station.enrolled();
const params = { deviceId: headset.id, namespace: 'hostile', contentId: 'hostile' };
const names = Object.keys(GOOD_BODIES) as (keyof typeof GOOD_BODIES)[];
const errorSchema = z.object({
  code: z.string(),
  details: z.array(z.object({ path: z.string() })).default([]),
});

const endpointOf = (name: keyof typeof GOOD_BODIES): Endpoint => contract[name];

const describeCase = ({ path, what }: WrongValue) => `${path.join('.')}: ${what}`;

test('every endpoint that reads a body has a good one here', () => {
  const reading = Object.entries(contract)
    .filter(([, { body }]) => Object.keys((body.def as { shape?: object }).shape ?? {}).length > 0)
    .map(([name]) => name);

  expect(names.toSorted((a, b) => a.localeCompare(b))).toEqual(
    reading.toSorted((a, b) => a.localeCompare(b)),
  );
  for (const name of names) expect(contract[name].body.safeParse(GOOD_BODIES[name]).success).toBe(true);
});

test.each(names)('%s refuses each wrong field by its place, and writes nothing', async (name) => {
  using store = new StoreWatch(station.folder);
  const cases = [...wrongValues(contract[name].body, GOOD_BODIES[name])].filter(({ isRefused }) => isRefused);
  const before = store.version;
  const wrong: string[] = [];

  for (const each of cases) {
    const body = withValue(GOOD_BODIES[name], each.path, each.value);
    const answer = await station.call(endpointOf(name), { params, body });
    const { code, details } = errorSchema.parse(answer.body);
    const place = each.path.join('.');
    const isNamed = details.some(({ path }) => path === place || path.startsWith(`${place}.`));
    if (answer.status !== 400 || code !== 'VALIDATION_FAILED' || !isNamed)
      wrong.push(`${describeCase(each)} → ${answer.status} ${JSON.stringify(details)}`);
    expect(noInsides(answer.body, station.folder)).toBe(true);
  }

  expect(cases.length).toBeGreaterThan(3);
  expect(wrong).toEqual([]);
  expect(store.version).toBe(before);
});

// Starting a practice cart starts headsets: only its refusals are tried.
test.each(names.filter((name) => name !== 'startPractice'))(
  '%s survives odd values that it may accept, with a documented answer',
  async (name) => {
    const cases = [...wrongValues(contract[name].body, GOOD_BODIES[name])].filter(
      ({ isRefused }) => !isRefused,
    );
    const wrong: string[] = [];

    for (const each of cases) {
      const body = withValue(GOOD_BODIES[name], each.path, each.value);
      const answer = await station.call(endpointOf(name), { params, body });
      if (answer.status >= 500) wrong.push(`${describeCase(each)} → ${answer.status}`);
      expect(noInsides(answer.body, station.folder)).toBe(true);
    }

    expect(wrong).toEqual([]);
    expect((await station.send('GET', `/devices/${headset.id}`)).status).toBe(200);
  },
);

test.each(names)('%s refuses a number that JSON can write and no computer can hold', async (name) => {
  const [numeric] = [...wrongValues(contract[name].body, GOOD_BODIES[name])].filter(({ what }) =>
    what.startsWith('number as'),
  );
  if (numeric === undefined) return;
  const body = JSON.stringify(withValue(GOOD_BODIES[name], numeric.path, '@')).replace('"@"', '1e999');

  const answer = await station.call(endpointOf(name), { params, body });

  expect(answer).toMatchObject({ status: 400, body: { details: [{ path: numeric.path.join('.') }] } });
});

test('each wrong field of an event rejects that event alone', async () => {
  const good = { eventId: 'wrong', type: 'X', timestamp: Date.now(), payload: { a: 1 } };
  const cases = [...wrongValues(deviceEventInputSchema, good)].filter(({ isRefused }) => isRefused);
  const wrong: string[] = [];

  for (const [index, each] of cases.entries()) {
    const events = [withValue(good, each.path, each.value), { ...good, eventId: `right-${index}` }];
    const { status, body } = await station.call(contract.updateDevice, { params, body: { events } });
    const isRight = status === 200 && body.rejected.length === 1 && body.acknowledged[0] === `right-${index}`;
    const isNamed = body.rejected[0]?.reason.startsWith(each.path.join('.'));
    if (!isRight || isNamed !== true)
      wrong.push(`${describeCase(each)} → ${status} ${JSON.stringify(body.rejected)}`);
  }

  expect(cases.length).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});

test('odd values that an event may have are stored and read back', async () => {
  const good = { eventId: 'odd', type: 'ODD', timestamp: Date.now(), payload: { a: 1 } };
  const cases = [...wrongValues(deviceEventInputSchema, good)].filter(
    ({ isRefused, path }) => !isRefused && path[0] !== 'eventId' && path[0] !== 'type',
  );

  for (const [index, each] of cases.entries()) {
    const event = { ...(withValue(good, each.path, each.value) as object), eventId: `odd-${index}` };
    const { status, body } = await station.call(contract.updateDevice, { params, body: { events: [event] } });
    expect({
      what: describeCase(each),
      status,
      rejected: body.rejected.length + body.acknowledged.length,
    }).toEqual({
      what: describeCase(each),
      status: 200,
      rejected: 1,
    });
  }

  const { status } = await station.call(contract.listEvents, {
    params,
    query: { type: 'ODD', limit: '100' },
  });
  expect(status).toBe(200);
});
