import fc from 'fast-check';
import { expect, test } from 'vitest';

import { deleteDevice, listDevices } from '../../../shared/contract/devices/devices.ts';
import { createSlots } from '../../../shared/contract/operations/station.ts';
import { sized } from '../../support/long.ts';
import { aSharedStation } from '../../support/shared-station.ts';

const station = await aSharedStation();

type Step =
  | { readonly kind: 'add'; readonly to: 0 | 1; readonly count: number }
  | { readonly kind: 'delete'; readonly from: 0 | 1; readonly at: number }
  | { readonly kind: 'list'; readonly page: number; readonly limit: number };

const side = fc.constantFrom(0 as const, 1 as const);
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), to: side, count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('delete' as const), from: side, at: fc.nat() }),
  fc.record({
    kind: fc.constant('list' as const),
    page: fc.integer({ min: 1, max: 6 }),
    limit: fc.integer({ min: 1, max: 8 }),
  }),
);

const sorted = (ids: readonly string[]) => ids.toSorted((a, b) => (a < b ? -1 : 1));

test('the list equals a sorted array whatever was added and deleted in between, for one fleet and for two', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 5, maxLength: 25 }), async (steps) => {
      const fleets = [
        { ...(await station.enterprise()), ids: new Array<string>() },
        { ...(await station.enterprise()), ids: new Array<string>() },
      ] as const;
      const [mine, opened] = fleets;
      const both = await station.issue({ enterpriseId: mine.id, fleetAccess: [opened.id] });

      for (const step of steps) {
        if (step.kind === 'add') {
          const fleet = fleets[step.to];
          const { body } = await station.call(createSlots, {
            body: { count: step.count, labelPrefix: 'P-' },
            token: fleet.token,
          });
          fleet.ids.push(...body.items.map(({ id }) => id));
        } else if (step.kind === 'delete') {
          const fleet = fleets[step.from];
          const [deviceId] = fleet.ids.splice(step.at % Math.max(1, fleet.ids.length), 1);
          if (deviceId !== undefined)
            await station.call(deleteDevice, { params: { deviceId }, token: fleet.token });
        }
        const { page, limit } = step.kind === 'list' ? step : { page: 1, limit: 100 };
        for (const [token, expected] of [
          [mine.token, sorted(mine.ids)],
          [both, sorted([...mine.ids, ...opened.ids])],
        ] as const) {
          const query = { page: String(page), limit: String(limit) };
          const { body } = await station.call(listDevices, { query, token });
          expect(body.total).toBe(expected.length);
          expect(body.items.map(({ id }) => id)).toEqual(expected.slice((page - 1) * limit, page * limit));
        }
      }
    }),
    { numRuns: sized({ long: 100, short: 8 }), seed: 20_260_102 },
  );
});

test('the list is the same after a restart', async () => {
  const before = await station.call(listDevices, { query: { limit: '100' } });

  await station.restart();

  expect((await station.call(listDevices, { query: { limit: '100' } })).body).toEqual(before.body);
});
