import { expect, test } from 'vitest';

import {
  describedDocument,
  describedParts,
  describeSchemas,
  keyFor,
} from '../../../../main/service/kernel/openapi/describe-schemas.ts';
import { descriptions, references } from '../../../../shared/contract/all.reference.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const parts = [...describedParts(describedDocument.parse(await station.document()))];

test('every schema and every property of the document has a description', () => {
  expect(parts.length).toBeGreaterThan(2_000);
  const bare = parts.filter(({ schema: { description = '' } }) => description === '');
  expect(bare.map(({ path }) => path.join('.'))).toEqual([]);
});

test('every description is used', () => {
  const used = new Set(parts.map(({ path }) => keyFor(path, descriptions)));
  expect(Object.keys(descriptions).filter((key) => !used.has(key))).toEqual([]);
});

test.each(['descriptions', 'parameters', 'examples'] as const)(
  'no two files have the same key of %s',
  (what) => {
    const keys = references.flatMap((each) => Object.keys(each[what] ?? {}));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  },
);

test('the longest key that ends a path describes it, and an existing description stays', () => {
  const properties = { name: {}, label: { description: 'Its own.' }, size: {} };
  const document = { components: { schemas: { Thing: { properties } } }, paths: {} };
  const described = describeSchemas(JSON.stringify(document), {
    'Thing.name': 'Name of the thing.',
    label: 'Label.',
    name: 'Name.',
    Thing: 'A thing.',
  });
  expect(JSON.parse(described)).toEqual({
    components: {
      schemas: {
        Thing: {
          description: 'A thing.',
          properties: {
            name: { description: 'Name of the thing.' },
            label: { description: 'Its own.' },
            size: {},
          },
        },
      },
    },
    paths: {},
  });
});
