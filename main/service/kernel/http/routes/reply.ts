import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

import { BULK_CONDITIONS } from '../../../../../shared/contract/devices/devices.ts';
import type { Endpoint } from '../../../../../shared/contract/endpoint.ts';
import { isBytesReply, noContent } from '../../../../../shared/contract/primitives.ts';
import { entityTag } from './if-match.ts';
import { JsonStream } from './json-stream.ts';

/** Forms that a reply may have. */
type Replying<Reply extends z.ZodType> = Pick<
  Endpoint<z.ZodType, z.ZodType, z.ZodType, Reply>,
  'reply' | 'revisionOf' | 'mediaType' | 'minimal'
>;

/** Sends the result of a handler in the form that its endpoint declares, after checking it if enabled. */
export function sendReply<Reply extends z.ZodType>(
  http: FastifyInstance,
  { reply: schema, revisionOf, mediaType, minimal }: Replying<Reply>,
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  result: z.input<Reply> | JsonStream<unknown>,
): FastifyReply {
  const { request, reply } = exchange;
  if (isNoContent(schema)) return reply.code(204).send();
  if (result instanceof JsonStream) {
    if (http.checksReplies) return reply.send(schema.parse(JSON.parse(result.toText())));
    return reply.type('application/json; charset=utf-8').send(result.toStream());
  }
  if (mediaType !== undefined) return sendBytes(exchange, mediaType, result);
  if (revisionOf !== undefined) {
    void reply.header('etag', entityTag(revisionOf(result)));
    void reply.header(BULK_CONDITIONS.header, BULK_CONDITIONS.value);
  }
  const checked = http.checksReplies ? schema.parse(result) : result;
  if (minimal === undefined || !prefersMinimal(request.headers['prefer'])) return reply.send(checked);
  return reply.header('preference-applied', MINIMAL).send(minimal(result));
}

const MINIMAL = 'return=minimal';

/** Returns whether a caller prefers a minimal reply. Source: RFC 7240, section 4.2. */
function prefersMinimal(prefer: string | string[] | undefined): boolean {
  const named = [prefer ?? []].flat().join(',').split(',');
  return named.some((each) => each.trim().toLowerCase() === MINIMAL);
}

/** Sends bytes, or 304 to a caller that has them. */
function sendBytes(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  mediaType: string,
  result: unknown,
): FastifyReply {
  if (!isBytesReply(result)) throw new TypeError(`${request.url} answers bytes, and got none`);
  const { bytes, etag, cacheControl } = result;
  void reply.header('etag', etag).header('cache-control', cacheControl);
  if (hasVersion(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(mediaType).send(bytes);
}

/** Returns whether `If-None-Match` names this version. Source: RFC 9110, section 13.1.2 (weak comparison). */
function hasVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  const named = ifNoneMatch?.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return named !== undefined && (named.includes(etag) || named.includes('*'));
}

function isNoContent(schema: z.ZodType): boolean {
  return schema === noContent;
}
