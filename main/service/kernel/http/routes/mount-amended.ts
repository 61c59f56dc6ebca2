import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';

import type { Endpoint } from '../../../../../shared/contract/endpoint.ts';
import type { ErrorCode } from '../../../../../shared/contract/errors.ts';
import { Failure } from '../../failure.ts';
import { MAX_BODY_BYTES } from '../body-limits.ts';
import type { Caller } from '../caller.ts';
import { type Answer, type Input, prepare } from './mount.ts';
import { sendReply } from './reply.ts';

/**
 * Serves one endpoint that takes a body as far as it goes: `amend` may take parts out of it, in place, before it is
 * parsed, and the handler gets what was taken out. Everything else is as in `mount`.
 */
export function mountAmended<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
  Code extends ErrorCode,
  Left,
>(
  http: FastifyInstance,
  endpoint: Endpoint<Params, Query, Body, Reply, Code>,
  amend: (body: unknown) => Left,
  handler: (
    input: Input<z.output<Params>, z.output<Query>, z.output<Body>> & {
      readonly caller: Caller;
      readonly dropped: Left;
    },
  ) => Answer<z.input<Reply>, NoInfer<Code>> | Promise<Answer<z.input<Reply>, NoInfer<Code>>>,
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
