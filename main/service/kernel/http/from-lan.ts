import type { FastifyRequest } from 'fastify';

/**
 * True for what came through the HTTPS listener of the local network; the loopback listener is plain and speaks no HTTP/2. The
 * socket is asked, not the request: a trusted proxy says what its own client spoke.
 */
export function isFromLan({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  // Over HTTP/2 a request forgets its connection, and so that it was encrypted, the moment that this is gone.
  if (raw.httpVersionMajor === 2) return true;
  return 'encrypted' in raw.socket && raw.socket.encrypted === true;
}
