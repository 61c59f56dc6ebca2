import type { FastifyInstance } from 'fastify';

import type { Endpoint } from '../../../../../shared/contract/endpoint.ts';
import { Failure } from '../../failure.ts';
import { MAX_BODY_BYTES } from '../body-limits.ts';
import type { Caller } from '../caller.ts';
import { type Answer, type Input, prepare } from './mount.ts';
import { sendReply } from './reply.ts';

/**
 * Serves one endpoint that takes a body as far as it goes: `amend` may take parts out of it, in place, before it is
 * parsed, and the handler gets what was taken out. Everything else is as in `mount`.
 */
export function mountAmended<Of extends Endpoint, Left>(
  http: FastifyInstance,
  endpoint: Of,
  amend: (body: unknown) => Left,
  handler: (
    input: Input<Of> & { readonly caller: Caller; readonly dropped: Left },
  ) => Answer<Of> | Promise<Answer<Of>>,
): void {
  const { url, config, readInput, callerOf } = prepare(endpoint);
  http.route({
    method: endpoint.method,
    url,
    config,
    bodyLimit: MAX_BODY_BYTES,
    handler: async (request, reply) => {
      const dropped = amend(request.body);
      const result = await handler({ ...readInput(request), caller: callerOf(request), dropped });
      if (result instanceof Failure) throw result;
      return sendReply(http, endpoint, { request, reply }, result);
    },
  });
}
