import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gunzip, gzip } from 'node:zlib';

import { Failure } from '../failure.ts';
import { acceptedEncodings } from './routes/accept.ts';

/** Smaller answers would grow, or save less than a packet. */
const MIN_BYTES = 1_024;
/** Most of the compression at a fraction of the work. */
const LEVEL = 3;
const fromGzip = promisify(gunzip);

/** Sends JSON as gzip to callers that accept it, if `isWorthIt` returns true: on one computer there is no gain. */
export function compressReplies(
  http: FastifyInstance,
  isWorthIt: (request: FastifyRequest) => boolean,
): void {
  // Not async, so that a heartbeat on this computer need not wait for a promise.
  http.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (!isWorthIt(request) || !isJson(reply) || reply.hasHeader('content-encoding'))
      return done(null, payload);
    // Request bodies may be compressed as well. Source: RFC 7694, section 3.
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

/**
 * Returns the text of a body, compressed or not.
 * @throws {Failure} if it is not valid gzip, or more than `maxBytes` of text.
 */
export async function readBody(
  { headers, caller }: Pick<FastifyRequest, 'headers' | 'caller'>,
  body: Buffer,
  maxBytes: number,
): Promise<string> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity') return body.toString('utf8');
  if (encoding !== 'gzip') throw new Failure('VALIDATION_FAILED', 'Send the body as it is, or as gzip.');
  // Decompressing costs a stranger a thousandth of what it costs the station.
  if (caller === null)
    throw new Failure('VALIDATION_FAILED', 'Send the body as it is: gzip is read with a token only.');
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
