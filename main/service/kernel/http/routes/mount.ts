import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

import {
  type Endpoint,
  isAudited,
  reachOf,
  roleOf,
  type StreamEndpoint,
} from '../../../../../shared/contract/endpoint.ts';
import { isObject } from '../../../../../shared/domain/kernel/is-object.ts';
import type { AlwaysPossible, ErrorDetail } from '../../../../../shared/contract/errors.ts';
import { Failure } from '../../failure.ts';
import { MAX_BODY_BYTES, MAX_OPEN_BODY_BYTES } from '../body-limits.ts';
import { prefersEventStream } from './accept.ts';
import type { Caller } from '../caller.ts';
import { isFromLan } from '../from-lan.ts';
import { type IfMatch, readIfMatch } from './if-match.ts';
import type { JsonStream } from './json-stream.ts';
import { sendReply } from './reply.ts';

/** Input of a handler of an endpoint: the parsed request and its origin. */
export type Input<Of extends Endpoint> = {
  readonly params: z.output<Of['params']>;
  readonly query: z.output<Of['query']>;
  readonly body: z.output<Of['body']>;
  /** IP address of the caller. */
  readonly address: string;
  /** True for requests over the HTTPS listener of the local network. */
  readonly isFromLan: boolean;
  /** The revisions that the caller has seen, from `If-Match`. */
  readonly ifMatch: IfMatch;
  /** URL at which the caller reached the station, as it wrote it: `http://host:port`; empty if invalid. */
  readonly origin: () => string;
};

/** What a handler may return: the reply, or a refusal that the endpoint declares. */
export type Answer<Of extends Endpoint> =
  | z.input<Of['reply']>
  | JsonStream<z.input<Of['reply']>>
  | Refusal<Of>;

/** The refusals that a caller of an endpoint must expect. */
export type Refusal<Of extends Endpoint> = Failure<Of['errors'][number] | AlwaysPossible>;

/** Handles a request that was validated. */
export type Handler<Of extends Endpoint> = (
  input: Input<Of> & { readonly caller: Caller },
) => Answer<Of> | Promise<Answer<Of>>;

type PublicHandler<Of extends Endpoint> = (input: Input<Of>) => Answer<Of> | Promise<Answer<Of>>;

/**
 * Serves one endpoint: checks the token's scope, parses the request, calls the handler and, if enabled, checks the
 * reply. A refusal that the endpoint does not declare does not compile.
 */
export function mount<Of extends Endpoint>(http: FastifyInstance, endpoint: Of, handler: Handler<Of>): void {
  const { access } = endpoint;
  if (typeof access === 'string') throw new TypeError(`${endpoint.path} is open: use mountOpen`);
  route(http, endpoint, (request, input) => handler({ ...input, caller: callerOf(request) }));
}

/** Does the same for an endpoint that needs no token. */
export function mountOpen<Of extends Endpoint>(
  http: FastifyInstance,
  endpoint: Of,
  handler: PublicHandler<Of>,
): void {
  if (typeof endpoint.access !== 'string') throw new TypeError(`${endpoint.path} needs a token: use mount`);
  route(http, endpoint, (_request, input) => handler(input));
}

/** What the path of a request says, and its caller. */
export type Asked<Of extends Parsable> = {
  readonly params: z.output<Of['params']>;
  readonly query: z.output<Of['query']>;
  readonly caller: Caller;
};

/** Sends the reply as an event stream. */
type StreamHandler<Of extends Parsable> = (
  input: Asked<Of>,
  request: FastifyRequest,
  reply: FastifyReply,
) => void;

/** Serves one event stream: the same checks, then the handler takes over the reply. */
export function mountStream<Of extends StreamEndpoint>(
  http: FastifyInstance,
  stream: Of,
  handler: StreamHandler<Of>,
): void {
  http.route({
    method: stream.method,
    url: toRoutePath(stream.path),
    config: toConfig(stream),
    handler: streamHandler(stream, handler),
  });
}

/**
 * Serves an endpoint that replies with JSON or, for callers that prefer `text/event-stream`, a stream of its
 * `events`.
 */
