import { expect, test } from 'vitest';

import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { errorBodySchema } from '../../../shared/contract/errors.ts';
import { contract } from '../../../shared/contract/index.ts';
import { noInsides } from '../../support/no-insides.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { StoreWatch } from '../../support/store-watch.ts';
import { goodBodyOf, readingBodies } from './good-bodies.ts';
import { EXAMPLE_PARAMS, REFUSALS_ONLY, tokenFor } from './operations.ts';
import { some } from '../../support/long.ts';

const station = await aSharedStation();
const headset = await station.enrolled();
const existing = { deviceId: headset.id, enterpriseId: station.enterpriseId };
const tokens = { enterprise: station.token, device: headset.token };
const params = { ...EXAMPLE_PARAMS, deviceId: headset.id };
const rows = readingBodies.map((name) => {
  const endpoint: Endpoint = contract[name];
  return { name, endpoint, good: JSON.stringify(goodBodyOf(name, existing)) };
});

const DEEP_LIST = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
const DEEP_OBJECT = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;

/** Bodies that no endpoint may accept: not JSON, or not an object. */
const NEVER: Readonly<Record<string, (good: string) => string>> = {
  'half a body': (good) => good.slice(0, -1),
  'two bodies': (good) => good + good,
  'a comment': (good) => `/* */${good}`,
  'single quotes': (good) => good.replaceAll('"', "'"),
  'a bare word': () => 'undefined',
  NaN: () => 'NaN',
  null: () => 'null',
  'a text': () => '"text"',
  'a number': () => '0',
  'a list': () => '[]',
  'a list of it': (good) => `[${good}]`,
  'a deep list': () => DEEP_LIST,
};

/** Odd bodies that an endpoint may accept or refuse, as documented. */
const ODD: Readonly<Record<string, (good: string) => string>> = {
  'a prototype': (good) => good.replace('{', '{"__proto__":{"isPolluted":true},'),
  'a constructor': (good) => good.replace('{', '{"constructor":{"prototype":{"isPolluted":true}},'),
  'an escaped prototype': (good) => good.replace('{', String.raw`{"\u005f_proto__":{"isPolluted":true},`),
  'a deep list in an unknown field': (good) => good.replace('{', `{"unknown":${DEEP_LIST},`),
  'a deep object in an unknown field': (good) => good.replace('{', `{"unknown":${DEEP_OBJECT},`),
  'a deep list in the first field': (good) => good.replace(/:[^,}]*/, `:${DEEP_LIST}`),
  'a deep object': () => DEEP_OBJECT,
  'every field twice': (good) => `${good.slice(0, -1)},${good.slice(1)}`,
  'an odd key': (good) =>
    good.replace('{', String.raw`{"\ud800":1,"\u0000":2,"":3,"toString":4,"hasOwnProperty":5,`),
  'ten thousand unknown fields': (good) =>
    good.replace('{', `{${Array.from({ length: 10_000 }, (_, index) => `"x${index}":0`).join(',')},`),
  'much white space': (good) => ' \n\t\r'.repeat(10_000) + good,
  'an empty object': () => '{}',
};

test.each(some(rows, 40))(
  '$name refuses an invalid body with 400, and writes nothing',
  async ({ endpoint, good }) => {
    using store = new StoreWatch(station.folder);
    const before = store.version;
    const wrong: string[] = [];

    for (const [what, bodyOf] of Object.entries(NEVER)) {
      const answer = await station.call(endpoint, {
        params,
        body: bodyOf(good),
        token: tokenFor(endpoint, tokens),
      });
      const { details = [] } = errorBodySchema.safeParse(answer.body).data ?? {};
      if (answer.status !== 400 || details.length === 0) wrong.push(`${what} → ${answer.status}`);
      expect(noInsides(answer.body, station.folder)).toBe(true);
    }

    expect(wrong).toEqual([]);
    expect(store.version).toBe(before);
    expect({}).not.toHaveProperty('isPolluted');
  },
);

test.each(
  some(
    rows.filter(({ name }) => !(name in REFUSALS_ONLY)),
    40,
  ),
)('$name answers odd JSON as documented', async ({ endpoint, good }) => {
  const wrong: string[] = [];

  for (const [what, bodyOf] of Object.entries(ODD)) {
    const answer = await station.call(endpoint, {
      params,
      body: bodyOf(good),
      token: tokenFor(endpoint, tokens),
    });
    if (answer.status >= 500) wrong.push(`${what} → ${answer.status}`);
    expect(noInsides(answer.body, station.folder)).toBe(true);
  }

  expect(wrong).toEqual([]);
});
