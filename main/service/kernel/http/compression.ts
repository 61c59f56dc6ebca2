import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gunzip, gzip } from 'node:zlib';

import { Failure } from '../failure.ts';
import { acceptedEncodings } from './accept.ts';

/** Smaller answers grow, or save less than a packet. */
const MIN_BYTES = 1_024;
/** Most of what is to be won, at a fraction of the work. */
const LEVEL = 3;
const fromGzip = promisify(gunzip);

/** Sends JSON as gzip to callers that take it, where `isWorthIt` says so: on one computer there is nothing to be won. */
export function compressReplies(
  http: FastifyInstance,
  isWorthIt: (request: FastifyRequest) => boolean,
): void {
  // Not async: a heartbeat on this computer waits for no promise.
  http.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (!isWorthIt(request) || !isJson(reply) || reply.hasHeader('content-encoding'))
      return done(null, payload);
    // Bodies may come so as well. Source: RFC 7694, section 3.
    void reply.header('accept-encoding', 'gzip');
    const vary = reply.getHeader('vary');
    void reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`);
    if (!acceptedEncodings(request.headers['accept-encoding']).has('gzip')) return done(null, payload);
    if (payload instanceof Readable) {
      void reply.header('content-encoding', 'gzip').removeHeader('content-length');
      return done(
        null,
        pipeline(payload, createGzip({ level: LEVEL }), () => undefined),
      );
    }
    if (typeof payload !== 'string' || payload.length < MIN_BYTES) return done(null, payload);
    gzip(payload, { level: LEVEL }, (error, bytes) => {
      if (error !== null) return done(error);
      void reply.header('content-encoding', 'gzip').header('content-length', bytes.length);
      done(null, bytes);
    });
  });
}

/** The text of a body, however it was sent. @throws {Failure} for what is no gzip, or more than `maxBytes` of text. */
export async function readBody(
  { headers }: Pick<FastifyRequest, 'headers'>,
  body: Buffer,
  maxBytes: number,
): Promise<string> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity') return body.toString('utf8');
  if (encoding !== 'gzip') throw new Failure('VALIDATION_FAILED', 'Send the body as it is, or as gzip.');
  try {
    return (await fromGzip(body, { maxOutputLength: maxBytes })).toString('utf8');
  } catch (error) {
    if (error instanceof RangeError)
      throw new Failure('BATCH_TOO_LARGE', 'The request is larger than 8 MiB. Split it.');
    throw new Failure('VALIDATION_FAILED', 'The body is no gzip.');
  }
}

function isJson(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type') ?? '').startsWith('application/json');
}
