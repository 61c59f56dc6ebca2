import fc from 'fast-check';
import { expect, test } from 'vitest';

import { preserveUnknown } from '../../../../main/service/sync/wire/preserve-unknown.ts';

test.for([
  ['nothing was changed here', { a: 1, odd: 2 }, { a: 1 }, { a: 1 }, { a: 1, odd: 2 }],
  ['a field was changed here', { a: 1, odd: 2 }, { a: 1 }, { a: 3 }, { a: 3, odd: 2 }],
  ['a field was removed here', { a: 1, b: 1, odd: 2 }, { a: 1, b: 1 }, { b: 1 }, { b: 1, odd: 2 }],
  ['a field was added here', { odd: 2 }, {}, { a: 1 }, { a: 1, odd: 2 }],
  [
    'a group was changed here',
    { g: { a: 1, odd: 2 } },
    { g: { a: 1 } },
    { g: { a: 3 } },
    { g: { a: 3, odd: 2 } },
  ],
  [
    'another group was changed here',
    { g: { odd: 2 }, h: 1 },
    { g: {}, h: 1 },
    { g: {}, h: 2 },
    { g: { odd: 2 }, h: 2 },
  ],
  ['an enumeration value is unknown', { mode: 'new', a: 1 }, { a: 1 }, { a: 2 }, { mode: 'new', a: 2 }],
  ['an unknown value was replaced here', { mode: 'new' }, {}, { mode: 'old' }, { mode: 'old' }],
  ['the value has another type here', [1], [1], { a: 1 }, { a: 1 }],
  ['the central had nothing', undefined, undefined, { a: 1 }, { a: 1 }],
] as const)(
  'fields of the central that this station does not know are preserved: %s',
  ([, raw, known, here, expected]) => {
    expect(preserveUnknown(raw, known, here)).toEqual(expected);
  },
);

const film = (id: string, more: object = {}) => ({ id, url: `http://x/${id}`, ...more });

test.for([
  [
    'an entry that was changed here',
    [film('a', { odd: 1 })],
    [film('a')],
    [film('a', { title: 'A' })],
    [film('a', { title: 'A', odd: 1 })],
  ],
  [
    'an entry that was added here',
    [film('a', { odd: 1 })],
    [film('a')],
    [film('b'), film('a')],
    [film('b'), film('a', { odd: 1 })],
  ],
  [
    'an entry that was removed here',
    [film('a', { odd: 1 }), film('b')],
    [film('a'), film('b')],
    [film('b')],
    [film('b')],
  ],
  [
    'an entry that cannot be read',
    [film('a'), { odd: 1 }],
    [film('a')],
    [film('a'), film('b')],
    [film('a'), film('b'), { odd: 1 }],
  ],
  ['a text that cannot be read', ['a', 7], ['a'], ['b'], ['b', 7]],
  ['entries of a list without ids', ['a', 'b'], ['a', 'b'], ['b'], ['b']],
] as const)(
  'entries of lists keep the fields that this station does not know: %s',
  ([, raw, known, here, expected]) => {
    expect(preserveUnknown(raw, known, here)).toEqual(expected);
  },
);

test.for(['id', 'ssid', 'url', 'packageName'])('entries are the same if they have the same %s', (name) => {
  const raw = [
    { [name]: 'x', odd: 1 },
    { [name]: 'y', odd: 2 },
  ];
  const here = [
    { [name]: 'y', title: 'Y' },
    { [name]: 'x', title: 'X' },
  ];
  expect(
    preserveUnknown(
      raw,
      raw.map((each) => ({ [name]: each[name] })),
      here,
    ),
  ).toEqual([
    { [name]: 'y', title: 'Y', odd: 2 },
    { [name]: 'x', title: 'X', odd: 1 },
  ]);
});

test('the known fields are as they are here, and the unknown ones as at the central', () => {
  const known = { a: fc.constantFrom(1, 2), b: fc.constantFrom(1, 2) };
  const group = fc.record({ ...known, odd: fc.constantFrom(1, 2) }, { requiredKeys: [] });
  const tree = fc.record({ ...known, g: group, h: group, odd: group }, { requiredKeys: [] });
  fc.assert(
    fc.property(tree, tree, (raw, local) => {
      const here = withoutOdd(local);
      const merged = preserveUnknown(raw, withoutOdd(raw), here);
      expect(withoutOdd(merged)).toEqual(here);
      const isRemoved = (name: 'g' | 'h'): boolean => raw[name] !== undefined && local[name] === undefined;
      expect(merged).toMatchObject({
        ...(raw.odd === undefined ? {} : { odd: raw.odd }),
        ...(raw.g?.odd === undefined || isRemoved('g') ? {} : { g: { odd: raw.g.odd } }),
        ...(raw.h?.odd === undefined || isRemoved('h') ? {} : { h: { odd: raw.h.odd } }),
      });
    }),
    { numRuns: 300 },
  );
});

/** Returns the part that a station understands: everything but fields named `odd`. */
function withoutOdd(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).filter(([name]) => name !== 'odd');
  return Object.fromEntries(known.map(([name, each]) => [name, withoutOdd(each)]));
}
