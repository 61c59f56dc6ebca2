import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';

import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { contract } from '../../../shared/contract/index.ts';
import { noInsides } from '../../support/no-insides.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { GOOD_BODIES } from './bodies-of-endpoints.ts';
import { type Path, withValue, wrongValues } from './wrong-values.ts';

const station = await aSharedStation();
const headset = await station.enrolled();
const [slot] = await station.slots(1);

// A practice cart starts headsets, a backup writes files: both are tried elsewhere.
const LEFT_OUT = ['startPractice', 'stopPractice', 'createBackup'];
const names = (Object.keys(contract) as (keyof typeof contract)[]).filter((name) => !LEFT_OUT.includes(name));
const bodies: Readonly<Partial<Record<string, object>>> = GOOD_BODIES;

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\0', '\ud800', '__proto__'),
);
const value = fc.oneof(
  fc.jsonValue({ noUnicodeString: false }),
  text,
  fc.double(),
  fc.constantFrom(null, headset.id, slot?.id, slot?.enrollmentToken, headset.androidId, 1e300, -1, 2 ** 53),
);

function bodyOf(name: keyof typeof contract): fc.Arbitrary<unknown> {
  const good = bodies[name];
  if (good === undefined) return fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.string());
  const places: Path[] = [...wrongValues(contract[name].body, good)].map(({ path }) => path);
  const mutated = fc
    .array(fc.tuple(fc.constantFrom(...places), value), { minLength: 1, maxLength: 4 })
    .map((changes) => changes.reduce<unknown>((body, [path, wrong]) => withValue(body, path, wrong), good));
  return fc.oneof(
    { weight: 6, arbitrary: mutated },
    { weight: 1, arbitrary: value },
    { weight: 1, arbitrary: fc.string() },
  );
}

const requestArbitrary = fc.constantFrom(...names).chain((name) =>
  fc.record({
    name: fc.constant(name),
    id: fc.oneof(
      fc.constantFrom(headset.id, headset.androidId, slot?.id ?? '', 'nobody'),
      fc.string({ minLength: 1 }),
    ),
    query: fc.dictionary(
      fc.constantFrom('page', 'limit', 'enterpriseId', 'from', 'to', 'type', 'x'),
      fc.string(),
      {
        maxKeys: 3,
      },
    ),
    body: bodyOf(name),
  }),
);

test('three thousand random requests get three thousand documented answers, none of them a 5xx', async () => {
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(requestArbitrary, { minLength: 10, maxLength: 10 }), async (requests) => {
      await Promise.all(
        requests.map(async ({ name, id, query, body }) => {
          const endpoint: Endpoint = contract[name];
          const isDeletion = name === 'deleteDevice' || name === 'revokeToken';
          const params = {
            deviceId: isDeletion ? `x${id}` : id,
            androidid: id,
            namespace: id,
            contentId: id,
            tokenId: `x${id}`,
          };
          const answer = await station.call(endpoint, {
            params,
            query,
            ...(endpoint.method === 'GET' ? {} : { body }),
          });
          seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
          expect({ name, status: answer.status, isBelow: answer.status < 500 }).toMatchObject({
            isBelow: true,
          });
          expect(noInsides(answer.body, station.folder)).toBe(true);
        }),
      );
    }),
    { numRuns: 300, seed: 20_260_103, endOnFailure: true },
  );

  // Neither all refused at the door nor all let through.
  for (const status of [200, 400, 404]) expect(seen.get(status) ?? 0).toBeGreaterThan(100);
});

test('after all that the headset’s record is whole and the fleet can be listed', async () => {
  const device = await station.call(contract.getDevice, { params: { deviceId: headset.id } });
  const list = await station.call(contract.listDevices, { query: { limit: '100' } });

  expect(device.status).toBe(200);
  expect(list.status).toBe(200);
  expect(z.int().min(2).safeParse(list.body.total).success).toBe(true);
});
