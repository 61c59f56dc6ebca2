import { describeWebhooks } from './webhooks.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type {
  ZodOpenApiContentObject,
  ZodOpenApiOperationObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';

import { roleOf, TAGS, type Endpoint, type StreamEndpoint } from '../../../../shared/contract/endpoint.ts';
import { ERROR_STATUS, errorBodySchema, type ErrorCode } from '../../../../shared/contract/errors.ts';
import type * as reference from '../../../../shared/contract/all.reference.ts';
import { deviceEventInputSchema } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { contract, INTERFACE_VERSION, streams } from '../../../../shared/contract/index.ts';
import { noContent, nothing } from '../../../../shared/contract/primitives.ts';
import { BYTES_TYPE } from '../http/routes/mount-bytes.ts';
import { FILE_MEDIA_TYPES } from './file-media-types.ts';
import { accessInText, meaningOf } from './openapi-texts.ts';

/** The examples and the notes on parameters that the document shows; loaded only when it is created. */
type Shown = typeof reference;

/** An object schema whose fields are schemas. */
type Fields = z.ZodObject<Record<string, z.ZodType>>;

const ALWAYS: readonly ErrorCode[] = [
  'UNAUTHENTICATED',
  'RATE_LIMITED',
  'INTERNAL',
  'STORAGE_UNAVAILABLE',
  'STORAGE_FULL',
];

/** Serves `GET /openapi.json`. The document is created by the first request. */
export function mountOpenApi(http: FastifyInstance): void {
  let document: Promise<string> | undefined;
  http.route({
    method: 'GET',
    url: '/openapi.json',
    config: { access: 'loopback', operation: '/openapi.json' },
    async handler(_request, reply) {
      document ??= createDocumentText();
      return reply.type('application/json; charset=utf-8').send(await document);
    },
  });
}

/** Returns the OpenAPI 3.1 document of the whole contract, as JSON text. */
async function createDocumentText(): Promise<string> {
  // Loaded only here, so that they do not delay the start.
  const { createDocument } = await import('zod-openapi');
  const shown = await import('../../../../shared/contract/all.reference.ts');
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const [name, endpoint] of Object.entries(contract)) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = describeEndpoint(name, endpoint, shown);
  }
  for (const [name, stream] of Object.entries(streams)) {
    (paths[stream.path] ??= {})['get'] = describeStream(name, stream, shown);
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
    webhooks: describeWebhooks(),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A token that the station issued.',
        },
      },
      schemas: { DeviceEventInput: deviceEventInputSchema },
    },
  });
  return JSON.stringify(document);
}

const metricsOperation: ZodOpenApiOperationObject = {
  operationId: 'getMetrics',
  summary: 'Metrics in the Prometheus text form',
  description: accessInText(['enterprise'], 'technician'),
  tags: ['station'],
  'x-muster-extension': true,
  'x-muster-role': 'technician',
  security: [{ bearer: [] }],
  responses: {
    '200': {
      description: 'OK',
      content: { 'text/plain': { schema: { type: 'string' }, example: 'muster_linked_headsets 30\n' } },
    },
    ...refusals([], true),
  },
};

function describeEndpoint(name: string, endpoint: Endpoint, shown: Shown): ZodOpenApiOperationObject {
  const needsToken = typeof endpoint.access !== 'string';
  const { body } = exampleOf(name, shown);
  // Any operation refuses a body that is not JSON or too large.
  const always = endpoint.method === 'GET' ? [] : (['VALIDATION_FAILED', 'BATCH_TOO_LARGE'] as const);
  return {
    ...describe(name, endpoint, shown),
    security: needsToken ? [{ bearer: [] }] : [],
    ...requestBody(endpoint, body),
    responses: {
      ...success(name, endpoint, shown),
      ...refusals([...endpoint.errors, ...always], needsToken),
    },
  };
}

/** Describes the body that an operation reads: JSON, bytes, or either. */
function requestBody(
  { body, takesBytes, needsBody, media }: Endpoint,
  example: unknown,
): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  const json = body === nothing ? {} : { 'application/json': { schema: body, example } };
  const schema = { type: 'string' as const, format: 'binary' };
  const bytes = takesBytes === true ? { [BYTES_TYPE]: { schema, example: 'the bytes of the file' } } : {};
  const content = { ...json, ...bytes, ...contentOf(media?.body?.types ?? []) };
  if (Object.keys(content).length === 0) return {};
  return {
    requestBody: {
      required:
        takesBytes === true || media?.body !== undefined || needsBody === true || !body.safeParse({}).success,
      content,
    },
  };
}

function success(
  name: string,
  { mediaType, isFile, media, reply, events }: Endpoint,
  shown: Shown,
): ZodOpenApiResponsesObject {
  if (reply === (noContent as z.ZodType)) return { '204': { description: 'Done; no content' } };
  if (isFile === true) return file();
  if (media?.reply !== undefined) return ofMedia(media.reply);
  if (mediaType !== undefined) return bytes(mediaType);
  const json = { schema: reply, example: exampleOf(name, shown).reply };
  if (events === undefined) return { '200': { description: 'OK', content: { 'application/json': json } } };
  const names = Object.keys(events).join(', ');
  const text = { schema: { type: 'string' as const }, example: eventText(name, shown) };
  return {
    '200': {
      description: `JSON, or Server-Sent Events by the Accept header: ${names}`,
      content: { 'application/json': json, 'text/event-stream': text },
    },
  };
}

