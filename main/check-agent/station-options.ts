import { once } from 'node:events';
import { join } from 'node:path';
import { createServer } from 'node:net';

import { portOf } from './front/front.ts';
import { type ServiceOptions, systemClock } from '../service/index.ts';

/** The address at which the station itself listens. */
export const LOOPBACK = '127.0.0.1';
/** No interface has this name: the station’s own listener stays on loopback, and nothing is announced. */
const NO_INTERFACE = 'none';

/** Returns the options of a station in `dataFolder` whose HTTPS listener is at `lanPort`; null: none. */
export function stationOptions(dataFolder: string, lanPort: number | null): ServiceOptions {
  return {
    dataFolder,
    host: LOOPBACK,
    port: 0,
    role: 'station',
    // Limits of the station itself would hide those that a check sets.
    rateLimit: 0,
    refusesUnknownTypes: false,
    trustedProxies: [],
    lan: lanPort === null ? undefined : { port: lanPort, interfaceName: NO_INTERFACE },
    webInterface: undefined,
    upstream: undefined,
    syncPace: 1,
    recover: undefined,
    masterKey: undefined,
    logLevel: 'silent',
    interfaceFolder: join(dataFolder, 'no-interface'),
    version: '0.0.0-check',
    checksReplies: false,
    clock: systemClock,
  };
}

/** Returns a port of loopback that is free now. */
export async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns the address to listen at for clients that use this host name: loopback alone, or every address. */
export function listenAddress(hostname: string): string {
  if (hostname === '[::1]') return '::1';
  if (hostname.startsWith('[')) return '::';
  return hostname === 'localhost' || /^127(?:\.\d{1,3}){3}$/.test(hostname) ? LOOPBACK : '0.0.0.0';
}
