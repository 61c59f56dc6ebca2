import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { z } from 'zod';

import type { Endpoint } from '../../../../../shared/contract/endpoint.ts';
import type { ErrorCode } from '../../../../../shared/contract/errors.ts';
import { Failure } from '../../failure.ts';
import { drainBody } from '../drain.ts';
import { allowLongRequest } from '../limits/long-requests.ts';
import { type Answer, type Handler, type Input, prepare } from './mount.ts';
import { sendReply } from './reply.ts';
import type { Caller } from '../caller.ts';

/** Media type of bytes. */
export const BYTES_TYPE = 'application/octet-stream';

/** The bytes of a request, and the announced length; undefined if not announced. */
export type Bytes = { readonly stream: Readable; readonly lengthBytes: number | undefined };

type BytesHandler<Params, Query, Reply, Code extends ErrorCode> = (
  input: Pick<Input<Params, Query, never>, 'params' | 'query'> & {
    readonly caller: Caller;
    readonly bytes: Bytes;
  },
) => Promise<Answer<Reply, Code>>;

/**
 * Serves an endpoint that accepts bytes: its handler reads them from the connection at its own pace, without a time
 * limit. Without a handler for JSON only bytes are accepted.
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
      drainBody(request.raw);
    }
  };
  // In its own scope, so that no other operation accepts bytes.
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
