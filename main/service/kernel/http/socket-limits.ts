import type { Server, Socket } from 'node:net';

import { isLoopbackAddress } from './host-check.ts';

/** How many connections a listener holds at most. */
export type SocketLimits = {
  readonly inAll: number;
  /** A limit for each address, so that one host cannot take the place of all. */
  readonly perAddress: number;
  /** True for addresses that many speak through. */
  readonly isExempt: (address: string) => boolean;
};

/** A cart of 1,000 headsets behind one router, with a stream and a report each; 25,000 of a central stay below the first. */
export const SOCKET_LIMITS: SocketLimits = { inAll: 65_536, perAddress: 2_048, isExempt: isLoopbackAddress };

/**
 * Limits what the connections of a listener may cost, plain or TLS: how many there are, and how long they take to say hello.
 * It looks at sockets alone, so it fits whatever is spoken on them.
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
  // Before what answers bad requests: there is nobody to answer while no key was agreed on.
  server.prependListener('tlsClientError', (_error: Error, socket: Socket) => void socket.destroy());
}
