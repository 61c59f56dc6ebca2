import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';
import { z } from 'zod';

import type { Endpoint, StreamEvents } from '../../../../shared/contract/endpoint.ts';
import { examples, parameterNotes, streamExamples } from '../../../../shared/contract/all.reference.ts';
import { contract, streams } from '../../../../shared/contract/index.ts';
import { nothing } from '../../../../shared/contract/primitives.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

const byName = z.record(z.string(), z.unknown());
const contentSchema = z.record(z.string(), z.looseObject({ example: z.unknown().optional() }));
const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        parameters: z
          .array(z.object({ name: z.string(), description: z.string().optional(), example: z.unknown() }))
          .default([]),
        requestBody: z.object({ content: contentSchema }).optional(),
        responses: z.record(z.string(), z.object({ content: contentSchema.default({}) })),
      }),
    ),
  ),
});
const document = documentSchema.parse(await station.document());
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));

type Example = { readonly body?: unknown; readonly reply: unknown };
const input: Readonly<Record<string, Example | undefined>> = examples;
const endpoints: readonly (readonly [string, Endpoint])[] = Object.entries(contract);
const answeringJson = endpoints.filter(([name]) => {
  const { responses } = operations.find(({ operationId }) => operationId === name) ?? {};
  return responses?.['200']?.content['application/json'] !== undefined;
});
const withBody = endpoints.filter(([, { body }]) => body !== nothing);

/** Returns the paths of `example` that the schema does not accept or know. */
function faultsOf(schema: z.ZodType, example: unknown): string[] {
  const parsed = schema.safeParse(example);
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return unknownKeys(example, parsed.data, '');
}

/** Returns what parsing left out. Added defaults are no fault. */
function unknownKeys(before: unknown, after: unknown, place: string): string[] {
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return [];
  return Object.entries(before).flatMap(([key, value]) =>
    key in after
      ? unknownKeys(value, (after as Record<string, unknown>)[key], `${place}.${key}`)
      : [`${place}.${key}: not in the schema`],
  );
}

test('every operation that answers JSON has an example of its reply, in a .reference.ts beside it', () => {
  const without = answeringJson.map(([name]) => name).filter((name) => input[name]?.reply === undefined);

  expect(without).toEqual([]);
});

test('every operation that reads a body has an example of it, in a .reference.ts beside it', () => {
  const without = withBody.map(([name]) => name).filter((name) => input[name]?.body === undefined);

  expect(without).toEqual([]);
});

test('every example is in the folder of its operation', async () => {
  const folder = resolve(import.meta.dirname, '../../../../shared/contract');
  const exportsOf = z.object({ examples: byName.default({}), operations: byName.default({}) });
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });

  const misplaced = await Promise.all(
    files
      .filter((file) => file.includes('/') && file.endsWith('.reference.ts'))
      .map(async (file) => {
        const [module = ''] = file.split('/');
        const shown = exportsOf.parse(await import(join(folder, file)));
        const { operations: own } = exportsOf.parse(await import(join(folder, module, 'index.ts')));
        return Object.keys(shown.examples)
          .filter((name) => !Object.hasOwn(own, name))
          .map((name) => `${file}: ${name}`);
      }),
  );

  expect(misplaced.flat()).toEqual([]);
});

test.each(answeringJson)('the example reply of %s matches its schema', (name, { reply }) => {
  expect(faultsOf(reply, input[name]?.reply)).toEqual([]);
});

test.each(withBody)('the example body of %s matches its schema', (name, { body }) => {
  expect(faultsOf(body, input[name]?.body)).toEqual([]);
});

const sending = Object.entries<object>({ ...contract, ...streams }).flatMap(([name, operation]) =>
  'events' in operation ? [[name, operation.events as StreamEvents] as const] : [],
);

test.each(sending)('every event of %s has an example', (name, events) => {
  const shown = (streamExamples as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>)[
    name
  ];

  expect(Object.keys(shown ?? {})).toEqual(Object.keys(events));
  for (const [event, schema] of Object.entries(events)) expect(faultsOf(schema, shown?.[event])).toEqual([]);
});

test('the document shows every example', () => {
  const isShown = (content: z.infer<typeof contentSchema>): boolean =>
    Object.entries(content).every(
      ([type, { example }]) => !/^(?:application\/json|text\/)/.test(type) || example !== undefined,
    );

  const without = operations
    .filter(
      ({ requestBody, responses }) =>
        !isShown(requestBody?.content ?? {}) || !isShown(responses['200']?.content ?? {}),
    )
    .map(({ operationId }) => operationId);

  expect(without).toEqual([]);
});

test('every parameter is described, in a .reference.ts beside it', () => {
  const named = operations.flatMap(({ operationId, parameters }) =>
    parameters.map((parameter) => ({ operationId, ...parameter })),
  );

  const without = named
    .filter(({ description, example }) => (description ?? '') === '' || example === undefined)
    .map(({ operationId, name }) => `${operationId}: ${name}`);

  expect(without).toEqual([]);
  expect(Object.keys(parameterNotes).filter((note) => !named.some(({ name }) => name === note))).toEqual([]);
});
