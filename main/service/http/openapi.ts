import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from 'zod-openapi';

import { TAGS, type Endpoint, type StreamEndpoint } from '../../../shared/contract/endpoint.ts';
import { ERROR_STATUS, errorBodySchema, type ErrorCode } from '../../../shared/contract/errors.ts';
import { deviceEventInputSchema } from '../../../shared/contract/heartbeat.ts';
import { contract, INTERFACE_VERSION, streams } from '../../../shared/contract/index.ts';
import { noContent, nothing } from '../../../shared/contract/primitives.ts';

const ALWAYS: readonly ErrorCode[] = [
  'UNAUTHENTICATED',
  'RATE_LIMITED',
  'INTERNAL',
  'STORAGE_UNAVAILABLE',
  'STORAGE_FULL',
];

/** Serves `GET /openapi.json`; the document is made when it is first asked for. */
export function mountOpenApi(http: FastifyInstance): void {
  let made: Promise<string> | undefined;
  http.get(
    '/openapi.json',
    { config: { access: 'loopback', operation: '/openapi.json' } },
    async (_request, reply) => {
      made ??= makeDocument();
      return reply.type('application/json; charset=utf-8').send(await made);
    },
  );
}

/** The OpenAPI 3.1 document of everything in the contract, as JSON text. */
async function makeDocument(): Promise<string> {
  // Loaded only here: nobody waits for it at the start.
  const { createDocument } = await import('zod-openapi');
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const [name, endpoint] of Object.entries(contract)) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = describeEndpoint(name, endpoint);
  }
  for (const [name, stream] of Object.entries(streams)) {
    (paths[stream.path] ??= {})['get'] = describeStream(name, stream);
  }
  (paths['/metrics'] ??= {})['get'] = metricsOperation;
  const document = createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Muster station',
      version: INTERFACE_VERSION,
      description:
        'The headset fleet interface as this station serves it. Operations marked `x-muster-extension` are the station’s own; all others follow the documented interface.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This station' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { DeviceEventInput: deviceEventInputSchema },
    },
  });
  return JSON.stringify(document);
}

const metricsOperation: ZodOpenApiOperationObject = {
  operationId: 'getMetrics',
  summary: 'Metrics in the Prometheus text form',
  tags: ['station'],
  'x-muster-extension': true,
  security: [{ bearer: [] }],
  responses: {
    '200': { description: 'OK', content: { 'text/plain': { schema: { type: 'string' } } } },
    ...refusals([], true),
  },
};

function describeEndpoint(name: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const needsToken = typeof endpoint.access !== 'string';
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(endpoint.method) || endpoint.body !== nothing;
  // A body that is not JSON, or too large, is refused whatever the operation would do with it.
  const always = endpoint.method === 'GET' ? [] : (['VALIDATION_FAILED', 'BATCH_TOO_LARGE'] as const);
  return {
    ...describe(name, endpoint),
    security: needsToken ? [{ bearer: [] }] : [],
    ...(hasBody
      ? {
          requestBody: {
            required: !endpoint.body.safeParse({}).success,
            content: { 'application/json': { schema: endpoint.body } },
          },
        }
      : {}),
    responses: {
      ...success(endpoint),
      ...refusals([...endpoint.errors, ...always], needsToken),
    },
  };
}

function success({ mediaType, reply, events }: Endpoint): ZodOpenApiResponsesObject {
  if (reply === (noContent as z.ZodType)) return { '204': { description: 'Done; there is nothing to say' } };
  if (mediaType === undefined) return { '200': jsonOrEvents(reply, events) };
  return {
    '200': { description: 'OK', content: { [mediaType]: { schema: { type: 'string', format: 'binary' } } } },
    '304': { description: 'The caller has this version already (If-None-Match)' },
  };
}

function jsonOrEvents(
  reply: z.ZodType,
  events: Endpoint['events'],
): NonNullable<ZodOpenApiResponsesObject['200']> {
  const json = { 'application/json': { schema: reply } };
  if (events === undefined) return { description: 'OK', content: json };
  return {
    description: `JSON, or Server-Sent Events by the Accept header: ${Object.keys(events).join(', ')}`,
    content: { ...json, 'text/event-stream': { schema: { type: 'string' } } },
  };
}

function describeStream(name: string, stream: StreamEndpoint): ZodOpenApiOperationObject {
  const events = Object.keys(stream.events).join(', ');
  return {
    ...describe(name, stream),
    description: `Server-Sent Events: ${events}. Reconnect with Last-Event-ID.`,
    security: [{ bearer: [] }],
    responses: {
      '200': {
        description: 'A stream of events',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
      ...refusals(stream.errors, true),
    },
  };
}

function describe(name: string, operation: Endpoint | StreamEndpoint): ZodOpenApiOperationObject {
  const params = objectOf(operation.params);
  const query = objectOf(operation.query);
  return {
    operationId: name,
    summary: operation.summary,
    tags: [operation.tag],
    'x-muster-extension': operation.isExtension,
    'x-muster-access': typeof operation.access === 'string' ? [operation.access] : [...operation.access],
    requestParams: {
      ...(params === undefined ? {} : { path: params }),
      ...(query === undefined ? {} : { query }),
    },
    responses: {},
  };
}

/** The schema when it is an object with fields. */
function objectOf(schema: z.ZodType): z.ZodObject | undefined {
  return isObject(schema) && Object.keys(schema.shape).length > 0 ? schema : undefined;
}

function isObject(schema: z.ZodType): schema is z.ZodObject {
  return schema.def.type === 'object';
}

/** One response for each status that the codes have; 403 belongs to every endpoint with a token. */
function refusals(errors: readonly ErrorCode[], needsToken: boolean): ZodOpenApiResponsesObject {
  const codes = new Set<ErrorCode>([...errors, ...(needsToken ? ALWAYS : ['INTERNAL' as const])]);
  if (needsToken) codes.add('FORBIDDEN');
  const byStatus = Map.groupBy(codes, (code) => ERROR_STATUS[code]);
  const responses: ZodOpenApiResponsesObject = {};
  for (const [status, of] of byStatus) {
    responses[`${status}` as `${1 | 2 | 3 | 4 | 5}${string}`] = {
      description: of.join(', '),
      content: { 'application/json': { schema: errorBodySchema } },
    };
  }
  return responses;
}
