import type { FastifyRequest } from 'fastify';

/** True for what came through the HTTPS listener of the local network; the loopback listener is plain and speaks no HTTP/2. */
export function isFromLan({ protocol, raw }: Pick<FastifyRequest, 'protocol' | 'raw'>): boolean {
  // Over HTTP/2 a request forgets its connection, and so that it was encrypted, the moment that this is gone.
  return raw.httpVersionMajor === 2 || protocol === 'https';
}
