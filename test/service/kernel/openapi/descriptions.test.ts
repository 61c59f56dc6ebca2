import { expect, test } from 'vitest';
import { z } from 'zod';

import { references } from '../../../../shared/contract/all.reference.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

/** The parts of a JSON Schema that lead to properties. */
const schemaShape = z.looseObject({
  description: z.string().optional(),
  get properties() {
    return z.record(z.string(), schemaShape).optional();
  },
  get items() {
    return z.union([schemaShape, z.boolean()]).optional();
  },
  get additionalProperties() {
    return z.union([schemaShape, z.boolean()]).optional();
  },
  get anyOf() {
    return z.array(schemaShape).optional();
  },
  get oneOf() {
    return z.array(schemaShape).optional();
  },
  get allOf() {
    return z.array(schemaShape).optional();
  },
});
type Schema = z.infer<typeof schemaShape>;
type Part = { readonly path: string; readonly schema: Schema };

const contentShape = z.record(z.string(), z.looseObject({ schema: schemaShape.optional() }));
const documentShape = z.object({
  components: z.object({ schemas: z.record(z.string(), schemaShape) }),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        requestBody: z.object({ content: contentShape }).optional(),
        responses: z.record(z.string(), z.object({ content: contentShape.optional() })),
      }),
    ),
  ),
});

/** Yields every component and every property of a JSON body, with its path. */
function* partsOf({ components, paths }: z.infer<typeof documentShape>): Generator<Part> {
  for (const [path, schema] of Object.entries(components.schemas)) {
    yield { path, schema };
    yield* propertiesOf(schema, path);
  }
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { operationId, requestBody, responses } = operation;
    for (const body of [requestBody, ...Object.values(responses)]) {
      yield* propertiesOf(body?.content?.['application/json']?.schema, operationId);
    }
  }
}

/** Yields the properties below a schema; lists and alternatives add nothing to the path. */
function* propertiesOf(schema: Schema | undefined, path: string): Generator<Part> {
  if (schema === undefined) return;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield { path: `${path}.${name}`, schema: property };
    yield* propertiesOf(property, `${path}.${name}`);
  }
  const { items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  for (const part of [items, additionalProperties, ...anyOf, ...oneOf, ...allOf]) {
    if (typeof part === 'object') yield* propertiesOf(part, path);
  }
}

test('every schema and every property of the document has a description', async () => {
  const parts = [...partsOf(documentShape.parse(await station.document()))];
  expect(parts.length).toBeGreaterThan(2_000);
  const bare = parts.filter(({ schema: { description = '' } }) => description === '');
  expect(bare.map(({ path }) => path)).toEqual([]);
});

test.each(['parameters', 'examples'] as const)('no two files have the same key of %s', (what) => {
  const keys = references.flatMap((each) => Object.keys(each[what] ?? {}));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});
