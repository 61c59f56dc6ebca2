import fc from 'fast-check';
import { expect, test } from 'vitest';

import { plainEvent } from '../../../../shared/contract/devices/plain-event.ts';
import { deviceEventInputSchema } from '../../../../shared/contract/enrolment/heartbeat.ts';

/** Depths on both sides of the limit. */
const deep = fc.integer({ min: 28, max: 36 }).map((depth) => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? { value } : [value];
  return { value };
});

const good = {
  eventId: fc.oneof(fc.string({ minLength: 1 }), fc.string({ minLength: 120, maxLength: 140 })),
  type: fc.oneof(fc.constant('APP_STARTED'), fc.string({ minLength: 58, maxLength: 70 })),
  timestamp: fc.oneof(fc.integer(), fc.double(), fc.constantFrom(8.64e15, 8.65e15, -8.65e15)),
  payload: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(null, undefined), deep),
};
const bad = fc.oneof(fc.anything(), fc.constantFrom('', '\0', '\uD800', [], NaN, Infinity));
const field = <Value>(usual: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 6, arbitrary: usual as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: bad });

const fields = {
  eventId: field(good.eventId),
  type: field(good.type),
  timestamp: field(good.timestamp),
  payload: field(good.payload),
  other: fc.anything(),
};
const events = fc.oneof(
  { weight: 4, arbitrary: fc.record(fields) as fc.Arbitrary<unknown> },
  { weight: 2, arbitrary: fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: fc.anything() },
);

test('an event is accepted exactly as the schema accepts it, and refused otherwise', () => {
  const counts = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(events, (raw) => {
      const parsed = deviceEventInputSchema.safeParse(raw);
      counts[parsed.success ? 'taken' : 'refused'] += 1;
      expect(plainEvent(raw)).toEqual(parsed.data);
    }),
    { numRuns: 2_000 },
  );
  expect(Math.min(counts.taken, counts.refused)).toBeGreaterThan(50);
});
