import { expect, test } from 'vitest';

import { some } from '../../support/long.ts';
import { noInsides } from '../../support/no-insides.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { StoreWatch } from '../../support/store-watch.ts';
import { bodyWith, describeCase, errorSchema, fieldRows, forEach, isLeftOut } from './field-rows.ts';
import { fieldsWithout, type WrongValue, withValue } from './wrong-values.ts';

/** Number of wrong values tried per row if not all are: the same field occurs in many bodies. */
const MAX_MINUTES = 60;

const station = await aSharedStation();
const check = await station.openApiCheck();
const { headset, rows, send } = await fieldRows(station);

/** Lists of ids that are looked up and never stored: any text is allowed. */
const LOOKED_UP = ['devicesId.0', 'ids.0', 'deviceIds.0', 'add.0', 'remove.0', 'instead.0'];

/** The headset's record, except the time when its deployments were computed. */
async function record(): Promise<unknown> {
  const { body } = await station.send('GET', `/devices/${headset.id}`);
  return JSON.parse(JSON.stringify(body).replaceAll(/"computedAt":"[^"]*"/g, '"computedAt":null'));
}

/** Returns true if a refusal has the path of the wrong value, or of the union around it. */
function isNamed(details: readonly { readonly path: string }[], { path, choice }: WrongValue): boolean {
  const places = [path, ...(choice === undefined ? [] : [choice])].map((each) => each.join('.'));
  return details.some((detail) =>
    places.some((place) => detail.path === place || detail.path.startsWith(`${place}.`)),
  );
}

test.each(rows)('$name: the valid body is valid and has every existing field', ({ endpoint, good }) => {
  expect(endpoint.body.safeParse(good).error?.issues ?? []).toEqual([]);
  expect(check.takesBody(endpoint, good)).toBe(true);
  expect([...fieldsWithout(endpoint.body, good)]).toEqual([]);
});

test.each(rows)('$name: every stored text has a maximum length and can be stored', ({ cases }) => {
  const unchecked = cases.filter(({ what, isRefused }) => what.startsWith('unstorable') && !isRefused);

  const places = new Set(unchecked.map(({ path }) => path.join('.')));

  expect([...places].filter((place) => !LOOKED_UP.includes(place))).toEqual([]);
});

test.each(rows)('$name refuses each wrong field with its path, and changes nothing', async (row) => {
  using store = new StoreWatch(station.folder);
  const cases = some(
    row.cases.filter((each) => each.isRefused && !isLeftOut(row.name, each)),
    MAX_MINUTES,
  );
  const before = { store: store.version, device: await record() };
  const wrong: string[] = [];

  await forEach(cases, async (each) => {
    const { status, body } = await send(row, bodyWith(row, each));
    const { code, details } = errorSchema.safeParse(body).data ?? { code: '', details: [] };
    const isRight =
      (status === 400 && isNamed(details, each)) || (status === 413 && each.what === 'too many');
    if (!isRight) wrong.push(`${describeCase(each)} → ${status} ${code} ${JSON.stringify(details)}`);
    expect(noInsides(body, station.folder)).toBe(true);
  });

  expect(wrong).toEqual([]);
  expect(store.version).toBe(before.store);
  expect(await record()).toEqual(before.device);
});

test('a heartbeat leaves each wrong value out alone, and says where it was', async () => {
  const row = rows.find(({ name }) => name === 'updateDevice');
  if (row === undefined) throw new Error('There is no row of the heartbeat');
  const isWrong = (each: WrongValue) => each.isRefused && isLeftOut(row.name, each);
  const cases = some(row.cases.filter(isWrong), MAX_MINUTES);
  const wrong: string[] = [];

  await forEach(cases, async (each) => {
    const { status, body } = await send(row, bodyWith(row, each));
    const { dropped } = (body ?? {}) as { dropped?: readonly { path: string }[] };
    // An object without a field that it must have is left out as a whole.
    const parent = { path: each.what === 'absent' ? each.path.slice(0, -1) : each.path };
    const isRight = status === 200 && isNamed(dropped ?? [], { ...each, ...parent });
    if (!isRight) wrong.push(`${describeCase(each)} → ${status} ${JSON.stringify(dropped)}`);
  });

  expect(cases.length).toBeGreaterThan(40);
  expect(wrong).toEqual([]);
});

const numeric = rows.flatMap((row) => {
  const each = row.cases.find(({ what }) => what === 'odd 1e+300');
  return each === undefined || isLeftOut(row.name, each) ? [] : [{ ...row, each }];
});

test.each(numeric)(
  '$name refuses a number that JSON can write and no computer can represent',
  async ({ each, ...row }) => {
    const body = JSON.stringify(withValue(row.good, each.path, '@')).replace('"@"', '1e999');

    const answer = await send(row, body);

    expect(answer.status).toBe(400);
    expect(isNamed(errorSchema.parse(answer.body).details, each)).toBe(true);
  },
);