export function mountWithStream<Of extends Endpoint>(
  http: FastifyInstance,
  endpoint: Of,
  handlers: {
    readonly json: Handler<Of>;
    readonly stream: StreamHandler<Of>;
  },
): void {
  const json = jsonHandler(http, endpoint, (request, input) =>
    handlers.json({ ...input, caller: callerOf(request) }),
  );
  const stream = streamHandler(endpoint, handlers.stream);
  http.route({
    method: endpoint.method,
    url: toRoutePath(endpoint.path),
    config: toConfig(endpoint),
    handler: (request, reply) => {
      // One URL has two forms; a cache must not mix them up.
      void reply.header('vary', 'accept');
      return prefersEventStream(request.headers.accept) ? stream(request, reply) : json(request, reply);
    },
  });
}

/** Handles a request for a file: sends it over the reply, or returns why not. */
type FileHandler<Of extends Endpoint> = (
  input: Asked<Of>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<undefined | Refusal<Of>>;

/**
 * Serves an endpoint that replies with a file, to GET and HEAD: the same checks, then the handler takes over the
 * reply.
 */
export function mountFile<Of extends Endpoint>(
  http: FastifyInstance,
  endpoint: Of,
  handler: FileHandler<Of>,
): void {
  if (endpoint.isFile !== true) throw new TypeError(`${endpoint.path} answers no file: use mount`);
  http.route({
    method: ['GET', 'HEAD'],
    url: toRoutePath(endpoint.path),
    config: toConfig(endpoint),
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const params = parsePath(endpoint, request.params);
      const query = parse<Of['query']>(endpoint.query, request.query, 'query');
      const failure = await handler({ params, query, caller }, request, reply);
      if (failure !== undefined) throw failure;
      return reply;
    },
  });
}

type Parsable = Pick<Endpoint, 'method' | 'params' | 'query' | 'errors' | 'refusesMalformedIds'>;

function streamHandler<Of extends Parsable>(stream: Of, handler: StreamHandler<Of>) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const input = { ...readQuery(stream, request), caller: callerOf(request) };
    if (request.method === 'HEAD') void reply.type('text/event-stream; charset=utf-8').send();
    else handler(input, request, reply);
  };
}

function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new Failure('UNAUTHENTICATED', 'A token is needed.');
  return caller;
}

type Result<Of extends Endpoint> = z.input<Of['reply']> | JsonStream<z.input<Of['reply']>> | Failure;

type Handle<Of extends Endpoint> = (
  request: FastifyRequest,
  input: Input<Of>,
) => Result<Of> | Promise<Result<Of>>;

function route<Of extends Endpoint>(http: FastifyInstance, endpoint: Of, handle: Handle<Of>): void {
  http.route({
    method: endpoint.method,
    url: toRoutePath(endpoint.path),
    config: toConfig(endpoint),
    bodyLimit: typeof endpoint.access === 'string' ? MAX_OPEN_BODY_BYTES : MAX_BODY_BYTES,
    handler: jsonHandler(http, endpoint, handle),
  });
}

function jsonHandler<Of extends Endpoint>(http: FastifyInstance, endpoint: Of, handle: Handle<Of>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const result = await handle(request, readInput(endpoint, request));
    if (result instanceof Failure) throw result;
    return sendReply(http, endpoint, { request, reply }, result);
  };
}

/** Parses a whole request. @throws {Failure} if it is invalid. */
function readInput<Of extends Endpoint>(endpoint: Of, request: FastifyRequest): Input<Of> {
  const { params, query } = readQuery(endpoint, request);
  // A missing body counts as one without fields, if the body has fields at all.
  const isOptional = endpoint.body.def.type === 'object' && endpoint.needsBody !== true;
  const raw = request.body === undefined && isOptional ? {} : request.body;
  const body = parse<Of['body']>(endpoint.body, raw, 'body');
  const ifMatch = readIfMatch(request.headers['if-match']);
  if (ifMatch instanceof Failure) throw ifMatch;
  const origin = (): string => originOf(request);
  const from = { address: request.ip, isFromLan: isFromLan(request), origin };
  return { params, query, body, ...from, ifMatch };
}

