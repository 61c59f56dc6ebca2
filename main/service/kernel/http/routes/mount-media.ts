import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';

import type { Endpoint } from '../../../../../shared/contract/endpoint.ts';
import { Failure } from '../../failure.ts';
import type { Caller } from '../caller.ts';
import { isFromLan } from '../from-lan.ts';
import { prepare, type Refusal } from './mount.ts';

/** A reply with its own media type; without `type` it has no content. */
export type MediaAnswer = {
  readonly type?: string;
  readonly content?: Uint8Array | string;
  /** Quoted; a caller that has this version gets 304. */
  readonly etag?: string;
  readonly location?: string;
};

type MediaInput<Of extends Endpoint> = {
  readonly params: z.output<Of['params']>;
  readonly caller: Caller;
  readonly address: string;
  readonly isFromLan: boolean;
  /** The body as received and its media type; empty if the endpoint reads none. */
  readonly media: { readonly type: string; readonly bytes: Buffer };
};

type MediaHandler<Of extends Endpoint> = (
  input: MediaInput<Of>,
) => MediaAnswer | Refusal<Of> | Promise<MediaAnswer | Refusal<Of>>;

/**
 * Serves an endpoint whose body or reply is not JSON and small enough to be read as a whole. Replies are not
 * cacheable.
 */
export function mountMedia<Of extends Endpoint>(
  http: FastifyInstance,
  endpoint: Of,
  handler: MediaHandler<Of>,
): void {
  const { url, config, readQuery, callerOf } = prepare(endpoint);
  const taken = endpoint.media?.body;
  // In its own scope, so that no other operation accepts these types.
  void http.register((scope, _options, done) => {
    if (taken !== undefined) acceptOnly(scope, taken);
    scope.route({
      method: endpoint.method,
      url,
      config,
      handler: async (request, reply) => {
        const { params } = readQuery(request);
        if (taken !== undefined && !Buffer.isBuffer(request.body))
          throw new Failure('VALIDATION_FAILED', `Send the body as ${taken.types.join(' or ')}.`);
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const media = { type: mediaTypeOf(request), bytes };
        const from = { address: request.ip, isFromLan: isFromLan(request) };
        const answer = await handler({ params, caller: callerOf(request), media, ...from });
        if (answer instanceof Failure) throw answer;
        const { type, content, etag, location } = answer;
        void reply.header('cache-control', 'no-store');
        if (etag !== undefined) void reply.header('etag', etag);
        if (etag !== undefined && request.headers['if-none-match'] === etag) return reply.code(304).send();
        if (location !== undefined) void reply.header('location', location);
        if (type === undefined) return reply.code(204).send();
        return reply
          .code(endpoint.media?.reply?.status ?? 200)
          .type(type)
          .send(content);
      },
    });
    done();
  });
}

/** Accepts bodies of these types, up to their size, and refuses others. */
function acceptOnly(
  scope: FastifyInstance,
  { types, maxBytes }: { readonly types: readonly string[]; readonly maxBytes: number },
): void {
  scope.removeAllContentTypeParsers();
  // Reads slightly more than allowed, so that the refusal can state the limit.
  const options = { parseAs: 'buffer' as const, bodyLimit: 4 * maxBytes };
  scope.addContentTypeParser<Buffer>([...types], options, (_request, body, next) => {
    if (body.length <= maxBytes) next(null, body);
    else next(new Failure('BATCH_TOO_LARGE', `The body has ${body.length} bytes; at most ${maxBytes}.`));
  });
  scope.addContentTypeParser<Buffer>('*', options, (_request, _body, next) =>
    next(new Failure('VALIDATION_FAILED', `Send the body as ${types.join(' or ')}.`)),
  );
}

function mediaTypeOf({ headers }: FastifyRequest): string {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
