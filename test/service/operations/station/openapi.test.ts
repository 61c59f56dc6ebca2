import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { contract, streams } from '../../../../shared/contract/index.ts';
import { listWith } from '../../../support/any-value.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

const responseSchema = z.object({
  description: z.string().min(1),
  content: z.record(z.string(), z.object({ schema: z.unknown() })).optional(),
});
const operationSchema = z.looseObject({
  operationId: z.string().regex(/^\w+$/),
  summary: z.string().min(1),
  tags: z.array(z.string()).min(1),
  parameters: z
    .array(z.object({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean().optional() }))
    .optional(),
  requestBody: z
    .object({ required: z.boolean().optional(), content: z.record(z.string(), z.unknown()) })
    .optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), responseSchema),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  'x-muster-extension': z.boolean(),
});
/** The parts of OpenAPI 3.1 that this document uses. Source: spec.openapis.org/oas/v3.1.1. */
const documentSchema = z.looseObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.looseObject({ title: z.string().min(1), version: z.literal('1.0.0') }),
  tags: z.array(z.looseObject({ name: z.string() })),
  paths: z.record(
    z.string().startsWith('/'),
    z
      .record(z.enum(['get', 'post', 'put', 'patch', 'delete']), operationSchema)
      .or(z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), operationSchema)),
  ),
  components: z.looseObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), z.unknown()),
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.string() })),
  }),
});
const raw = await station.document();
const document = documentSchema.parse(raw);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    path,
    method,
    operation: operationSchema.parse(operation),
  })),
);

test('the document is returned as JSON, to this computer without a token', async () => {
  const answer = await station.send('GET', '/openapi.json', { token: null });

  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
});

test('the document contains every operation and stream of the contract, under its own name, and nothing else but the metrics', () => {
  const expected = Object.entries({ ...contract, ...streams }).map(
    ([name, { method, path }]) => `${method.toLowerCase()} ${path} ${name}`,
  );

  const found = operations.map(({ path, method, operation }) => `${method} ${path} ${operation.operationId}`);

  expect(new Set(found)).toEqual(new Set([...expected, 'get /metrics getMetrics']));
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
});

test('every parameter in a path is described and required', () => {
  for (const { path, operation } of operations) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = (operation.parameters ?? []).filter((each) => each.in === 'path');
    expect(described.map(({ name }) => name)).toEqual(named);
    for (const each of described) expect(each.required).toBe(true);
  }
});

test('every operation with a token documents 401, 403, 429 and 500; every one that reads a body documents 400 and 413', () => {
  for (const { method, operation } of operations) {
    const needsToken = operation.security.length > 0;
    expect(Object.keys(operation.responses)).toEqual(
      listWith(
        // 200, 201 or 204.
        Object.keys(operation.responses).find((status) => /^20[014]$/.test(status)) ?? '200',
        ...(needsToken ? ['401', '403', '429', '500'] : ['500']),
        ...(method === 'get' ? [] : ['400', '413']),
      ),
    );
  }
});

test('tags and security schemes that operations name are declared', () => {
  const tags = new Set(document.tags.map(({ name }) => name));
  for (const { operation } of operations) {
    for (const tag of operation.tags) expect(tags).toContain(tag);
    for (const each of operation.security)
      for (const name of Object.keys(each)) expect(document.components.securitySchemes).toHaveProperty(name);
  }
});

test('every reference resolves, and every schema is a valid JSON Schema', () => {
  const references = [...JSON.stringify(raw).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? '');
  expect(references.length).toBeGreaterThan(10);
  for (const ref of references) {
    expect(document.components.schemas).toHaveProperty([ref.replace('#/components/schemas/', '')]);
  }

  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(raw, 'openapi');
  for (const name of Object.keys(document.components.schemas)) {
    expect(() => ajv.compile({ $ref: `openapi#/components/schemas/${name}` })).not.toThrow();
  }
});

test('no schema of a request forbids unknown fields, because they are ignored', () => {
  for (const { operation } of operations) {
    expect(JSON.stringify(operation.requestBody ?? {})).not.toContain('"additionalProperties":false');
  }
});
