import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  checkMetadataValue,
  isNamespace,
  MAX_METADATA_BYTES,
  withNamespace,
} from '../../../shared/domain/devices/metadata.ts';

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const anyGroup = fc.record(
  { id: fc.string(), label: fc.string(), color: fc.string() },
  { requiredKeys: ['id', 'label'] },
);
const anyNamespace = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,63}$/);
const anyObject = fc.dictionary(
  fc.string().filter((key) => key !== 'group'),
  fc.jsonValue({ noUnicodeString: false }),
  { maxKeys: 8 },
);

/** The rule, written independently of the code. */
function verdictOn(value: { readonly group?: unknown }): 'good' | 'VALUE_TOO_LARGE' | 'INVALID_VALUE' {
  if (sizeOf(value) > MAX_METADATA_BYTES) return 'VALUE_TOO_LARGE';
  if (!('group' in value)) return 'good';
  const { id, label, color = '' } = Object(value.group) as Record<string, unknown>;
  return [id, label, color].every((each) => typeof each === 'string') ? 'good' : 'INVALID_VALUE';
}

test('a value is accepted exactly if it is an object of at most 16 KiB of JSON whose group, if any, is well-formed', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc
      .tuple(fc.constantFrom('x', 'é', '眼', '🥽', '\ud800', '"'), fc.integer({ min: 2_500, max: 16_500 }))
      .map(([sign, count]) => sign.repeat(count)),
  );
  const group = fc.oneof(anyGroup, fc.jsonValue(), fc.constant(undefined));
  const seen = new Set<string>();
  fc.assert(
    fc.property(anyObject, text, group, (rest, filler, input) => {
      const value = { ...rest, filler, ...(input === undefined ? {} : { group: input }) };
      const expected = verdictOn(value);
      seen.add(expected);

      const checked = checkMetadataValue(value);

      expect('code' in checked ? checked.code : 'good').toBe(expected);
      expect('value' in checked ? checked.value : value).toBe(value);
    }),
    { numRuns: 500, seed: 20_261_121 },
  );

  expect([...seen].toSorted((a, b) => a.localeCompare(b))).toEqual([
    'good',
    'INVALID_VALUE',
    'VALUE_TOO_LARGE',
  ]);
});

test.each(['x', 'é', '眼', '🥽', '\ud800', '\0'])(
  'the last byte that fits is the 16,384th, also in %j, and one more is too large',
  (sign) => {
    const max = Math.floor((MAX_METADATA_BYTES - sizeOf({ a: '' })) / (sizeOf(sign) - 2));
    const full = { a: sign.repeat(max) };
    const left = MAX_METADATA_BYTES - sizeOf(full);
    const fitting = { a: full.a + 'x'.repeat(left) };

    expect(sizeOf(fitting)).toBe(16_384);
    expect(checkMetadataValue(fitting)).toEqual({ value: fitting });
    expect(checkMetadataValue({ a: `${fitting.a}x` })).toMatchObject({ code: 'VALUE_TOO_LARGE' });
  },
);

test.each([[null], [undefined], ['text'], [7], [true], [[]], [[{}]]])(
  '%j is not a metadata value',
  (input) => {
    expect(checkMetadataValue(input)).toMatchObject({ code: 'INVALID_VALUE' });
  },
);

test('a value nested 32 deep is accepted, one level deeper is not', () => {
  const nested = (depth: number): object => (depth === 1 ? {} : { a: nested(depth - 1) });

  expect(checkMetadataValue(nested(32))).toHaveProperty('value');
  expect(checkMetadataValue(nested(33))).toMatchObject({ code: 'INVALID_VALUE' });
});

test('a number that no computer can represent is refused, not stored as null', () => {
  expect(checkMetadataValue(JSON.parse('{"a":[1e999]}'))).toMatchObject({ code: 'INVALID_VALUE' });
  expect(checkMetadataValue(JSON.parse('{"a":{"b":-1e999}}'))).toMatchObject({ code: 'INVALID_VALUE' });
});

test('an invalid group is reported with its path', () => {
  expect(checkMetadataValue({ group: { id: 'g', label: 7, color: null } })).toMatchObject({
    details: [{ path: 'group.label' }, { path: 'group.color' }],
  });
});

test('a namespace is 1 to 64 lowercase letters, digits, dots, dashes and underscores, starting with a letter or digit', () => {
  for (const good of ['a', '7', 'muster', 'org.school_1-x', 'constructor', 'x'.repeat(64)])
    expect([good, isNamespace(good)]).toEqual([good, true]);
  for (const bad of ['', '.a', '-a', '_a', '__proto__', 'A', 'é', 'a b', 'a/b', 'a\n', 'x'.repeat(65)])
    expect([bad, isNamespace(bad)]).toEqual([bad, false]);
});

test('writing a namespace leaves all others unchanged, and removing it restores the previous value', () => {
  const metadata = fc.dictionary(anyNamespace, anyObject);
  fc.assert(
    fc.property(
      metadata,
      fc.oneof(anyNamespace, fc.constant('constructor')),
      anyObject,
      (before, name, value) => {
        const written = withNamespace(before, name, value);
        const removed = withNamespace(written, name, null);

        const others = Object.entries(before).filter(([key]) => key !== name);
        expect(new Map(Object.entries(written))).toEqual(new Map([...others, [name, value]]));
        expect(new Map(Object.entries(removed))).toEqual(new Map(others));
      },
    ),
  );
});
