import type { FastifyRequest } from 'fastify';

/** True for what came through the HTTPS listener of the local network; the loopback listener is plain. */
export function isFromLan(request: Pick<FastifyRequest, 'protocol'>): boolean {
  return request.protocol === 'https';
}
