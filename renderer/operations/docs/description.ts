import { z } from 'zod';

/** The parts of a JSON Schema that the page shows. */
export type Schema = {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: Schema | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly allOf?: readonly Schema[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly default?: unknown;
  readonly additionalProperties?: boolean | Schema | undefined;
};

const schemaSchema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    properties: z.record(z.string(), schemaSchema).optional(),
    required: z.array(z.string()).optional(),
    items: schemaSchema.optional(),
    anyOf: z.array(schemaSchema).optional(),
    allOf: z.array(schemaSchema).optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    maxItems: z.number().optional(),
    default: z.unknown().optional(),
    additionalProperties: z.union([z.boolean(), schemaSchema]).optional(),
  }),
);

const contentSchema = z.record(z.string(), z.object({ schema: schemaSchema.optional() }));

const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string().default(''),
  description: z.string().optional(),
  tags: z.array(z.string()).default([]),
  'x-muster-extension': z.boolean().default(false),
  parameters: z
    .array(
      z.object({
        in: z.string(),
        name: z.string(),
        required: z.boolean().default(false),
        schema: schemaSchema.optional(),
      }),
    )
    .default([]),
  requestBody: z.object({ required: z.boolean().default(false), content: contentSchema }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: contentSchema.optional() })),
});

const descriptionSchema = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string().default('') }),
  tags: z.array(z.object({ name: z.string(), description: z.string().default('') })).default([]),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), schemaSchema).default({}) }).default({ schemas: {} }),
});

/** An operation with its method and path. */
export type Operation = z.infer<typeof operationSchema> & {
  readonly method: string;
  readonly path: string;
};

/** The API reference as shown. */
export type Description = {
  readonly title: string;
  readonly version: string;
  readonly text: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, Schema>>;
};

/** Path of the OpenAPI document. */
export const DESCRIPTION_PATH = '/openapi.json';

/** Loads the document from the station. @throws if it cannot be loaded or is invalid. */
export async function readDescription(signal: AbortSignal): Promise<Description> {
  const answer = await fetch(DESCRIPTION_PATH, { signal });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const document = descriptionSchema.parse(await answer.json());
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, entry]) => {
      const operation = operationSchema.safeParse(entry);
      return operation.success ? [{ ...operation.data, method: method.toUpperCase(), path }] : [];
    }),
  );
  return {
    title: document.info.title,
    version: document.info.version,
    text: document.info.description,
    tags: document.tags,
    operations,
    schemas: document.components.schemas,
  };
}

/** Schema of a JSON or event-stream body. */
export function bodySchema(content: z.infer<typeof contentSchema> | undefined): Schema | undefined {
  return Object.values(content ?? {})[0]?.schema;
}

/** Returns true for an operation with an event stream. */
export function isStream(operation: Operation): boolean {
  return Object.keys(operation.responses['200']?.content ?? {}).includes('text/event-stream');
}

/** Returns a minimal body: every required field, with the simplest valid value. */
export function exampleOf(schema: Schema | undefined, schemas: Description['schemas']): unknown {
  if (schema === undefined) return {};
  if (schema.$ref !== undefined) return exampleOf(schemas[refName(schema.$ref)], schemas);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf[0], schemas);
  if (schema.properties !== undefined) {
    const names = schema.required ?? [];
    return Object.fromEntries(names.map((name) => [name, exampleOf(schema.properties?.[name], schemas)]));
  }
  if (schema.type === 'array') return [];
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0;
  if (schema.type === 'boolean') return false;
  return schema.type === 'string' ? '' : {};
}

/** `#/components/schemas/Device` → `Device`. */
export function refName(ref: string): string {
  return ref.split('/').at(-1) ?? ref;
}
