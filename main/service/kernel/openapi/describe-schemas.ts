import { z } from 'zod';

import type { Descriptions } from '../../../../shared/contract/reference/reference.ts';

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
export type DescribedSchema = z.infer<typeof schemaShape>;

const contentShape = z.record(z.string(), z.looseObject({ schema: schemaShape.optional() }));
const operationShape = z.looseObject({
  operationId: z.string(),
  requestBody: z.looseObject({ content: contentShape }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: contentShape.optional() })),
});

/** The parts of an OpenAPI document that hold schemas. */
export const describedDocument = z.looseObject({
  components: z.looseObject({ schemas: z.record(z.string(), schemaShape) }),
  paths: z.record(z.string(), z.record(z.string(), operationShape)),
});
type DescribedDocument = z.infer<typeof describedDocument>;

/**
 * Adds a description to every component schema and every property of a JSON body that has none, in an OpenAPI document
 * as JSON text. A property is found by its path, see `describedParts`.
 */
export function describeSchemas(documentText: string, descriptions: Descriptions): string {
  const document: unknown = JSON.parse(documentText);
  if (!isDescribable(document)) throw new TypeError('Not an OpenAPI document');
  for (const { path, schema } of describedParts(document)) {
    const key = keyFor(path, descriptions);
    if (key !== undefined) schema.description ??= descriptions[key];
  }
  return JSON.stringify(document);
}

/** Checks the form only: parsing would reorder the keys of the document. */
function isDescribable(value: unknown): value is DescribedDocument {
  return describedDocument.safeParse(value).success;
}

/**
 * Yields every component schema and every property of a JSON body with its path: the component, or
 * `operationId.body` or `operationId.reply`, followed by the names of its properties.
 */
export function* describedParts(document: DescribedDocument): Generator<Part> {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    // A component that differs between requests and replies comes as `Name` and `NameOutput`, described alike.
    const path = [name.replace(/Output$/, '')];
    yield { path, schema };
    yield* propertiesOf(schema, path);
  }
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const { operationId, requestBody, responses } = operation;
    yield* propertiesOf(requestBody?.content['application/json']?.schema, [operationId, 'body']);
    for (const [status, { content }] of Object.entries(responses)) {
      if (!status.startsWith('2')) continue;
      yield* propertiesOf(content?.['application/json']?.schema, [operationId, 'reply']);
    }
  }
}

type Part = { readonly path: readonly string[]; readonly schema: DescribedSchema };

/** Yields the properties below a schema; lists and alternatives add nothing to the path. */
function* propertiesOf(schema: DescribedSchema | undefined, path: readonly string[]): Generator<Part> {
  if (schema === undefined) return;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield { path: [...path, name], schema: property };
    yield* propertiesOf(property, [...path, name]);
  }
  const { items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  for (const part of [items, additionalProperties, ...anyOf, ...oneOf, ...allOf]) {
    if (typeof part === 'object') yield* propertiesOf(part, path);
  }
}

/** Returns the longest key that ends `path`; undefined if there is none. */
export function keyFor(path: readonly string[], descriptions: Descriptions): string | undefined {
  return path
    .map((_segment, index) => path.slice(index).join('.'))
    .find((key) => Object.hasOwn(descriptions, key));
}
