import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { z } from 'zod';

import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import type { ErrorCode } from '../../../../shared/contract/errors.ts';
import { Failure } from '../failure.ts';
import { allowLongRequest } from './long-requests.ts';
import { type Answer, type Handler, type Input, prepare } from './mount.ts';
import { sendReply } from './reply.ts';
import type { Caller } from './caller.ts';

/** What bytes are sent as. */
export const BYTES_TYPE = 'application/octet-stream';

/** How long what nobody wants any more is read, so that the other side gets to see why. */
const DRAIN_MS = 30_000;

/** The bytes of a request, and how many were announced; undefined where that was left open. */
export type Bytes = { readonly stream: Readable; readonly lengthBytes: number | undefined };

type BytesHandler<Params, Query, Reply, Code extends ErrorCode> = (
  input: Pick<Input<Params, Query, never>, 'params' | 'query'> & {
    readonly caller: Caller;
    readonly bytes: Bytes;
  },
) => Promise<Answer<Reply, Code>>;

/**
 * Serves an endpoint that takes bytes: its handler reads them from the connection as they come, at its own pace, and the
 * request may take as long as it likes. Without a handler for JSON only bytes are taken.
 */
export function mountBytes<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
  Code extends ErrorCode,
>(
  http: FastifyInstance,
  endpoint: Endpoint<Params, Query, Body, Reply, Code>,
  handlers: {
    readonly bytes: BytesHandler<z.output<Params>, z.output<Query>, z.input<Reply>, NoInfer<Code>>;
    readonly json?: Handler<z.output<Params>, z.output<Query>, z.output<Body>, z.input<Reply>, NoInfer<Code>>;
  },
): void {
  const { url, config, readInput, readQuery, callerOf } = prepare(endpoint);
  const json = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (handlers.json === undefined) {
      readQuery(request);
      throw new Failure('VALIDATION_FAILED', `Send the bytes as ${BYTES_TYPE}.`);
    }
    const result = await handlers.json({ ...readInput(request), caller: callerOf(request) });
    if (result instanceof Failure) throw result;
    return sendReply(http, endpoint, { request, reply }, result);
  };
  const bytes = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      allowLongRequest(request.raw.socket);
      const input = { ...readQuery(request), caller: callerOf(request), bytes: bytesOf(request) };
      const result = await handlers.bytes(input);
      if (result instanceof Failure) throw result;
      return sendReply(http, endpoint, { request, reply }, result);
    } finally {
      drain(request);
    }
  };
  // In a scope of its own, so that no other operation takes bytes.
  void http.register((scope, _options, done) => {
    scope.addContentTypeParser(BYTES_TYPE, (_request, payload, next) => next(null, payload));
    scope.route({
      method: endpoint.method,
      url,
      config,
      handler: (request, reply) => (isBytes(request) ? bytes(request, reply) : json(request, reply)),
    });
    done();
  });
}

function isBytes({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === BYTES_TYPE;
}

function bytesOf({ raw, headers }: FastifyRequest): Bytes {
  const length = headers['content-length'];
  return { stream: raw, lengthBytes: length === undefined ? undefined : Number(length) };
}

/** Reads on what was not read, for a while: a connection that is cut would take the answer with it. */
function drain({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return;
  const timer = setTimeout(() => raw.socket.destroy(), DRAIN_MS).unref();
  raw.once('close', () => clearTimeout(timer));
  raw.on('error', () => {
    // The answer is given; nobody waits for the rest.
  });
  raw.resume();
}