function bytes(mediaType: string): ZodOpenApiResponsesObject {
  return {
    '200': { description: 'OK', content: { [mediaType]: { schema: { type: 'string', format: 'binary' } } } },
    '304': { description: 'Not modified (If-None-Match)' },
  };
}

function contentOf(types: readonly string[]): ZodOpenApiContentObject {
  return Object.fromEntries(
    types.map((type) => [
      type,
      { schema: { type: 'string' as const, ...(type.startsWith('image/') ? { format: 'binary' } : {}) } },
    ]),
  );
}

function ofMedia({
  status,
  types,
}: {
  readonly status: 200 | 201;
  readonly types: readonly string[];
}): ZodOpenApiResponsesObject {
  const content = contentOf(types);
  if (status === 201) return { '201': { description: 'Created; `Location` has its URL', content } };
  return {
    '200': { description: 'OK', content },
    '304': { description: 'Not modified (If-None-Match)' },
  };
}

/** Describes a file reply: whole, in ranges, or unchanged. */
function file(): ZodOpenApiResponsesObject {
  const schema = { type: 'string' as const, format: 'binary' };
  const content = Object.fromEntries(FILE_MEDIA_TYPES.map((mediaType) => [mediaType, { schema }]));
  return {
    '200': {
      description: 'The whole content: no range was requested, or If-Range names another version',
      content,
    },
    '206': { description: 'The requested range, as described by Content-Range', content },
    '304': { description: 'Not modified (If-None-Match)' },
  };
}

function exampleOf(name: string, { examples }: Shown): { body?: unknown; reply?: unknown } {
  const byName: Readonly<Record<string, { body?: unknown; reply?: unknown } | undefined>> = examples;
  return byName[name] ?? {};
}

function describeStream(name: string, stream: StreamEndpoint, shown: Shown): ZodOpenApiOperationObject {
  const events = Object.keys(stream.events).join(', ');
  const described = describe(name, stream, shown);
  return {
    ...described,
    description: `Server-Sent Events: ${events}. Reconnect with Last-Event-ID. ${accessInText(stream.access, roleOf(stream))}`,
    security: [{ bearer: [] }],
    responses: {
      '200': {
        description: 'A stream of events',
        content: { 'text/event-stream': { schema: { type: 'string' }, example: eventText(name, shown) } },
      },
      ...refusals(stream.errors, true),
    },
  };
}

/** Returns the example events in wire format. `hello` has no id. */
function eventText(name: string, { streamExamples }: Shown): string {
  const byName: Readonly<Record<string, object | undefined>> = streamExamples;
  return Object.entries(byName[name] ?? {})
    .map(([event, data], index) => {
      const id = event === 'hello' ? '' : `id: ${index}\n`;
      return `${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    })
    .join('');
}

function describe(
  name: string,
  operation: Endpoint | StreamEndpoint,
  shown: Shown,
): ZodOpenApiOperationObject {
  const params = objectOf(operation.params);
  const query = objectOf(operation.query);
  return {
    operationId: name,
    summary: operation.summary,
    description: accessInText(operation.access, roleOf(operation)),
    tags: [operation.tag],
    'x-muster-extension': operation.isExtension,
    'x-muster-role': roleOf(operation),
    'x-muster-carts': operation.servesCarts === true,
    'x-muster-access': typeof operation.access === 'string' ? [operation.access] : [...operation.access],
    requestParams: {
      ...(params === undefined ? {} : { path: withNotes(params, shown) }),
      ...(query === undefined ? {} : { query: withNotes(query, shown) }),
    },
    responses: {},
  };
}

/** Adds a description and an example to each parameter. A name means the same in all operations. */
function withNotes(schema: Fields, { parameterNotes }: Shown): Fields {
  const shape = Object.entries(schema.shape).map(([name, field]) => [
    name,
    field.meta({ ...field.meta(), param: { ...parameterNotes[name] } }),
  ]);
  return z.object(Object.fromEntries(shape));
}

function objectOf(schema: z.ZodType): Fields | undefined {
  return isObject(schema) && Object.keys(schema.shape).length > 0 ? schema : undefined;
}

function isObject(schema: z.ZodType): schema is Fields {
  return schema.def.type === 'object';
}

/** Returns one response per status. Every operation can answer 403, because a foreign Host header gets it. */
function refusals(errors: readonly ErrorCode[], needsToken: boolean): ZodOpenApiResponsesObject {
  const codes = new Set<ErrorCode>([
    ...errors,
    ...(needsToken ? ALWAYS : ['INTERNAL' as const]),
    'FORBIDDEN',
  ]);
  const byStatus = Map.groupBy(codes, (code) => ERROR_STATUS[code]);
  const responses: ZodOpenApiResponsesObject = {};
  for (const [status, of] of byStatus) {
    responses[`${status}` as `${1 | 2 | 3 | 4 | 5}${string}`] = {
      description: `${meaningOf(status)} (${of.map((code) => `\`${code}\``).join(', ')})`,
      content: { 'application/json': { schema: errorBodySchema } },
    };
  }
  return responses;
}
