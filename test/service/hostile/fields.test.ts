import { expect, test } from 'vitest';
import { z } from 'zod';

import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { deviceEventInputSchema } from '../../../shared/contract/heartbeat.ts';
import { contract } from '../../../shared/contract/index.ts';
import { ANDROID_ID } from '../../../shared/contract/examples/values.ts';
import { noInsides } from '../../support/no-insides.ts';
import { OpenApiCheck } from '../../support/openapi-check.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { StoreWatch } from '../../support/store-watch.ts';
import { goodBodyOf, readingBodies } from './good-bodies.ts';
import { EXAMPLE_PARAMS, REFUSALS_ONLY, tokenFor } from './operations.ts';
import { fieldsWithout, type WrongValue, withValue, wrongValues } from './wrong-values.ts';

const station = await aSharedStation();
const headset = await station.enrolled(ANDROID_ID);
const check = new OpenApiCheck(await station.document());
const tokens = { enterprise: station.token, device: headset.token };
const params = { ...EXAMPLE_PARAMS, deviceId: headset.id };

/** What an endpoint takes although the document forbids it, because it refuses it in its answer: path of the field. */
const REFUSED_IN_ANSWER: Readonly<Record<string, string>> = { updateDevice: 'events' };

/** Lists of ids that are looked up and never stored: any text may stand there. */
const LOOKED_UP = ['devicesId.0', 'ids.0', 'deviceIds.0'];

const errorSchema = z.object({
  code: z.string(),
  details: z.array(z.object({ path: z.string() })).default([]),
});

/** One test for each endpoint that reads a body, with every wrong value that its contract gives rise to. */
const rows = readingBodies.map((name) => {
  const endpoint: Endpoint = contract[name];
  const good = goodBodyOf(name);
  return { name, endpoint, good, cases: [...wrongValues(endpoint.body, good)] };
});
type Row = (typeof rows)[number];

const describeCase = ({ path, what }: WrongValue) => `${path.join('.')}: ${what}`;

/** Sends the body with this one value in it. */
async function send({ endpoint, good }: Row, each: WrongValue) {
  const body = withValue(good, each.path, each.value);
  const answer = await station.call(endpoint, { params, body, token: tokenFor(endpoint, tokens) });
  const { code, details } = answer.status < 400 ? { code: '', details: [] } : errorSchema.parse(answer.body);
  return { ...answer, sent: body, code, details };
}

/** True when a refusal says where the wrong value stands, or where the choice of shapes around it begins. */
function isNamed(details: readonly { readonly path: string }[], { path, choice }: WrongValue): boolean {
  const places = [path, ...(choice === undefined ? [] : [choice])].map((each) => each.join('.'));
  return details.some((detail) =>
    places.some((place) => detail.path === place || detail.path.startsWith(`${place}.`)),
  );
}

/** Does the work for each of many items, some of them at the same time. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += 16)
    await Promise.all(items.slice(start, start + 16).map(work));
}

test.each(rows)('$name: the good body is good and has every field there is', ({ endpoint, good }) => {
  expect(endpoint.body.safeParse(good).error?.issues ?? []).toEqual([]);
  expect(check.takesBody(endpoint, good)).toBe(true);
  expect([...fieldsWithout(endpoint.body, good)]).toEqual([]);
});

test.each(rows)('$name: every text that may be kept has an end and can be stored', ({ cases }) => {
  const unchecked = cases.filter(({ what, isRefused }) => what.startsWith('unstorable') && !isRefused);

  const places = new Set(unchecked.map(({ path }) => path.join('.')));

  expect([...places].filter((place) => !LOOKED_UP.includes(place))).toEqual([]);
});

test.each(rows)('$name refuses each wrong field by its place, and changes nothing', async (row) => {
  using store = new StoreWatch(station.folder);
  const cases = row.cases.filter(({ isRefused }) => isRefused);
  const before = { store: store.version, device: await station.send('GET', `/devices/${headset.id}`) };
  const wrong: string[] = [];

  await forEach(cases, async (each) => {
    const { status, code, details, body } = await send(row, each);
    const isRight =
      (status === 400 && isNamed(details, each)) || (status === 413 && each.what === 'too many');
    if (!isRight) wrong.push(`${describeCase(each)} → ${status} ${code} ${JSON.stringify(details)}`);
    expect(noInsides(body, station.folder)).toBe(true);
  });

  expect(wrong).toEqual([]);
  expect(store.version).toBe(before.store);
  expect((await station.send('GET', `/devices/${headset.id}`)).body).toEqual(before.device.body);
});

test.each(rows.filter(({ name }) => !(name in REFUSALS_ONLY)))(
  '$name answers odd values that it may take as documented, and takes none that the document forbids',
  async (row) => {
    const cases = row.cases.filter(({ isRefused }) => !isRefused);
    const wrong: string[] = [];

    await forEach(cases, async (each) => {
      const { status, body, sent } = await send(row, each);
      const isTaken = status < 300 && each.path[0] !== REFUSED_IN_ANSWER[row.name];
      if (status >= 500 || (isTaken && !check.takesBody(row.endpoint, sent)))
        wrong.push(`${describeCase(each)} → ${status}`);
      expect(noInsides(body, station.folder)).toBe(true);
    });

    expect(wrong).toEqual([]);
    expect((await station.send('GET', `/devices/${headset.id}`)).status).toBe(200);
  },
);

const numeric = rows.flatMap((row) => {
  const each = row.cases.find(({ what }) => what === 'odd 1e+300');
  return each === undefined ? [] : [{ ...row, each }];
});

test.each(numeric)(
  '$name refuses a number that JSON can write and no computer can hold',
  async ({ endpoint, good, each }) => {
    const body = JSON.stringify(withValue(good, each.path, '@')).replace('"@"', '1e999');

    const answer = await station.call(endpoint, { params, body, token: tokenFor(endpoint, tokens) });

    expect(answer.status).toBe(400);
    expect(isNamed(errorSchema.parse(answer.body).details, each)).toBe(true);
  },
);

test('each wrong field of an event rejects that event alone', async () => {
  const good = { eventId: 'wrong', type: 'X', timestamp: Date.now(), payload: { a: 1 } };
  const cases = [...wrongValues(deviceEventInputSchema, good)].filter(({ isRefused }) => isRefused);
  const wrong: string[] = [];

  for (const [index, each] of cases.entries()) {
    const events = [withValue(good, each.path, each.value), { ...good, eventId: `right-${index}` }];
    const { status, body } = await station.call(contract.updateDevice, { params, body: { events } });
    const isRight = status === 200 && body.rejected.length === 1 && body.acknowledged[0] === `right-${index}`;
    const isSaid = body.rejected[0]?.reason.startsWith(each.path.join('.'));
    if (!isRight || isSaid !== true)
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
