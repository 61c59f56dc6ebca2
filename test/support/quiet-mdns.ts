import { createSocket } from 'node:dgram';
import { once } from 'node:events';

import type { MdnsEndpoint } from '../../main/mdns/socket.ts';

/** Loopback, where multicast leaves no trace outside. */
export const LOOPBACK = '127.0.0.1';

/** Multicast DNS on loopback and on its own port, so that no two tests interfere. */
export async function aQuietNetwork(): Promise<MdnsEndpoint> {
  const socket = createSocket('udp4').bind(0, LOOPBACK);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return { address: LOOPBACK, port };
}
