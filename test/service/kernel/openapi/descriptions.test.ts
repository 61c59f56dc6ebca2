import { expect, test } from 'vitest';

import {
  type DescribableDocument,
  describeSchemas,
  keyFor,
} from '../../../../main/service/kernel/openapi/describe-schemas.ts';
import { descriptions, descriptionsByModule } from '../../../../shared/contract/descriptions/index.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

type Schema = NonNullable<NonNullable<DescribableDocument['components']>['schemas']>[string];

const station = await aSharedStation();
const document = (await station.document()) as DescribableDocument;

/** Every component, and every property of a component or a JSON body: its path and its description. */
const described: { readonly path: readonly string[]; readonly words: string | undefined }[] = [];

function collect(schema: Schema, path: readonly string[]): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    described.push({ path: [...path, name], words: property.description });
    collect(property, [...path, name]);
  }
  const { items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  for (const part of [items, additionalProperties, ...anyOf, ...oneOf, ...allOf])
    if (typeof part === 'object') collect(part, path);
}

for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
  const path = [name.replace(/Output$/, '')];
  described.push({ path, words: schema.description });
  collect(schema, path);
}
for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
  const { operationId, requestBody, responses } = operation;
  collect(requestBody?.content['application/json']?.schema ?? {}, [operationId, 'body']);
  for (const [status, { content }] of Object.entries(responses))
    if (status.startsWith('2')) collect(content?.['application/json']?.schema ?? {}, [operationId, 'reply']);
}

test('every schema and every property of the document has a description', () => {
  expect(described.length).toBeGreaterThan(2_000);
  expect(described.filter(({ words = '' }) => words === '').map(({ path }) => path.join('.'))).toEqual([]);
});

test('a property is described by the longest key that ends its path', () => {
  const wrong = described.filter(({ path, words }) => {
    const key = keyFor(path, descriptions);
    return key !== undefined && descriptions[key] !== words;
  });
  expect(wrong.map(({ path }) => path.join('.'))).toEqual([]);
});

test('every description is used, and no two modules describe the same key', () => {
  const used = new Set(described.map(({ path }) => keyFor(path, descriptions)));
  const keys = descriptionsByModule.flatMap((each) => Object.keys(each));
  expect(keys.filter((key) => !used.has(key))).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a description that a schema has of its own stays', () => {
  const schema = { properties: { name: { description: 'Its own.' }, label: {} } };
  describeSchemas(
    { components: { schemas: { Thing: schema } }, paths: {} },
    { name: 'Name.', label: 'Label.' },
  );
  expect(schema.properties).toEqual({ name: { description: 'Its own.' }, label: { description: 'Label.' } });
});
