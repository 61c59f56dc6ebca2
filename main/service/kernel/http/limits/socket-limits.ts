import type { Server, Socket } from 'node:net';

import { isLoopbackAddress } from '../host-check.ts';

/** Maximum number of connections of a listener. */
export type SocketLimits = {
  readonly inAll: number;
  /** Limit per address, so that one host cannot take all connections. */
  readonly perAddress: number;
  /** Returns true for addresses shared by many clients. */
  readonly isExempt: (address: string) => boolean;
};

/**
 * Enough for a cart of 1,000 headsets behind one router, with a stream and a report each; the 25,000 headsets of a
 * central stay below the first limit.
 */
export const SOCKET_LIMITS: SocketLimits = { inAll: 65_536, perAddress: 2_048, isExempt: isLoopbackAddress };

/**
 * Limits the cost of connections to a listener, plain or TLS: how many there are, and how long they take to say
 * hello. Works on sockets only, so it fits any protocol.
 */
export function limitSockets(server: Server, { inAll, perAddress, isExempt }: SocketLimits): void {
  server.maxConnections = inAll;
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isExempt(remoteAddress)) return;
    const count = (counts.get(remoteAddress) ?? 0) + 1;
    counts.set(remoteAddress, count);
    socket.once('close', () => {
      const left = (counts.get(remoteAddress) ?? 1) - 1;
      if (left === 0) counts.delete(remoteAddress);
      else counts.set(remoteAddress, left);
    });
    if (count > perAddress) socket.destroy();
  });
  // Runs before the handler for bad requests, which cannot reply before the TLS handshake is complete.
  server.prependListener('tlsClientError', (_error: Error, socket: Socket) => void socket.destroy());
}
