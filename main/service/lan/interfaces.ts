import { networkInterfaces } from 'node:os';

/** An address on which headsets can reach this station. */
export type LanAddress = { readonly interfaceName: string; readonly address: string };

/** The IPv4 addresses of this computer's networks, loopback left out; of one interface when it is named. */
export function lanAddresses(interfaceName: string | undefined): LanAddress[] {
  return Object.entries(networkInterfaces())
    .filter(([name]) => interfaceName === undefined || name === interfaceName)
    .flatMap(([name, entries]) =>
      (entries ?? [])
        .filter(
          (entry) => entry.family === 'IPv4' && !entry.internal && !entry.address.startsWith('169.254.'),
        )
        .map((entry) => ({ interfaceName: name, address: entry.address })),
    );
}
