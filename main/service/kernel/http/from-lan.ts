import type { FastifyRequest } from 'fastify';

/**
 * Returns true for a request over the HTTPS listener of the local network; the loopback listener is plain and has no
 * HTTP/2. Checks the socket, not the request, because a trusted proxy reports the protocol of its own client.
 */
export function isFromLan({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  // Over HTTP/2 a request loses its connection, and so whether it was encrypted, as soon as that is closed.
  if (raw.httpVersionMajor === 2) return true;
  return 'encrypted' in raw.socket && raw.socket.encrypted === true;
}
