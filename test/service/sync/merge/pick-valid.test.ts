import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { pickValid } from '../../../../main/service/sync/wire/pick-valid.ts';

const videoSchema = z.object({ url: z.string(), title: z.string().optional() });
const schema = z.object({
  volume: z.int().max(10).optional(),
  display: z.object({ brightness: z.int().optional(), rate: z.enum(['low', 'high']).optional() }).optional(),
  videos: z.array(videoSchema).optional(),
});

test.for([
  ['a valid value', { volume: 1 }, { volume: 1 }],
  ['an invalid field', { volume: 11, display: { brightness: 2 } }, { display: { brightness: 2 } }],
  ['a field inside a group', { display: { brightness: 2, rate: 'odd' } }, { display: { brightness: 2 } }],
  ['a group of another type', { display: 'bright', volume: 2 }, { volume: 2 }],
  ['a list of another type', { videos: 'none', volume: 2 }, { volume: 2 }],
  ['an optional field of an entry', { videos: [{ url: 'a', title: 1 }] }, { videos: [{ url: 'a' }] }],
  ['an entry without what it needs', { videos: [{ title: 'A' }, { url: 'b' }] }, { videos: [{ url: 'b' }] }],
  [
    'several entries',
    { videos: [{ url: 'a' }, 1, { url: 'b' }, {}, null, { url: 'c' }] },
    { videos: [{ url: 'a' }, { url: 'b' }, { url: 'c' }] },
  ],
  ['everything', 'none', undefined],
  ['null', null, undefined],
] as const)('what does not match the schema is dropped, and nothing else: %s', ([, value, expected]) => {
  expect(pickValid(schema, value)).toEqual(expected);
});

test('a value that lacks a required field is dropped whole', () => {
  expect(pickValid(videoSchema, { title: 'A' })).toBeUndefined();
});

test('the result of any value fits the schema, and the value itself is not changed', () => {
  const video = fc.record(
    { url: fc.constantFrom('a', 1), title: fc.constantFrom('t', 2) },
    { requiredKeys: [] },
  );
  const value = fc.record(
    {
      volume: fc.constantFrom(1, 11, 'x'),
      display: fc.oneof(
        fc.record({ brightness: fc.constantFrom(1, null), rate: fc.constantFrom('low', 'odd') }),
        fc.constant(7),
      ),
      videos: fc.oneof(fc.array(fc.oneof(video, fc.constant(null)), { maxLength: 6 }), fc.constant({})),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(value, fc.jsonValue()), (sent) => {
      const before = JSON.stringify(sent);
      const picked = pickValid(schema, sent);
      expect(JSON.stringify(sent)).toBe(before);
      expect(schema.optional().safeParse(picked)).toEqual({ success: true, data: picked });
      const whole = schema.safeParse(sent);
      expect(whole.success ? picked : undefined).toEqual(whole.data);
    }),
    { numRuns: 300 },
  );
});
