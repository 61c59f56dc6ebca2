import type { Descriptions } from '../../../../shared/contract/descriptions/descriptions.ts';

/** The parts of a JSON Schema that lead to properties. */
type Schema = {
  description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema | boolean;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
};

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

/** The parts of an OpenAPI document that hold schemas. */
export type DescribableDocument = {
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribableOperation>>>>;
};
type DescribableOperation = {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};

/**
 * Adds a description to every component schema and every property of a JSON body that has none. The path of a property
 * is the component, or `operationId.body` or `operationId.reply`, followed by the names of its properties.
 */
export function describeSchemas(document: DescribableDocument, descriptions: Descriptions): void {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    // A component that differs between requests and replies comes as `Name` and `NameOutput`, described alike.
    const path = [name.replace(/Output$/, '')];
    describe(schema, path, descriptions);
    describeProperties(schema, path, descriptions);
  }
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    describeContent(operation.requestBody?.content, [operation.operationId, 'body'], descriptions);
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (status.startsWith('2')) describeContent(content, [operation.operationId, 'reply'], descriptions);
    }
  }
}

function describeContent(
  content: Content | undefined,
  path: readonly string[],
  descriptions: Descriptions,
): void {
  const schema = content?.['application/json']?.schema;
  if (schema !== undefined) describeProperties(schema, path, descriptions);
}

/** Describes the properties below a schema; lists and alternatives add nothing to the path. */
function describeProperties(schema: Schema, path: readonly string[], descriptions: Descriptions): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const inside = [...path, name];
    describe(property, inside, descriptions);
    describeProperties(property, inside, descriptions);
  }
  const { items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  for (const part of [items, additionalProperties, ...anyOf, ...oneOf, ...allOf]) {
    if (typeof part === 'object') describeProperties(part, path, descriptions);
  }
}

function describe(schema: Schema, path: readonly string[], descriptions: Descriptions): void {
  const key = keyFor(path, descriptions);
  if (key !== undefined) schema.description ??= descriptions[key] ?? '';
}

/** Returns the longest key that ends `path`; undefined if there is none. */
export function keyFor(path: readonly string[], descriptions: Descriptions): string | undefined {
  return path
    .map((_segment, index) => path.slice(index).join('.'))
    .find((key) => Object.hasOwn(descriptions, key));
}
