import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

import type { Endpoint } from '../../../../../shared/contract/endpoint.ts';
import { Failure } from '../../failure.ts';
import { drainBody } from '../drain.ts';
import { allowLongRequest } from '../limits/long-requests.ts';
import { type Answer, type Asked, type Handler, prepare } from './mount.ts';
import { sendReply } from './reply.ts';

/** Media type of bytes. */
export const BYTES_TYPE = 'application/octet-stream';

/** The bytes of a request, and the announced length; undefined if not announced. */
export type Bytes = { readonly stream: Readable; readonly lengthBytes: number | undefined };

type BytesHandler<Of extends Endpoint> = (
  input: Asked<Of> & { readonly bytes: Bytes },
) => Promise<Answer<Of>>;

/**
 * Serves an endpoint that accepts bytes: its handler reads them from the connection at its own pace, without a time
 * limit. Without a handler for JSON only bytes are accepted.
 */
export function mountBytes<Of extends Endpoint>(
  http: FastifyInstance,
  endpoint: Of,
  handlers: {
    readonly bytes: BytesHandler<Of>;
    readonly json?: Handler<Of>;
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
