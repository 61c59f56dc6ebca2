import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

import type { Endpoint, StreamEndpoint } from '../../../shared/contract/endpoint.ts';
import type { AlwaysPossible, ErrorCode, ErrorDetail } from '../../../shared/contract/errors.ts';
import { Failure } from '../failure.ts';
import type { Caller } from './caller.ts';
import { entityTag, type IfMatch, readIfMatch } from './if-match.ts';
import { Sliced } from './sliced.ts';

/** What a handler gets: the parsed request and where it came from. */
export type Input<Params, Query, Body> = {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** IP address of the other end of the connection. */
  readonly address: string;
  /** The revisions that the caller has seen, from `If-Match`. */
  readonly ifMatch: IfMatch;
};

/** A long list may be made while it is sent. */
type Long<Reply> = Reply extends readonly (infer Item)[] ? Sliced<Item> : never;

type Answer<Reply, Code extends ErrorCode> = Reply | Long<Reply> | Failure<Code | AlwaysPossible>;

type Result<Reply> = Reply | Sliced<unknown> | Failure;

type Handler<Params, Query, Body, Reply, Code extends ErrorCode> = (
  input: Input<Params, Query, Body> & { readonly caller: Caller },
) => Answer<Reply, Code> | Promise<Answer<Reply, Code>>;

type PublicHandler<Params, Query, Body, Reply, Code extends ErrorCode> = (
  input: Input<Params, Query, Body>,
) => Answer<Reply, Code> | Promise<Answer<Reply, Code>>;

/**
 * Serves one endpoint: checks the token's scope, parses the request, calls the handler and, where the server was told
 * to, checks the reply. A refusal that the endpoint does not declare does not compile.
 */
export function mount<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
  Code extends ErrorCode,
>(
  http: FastifyInstance,
  endpoint: Endpoint<Params, Query, Body, Reply, Code>,
  handler: Handler<z.output<Params>, z.output<Query>, z.output<Body>, z.input<Reply>, NoInfer<Code>>,
): void {
  const { access } = endpoint;
  if (typeof access === 'string') throw new TypeError(`${endpoint.path} is open: use mountOpen`);
  route(http, endpoint, (request, input) => {
    const { caller } = request;
    if (caller === null) throw new Failure('UNAUTHENTICATED', 'A token is needed.');
    return handler({ ...input, caller });
  });
}

/** The same for an endpoint that needs no token. */
export function mountOpen<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
  Code extends ErrorCode,
>(
  http: FastifyInstance,
  endpoint: Endpoint<Params, Query, Body, Reply, Code>,
  handler: PublicHandler<z.output<Params>, z.output<Query>, z.output<Body>, z.input<Reply>, NoInfer<Code>>,
): void {
  if (typeof endpoint.access !== 'string') throw new TypeError(`${endpoint.path} needs a token: use mount`);
  route(http, endpoint, (_request, input) => handler(input));
}

/** Serves one event stream: the same checks, then the handler takes the reply over. */
export function mountStream<Params extends z.ZodType, Query extends z.ZodType>(
  http: FastifyInstance,
  stream: StreamEndpoint<Params, Query>,
  handler: (
    input: Pick<Input<z.output<Params>, z.output<Query>, never>, 'params' | 'query'> & {
      readonly caller: Caller;
    },
    request: FastifyRequest,
    reply: FastifyReply,
  ) => void,
): void {
  http.route({
    method: stream.method,
    url: toRoutePath(stream.path),
    config: { access: stream.access, operation: stream.path },
    handler: (request, reply) => {
      const { caller } = request;
      if (caller === null) throw new Failure('UNAUTHENTICATED', 'A token is needed.');
      const params = parsePath(stream, request.params);
      const query = parse(stream.query, request.query, 'query');
      handler({ params, query, caller }, request, reply);
    },
  });
}

function route<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
>(
  http: FastifyInstance,
  endpoint: Endpoint<Params, Query, Body, Reply>,
  handle: (
    request: FastifyRequest,
    input: Input<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Result<z.input<Reply>> | Promise<Result<z.input<Reply>>>,
): void {
  http.route({
    method: endpoint.method,
    url: toRoutePath(endpoint.path),
    config: { access: endpoint.access, operation: endpoint.path },
    handler: async (request, reply) => {
      const params = parsePath(endpoint, request.params);
      const query = parse(endpoint.query, request.query, 'query');
      // No body counts as one without fields, where fields are what is asked for.
      const raw = request.body === undefined && endpoint.body.def.type === 'object' ? {} : request.body;
      const body = parse(endpoint.body, raw, 'body');
      const ifMatch = readIfMatch(request.headers['if-match']);
      if (ifMatch instanceof Failure) throw ifMatch;
      const result = await handle(request, { params, query, body, address: request.ip, ifMatch });
      if (result instanceof Failure) throw result;
      return answer(http, endpoint, reply, result);
    },
  });
}

function answer<Reply extends z.ZodType>(
  http: FastifyInstance,
  {
    reply: schema,
    revisionOf,
  }: Pick<Endpoint<z.ZodType, z.ZodType, z.ZodType, Reply>, 'reply' | 'revisionOf'>,
  reply: FastifyReply,
  result: z.input<Reply> | Sliced<unknown>,
): FastifyReply {
  if (result instanceof Sliced) {
    if (http.checksReplies) return reply.send(schema.parse(JSON.parse(result.toText())));
    return reply.type('application/json; charset=utf-8').send(result.toStream());
  }
  if (revisionOf !== undefined) void reply.header('etag', entityTag(revisionOf(result)));
  return reply.send(http.checksReplies ? schema.parse(result) : result);
}

/** `/devices/{deviceId}` as Fastify writes it. */
function toRoutePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/**
 * Parses the path. A malformed identifier names nothing, so it is "not found", except where the interface lists 400
 * for the endpoint. Source: design.md section 4, "Identifiers".
 */
function parsePath<Params extends z.ZodType>(
  endpoint: { readonly method: string; readonly params: Params; readonly errors: readonly ErrorCode[] },
  raw: unknown,
): z.output<Params> {
  const parsed = endpoint.params.safeParse(raw);
  if (parsed.success) return parsed.data;
  if (endpoint.method !== 'GET' && endpoint.errors.includes('VALIDATION_FAILED')) {
    throw new Failure('VALIDATION_FAILED', 'The path is not valid.', {
      details: toDetails(parsed.error, 'path'),
    });
  }
  const code = endpoint.errors.includes('DEVICE_NOT_FOUND') ? 'DEVICE_NOT_FOUND' : 'NOT_FOUND';
  throw new Failure(code, 'Nothing has this identifier.');
}

/** Parses one part of a request or refuses it, saying where it is wrong. */
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

/** At most 20 places where the request is wrong: enough to mend it, little enough to read. */
function toDetails(error: z.ZodError, part: 'path' | 'query' | 'body'): ErrorDetail[] {
  return error.issues.slice(0, 20).map((issue) => ({
    path: part === 'body' ? issue.path.join('.') : [part, ...issue.path].join('.'),
    message: issue.message,
  }));
}