function readQuery<Of extends Parsable>(endpoint: Of, request: FastifyRequest): Omit<Asked<Of>, 'caller'> {
  const params = parsePath(endpoint, request.params);
  return { params, query: parse<Of['query']>(endpoint.query, withoutBrackets(request.query), 'query') };
}

/** Reads `models[]=A` as `models=A`: many clients write lists so, and an ignored filter would match everything. */
function withoutBrackets(query: unknown): unknown {
  if (!isObject(query) || !Object.keys(query).some((name) => name.endsWith('[]'))) return query;
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name.replace(/\[\]$/, ''), value]));
}

/** Prepares the serving of an endpoint with a special reply. */
export function prepare<Of extends Endpoint>(endpoint: Of) {
  return {
    url: toRoutePath(endpoint.path),
    config: toConfig(endpoint),
    readInput: (request: FastifyRequest) => readInput(endpoint, request),
    readQuery: (request: FastifyRequest) => readQuery(endpoint, request),
    callerOf,
  };
}

function toConfig(operation: Endpoint | StreamEndpoint): FastifyContextConfig {
  const { access, path } = operation;
  const addressLimit = 'addressLimit' in operation ? operation.addressLimit : undefined;
  const tokenLimit = 'tokenLimit' in operation ? operation.tokenLimit : undefined;
  return {
    access,
    reach: reachOf(operation),
    role: roleOf(operation),
    servesCarts: operation.servesCarts === true,
    servesPartners: operation.servesPartners === true,
    isAudited: 'body' in operation && isAudited(operation),
    operation: path,
    ...(addressLimit === undefined ? {} : { addressLimit }),
    ...(tokenLimit === undefined ? {} : { tokenLimit }),
  };
}

/**
 * Returns the origin by which the client reached the station; a trusted proxy states the one by which it was reached.
 */
function originOf(request: FastifyRequest): string {
  const isSecure = isFromLan(request) || request.protocol === 'https';
  const origin = `${isSecure ? 'https' : 'http'}://${request.host}`;
  return URL.canParse(origin) ? new URL(origin).origin : '';
}

/** Converts `/devices/{deviceId}` into Fastify's notation. */
function toRoutePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/**
 * Parses the path. A malformed identifier matches nothing, so it is "not found", except where the interface lists 400
 * for the endpoint.
 */
function parsePath<Of extends Parsable>(endpoint: Of, raw: unknown): z.output<Of['params']> {
  const schema: Of['params'] = endpoint.params;
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const lists400 = endpoint.method !== 'GET' || endpoint.refusesMalformedIds === true;
  if (lists400 && endpoint.errors.includes('VALIDATION_FAILED')) {
    throw new Failure('VALIDATION_FAILED', 'The path is not valid.', {
      details: toDetails(parsed.error, 'path'),
    });
  }
  const code = endpoint.errors.includes('DEVICE_NOT_FOUND') ? 'DEVICE_NOT_FOUND' : 'NOT_FOUND';
  throw new Failure(code, 'Nothing has this identifier.');
}

/** Parses one part of a request, or refuses it with the paths of the errors. */
function parse<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  part: 'query' | 'body',
): z.output<Schema> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const details = toDetails(parsed.error, part);
  const first = details[0];
  const where = first === undefined || first.path === '' ? `the ${part}` : first.path;
  throw new Failure('VALIDATION_FAILED', `The request is not valid: ${where}: ${first?.message ?? 'wrong'}`, {
    details,
  });
}

/** Returns at most 20 paths at which the request is wrong: enough to correct it. */
function toDetails(error: z.ZodError, part: 'path' | 'query' | 'body'): ErrorDetail[] {
  return error.issues.slice(0, 20).map((issue) => ({
    path: part === 'body' ? issue.path.join('.') : [part, ...issue.path].join('.'),
    message: issue.message,
  }));
}
