import type { FastifyRequest } from 'fastify';

/**
 * True for what came through the HTTPS listener of the local network; the loopback listener is plain. The socket is asked,
 * not the request: a trusted proxy says what its own client spoke.
 */
export function isFromLan({ socket }: Pick<FastifyRequest, 'socket'>): boolean {
  return 'encrypted' in socket && socket.encrypted === true;
}
