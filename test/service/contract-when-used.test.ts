import { expect, test } from 'vitest';
import { z as zod } from 'zod';

import { z } from '../../shared/zod-when-used.ts';

// What the bundled service has for zod must be zod, only later. The other tests of the service run with it as well.

const build = (from: Pick<typeof zod, keyof typeof z>) => {
  let shapes = 0;
  const id = from.string().min(2).max(5).meta({ id: 'Id', description: 'a name' });
  const part = from.object({ id, note: from.string().nullish() }).meta({ id: 'Part' });
  const whole = from.object({
    part,
    parts: from.array(part).max(2).default([]),
    kind: from.enum(['a', 'b']).optional(),
    either: from.union([from.literal('x'), from.int()]).nullable(),
    get more() {
      shapes += 1;
      return from.array(part.partial()).optional();
    },
  });
  return { id, part, whole, shapes: () => shapes };
};

const samples: unknown[] = [
  { part: { id: 'abc' }, either: 3 },
  { part: { id: 'abc', note: null }, parts: [{ id: 'de' }], kind: 'b', either: 'x', more: [{}] },
  { part: { id: 'a' }, either: 1.5, kind: 'c', parts: [{ id: 'ab' }, { id: 'ab' }, { id: 'ab' }] },
  { part: null, either: null, more: [{ id: 1 }] },
  undefined,
  'text',
];

test('schemas that wait accept, change and refuse what those of zod do, with the same words', () => {
  const [waiting, plain] = [build(z as unknown as typeof zod), build(zod)];

  for (const sample of samples) {
    const [ours, theirs] = [waiting.whole.safeParse(sample), plain.whole.safeParse(sample)];
    expect(ours.success).toBe(theirs.success);
    expect(ours.data).toEqual(theirs.data);
    expect(ours.error?.issues).toEqual(theirs.error?.issues);
  }
  expect(zod.toJSONSchema(waiting.whole)).toEqual(zod.toJSONSchema(plain.whole));
});

test('a schema is built when something looks at it, and stays the same object', () => {
  const { id, part, whole, shapes } = build(z as unknown as typeof zod);
  expect(shapes()).toBe(0);

  expect(whole.shape.part).toBe(part);
  expect(part.shape.id).toBe(id);
  expect(whole).toBeInstanceOf(zod.ZodObject);
  expect(part.meta()).toEqual({ id: 'Part' });
  expect(id.meta()).toEqual({ id: 'Id', description: 'a name' });
  expect(id.optional().unwrap()).toBe(id);
  expect(id.parse('abc')).toBe('abc');
});

test('what is wrong with a schema shows when it is built, every time', () => {
  const wrong = z.object({ id: z.string() }).pick({ nothing: true } as never);

  expect(() => wrong.parse({})).toThrow('Unrecognized key: "nothing"');
  expect(() => wrong.parse({})).toThrow('Unrecognized key: "nothing"');
});
