import { networkInterfaces } from 'node:os';

/** Returns the IPv4 addresses of this computer, or of one interface. Loopback counts if it is named. */
export function ownAddresses(interfaceName?: string): string[] {
  return Object.entries(networkInterfaces())
    .filter(([name]) => interfaceName === undefined || name === interfaceName)
    .flatMap(([, entries]) => entries ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && (!internal || interfaceName !== undefined))
    .map(({ address }) => address);
}
