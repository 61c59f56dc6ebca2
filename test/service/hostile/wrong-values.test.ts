import { expect, test } from 'vitest';
import { z } from 'zod';

import {
  settingsChangeExample,
  settingsExample,
} from '../../../shared/contract/configuration/settings/settings.reference.ts';
import { instantSchema, jsonObjectSchema, text } from '../../../shared/contract/primitives.ts';
import {
  settingsChangeSchema,
  settingsSchema,
} from '../../../shared/contract/configuration/settings/settings.ts';
import { fieldsWithout, withValue, wrongValues } from './wrong-values.ts';

const schema = z.object({
  mode: z.union([z.boolean(), z.object({ isOn: z.boolean(), name: text(8, 1).optional() })]),
  labels: z.record(z.string(), z.int().min(0).max(9)),
  since: instantSchema.nullish(),
  trimmed: text(8, 1).transform((value) => value.trim()),
  softened: z.preprocess(
    (value) => value,
    z
      .array(z.enum(['a', 'b']))
      .min(1)
      .max(2),
  ),
  kind: z.literal('x'),
  blob: jsonObjectSchema,
  later: z.lazy(() => z.number()),
  filled: z.boolean().default(false),
});
const good = {
  mode: { isOn: true, name: 'n' },
  labels: { one: 1 },
  since: '2026-01-01T00:00:00Z',
  trimmed: 't',
  softened: ['a'],
  kind: 'x',
  blob: { any: 'thing' },
  later: 1,
  filled: true,
};

/** Values to try at a path, refused or not. */
function triedAt(place: string): Record<string, boolean> {
  const here = [...wrongValues(schema, good)].filter(({ path }) => path.join('.') === place);
  return Object.fromEntries(here.map(({ what, isRefused }) => [what, isRefused]));
}

test.each([
  ['mode', { null: true, absent: true, 'is a string': true, 'is a number': true, 'is a array': true }],
  ['mode.isOn', { null: true, absent: true, 'is a string': true }],
  ['mode.name', { absent: false, empty: true, 'too long': true }],
  ['labels', { null: true, 'is a array': true }],
  ['labels.one', { 'a fraction': true, 'too small': true, 'too large': true }],
  ['since', { null: false, absent: false, 'no instant 2026-01-01': true, 'no instant ': true }],
  ['trimmed', { empty: true, 'is a number': true }],
  ['softened', { 'empty list': true, 'too many': true, 'is a object': true }],
  ['softened.0', { 'choice no such choice': true, 'is a number': true }],
  ['kind', { 'choice no such choice': true, 'is a boolean': true }],
  ['blob', { null: true, 'is a array': true, 'is a string': true }],
  ['later', { 'is a string': true, null: true }],
  ['filled', { absent: false, null: true, 'is a string': true }],
])('at %s every wrong value is tried', (place, tried) => {
  expect(triedAt(place)).toMatchObject(tried);
});

test.each([
  ['a schema of every form', schema, good],
  ['the Settings of a record', settingsSchema, settingsExample],
  ['the Settings of a configure', settingsChangeSchema, settingsChangeExample],
])('values documented as refused in %s are refused', (_, of, body) => {
  const refused = [...wrongValues(of, body)].filter(({ isRefused }) => isRefused);

  const accepted = refused
    .filter(({ path, value }) => of.safeParse(withValue(body, path, value)).success)
    .map(({ path, what }) => `${path.join('.')}: ${what}`);

  expect(accepted).toEqual([]);
  expect(refused.length).toBeGreaterThan(40);
});

test('a field that the good body does not have is named', () => {
  const { labels: _, ...lacking } = good;

  expect([...fieldsWithout(schema, { ...lacking, mode: { isOn: true }, softened: [] })]).toEqual([
    'mode.name',
    'labels',
    'softened.0',
  ]);
});

test.each([
  ['a record', settingsSchema, settingsExample],
  ['a configure', settingsChangeSchema, settingsChangeExample],
])('the example of the Settings of %s has every field', (_, of, body) => {
  expect([...fieldsWithout(of, body)]).toEqual([]);
});
