import { networkInterfaces } from 'node:os';

/** An address on which headsets can reach this station. */
export type LanAddress = { readonly interfaceName: string; readonly address: string };

/**
 * The IPv4 addresses of this computer's networks, loopback left out; of these interfaces alone where they are named. One that the
 * computer gave itself (RFC 3927) counts where a network has no other: on a cart without DHCP all have such.
 */
export function lanAddresses(interfaces: readonly string[] | null): LanAddress[] {
  return Object.entries(networkInterfaces())
    .filter(([name]) => interfaces === null || interfaces.includes(name))
    .flatMap(([name, entries]) => {
      const all = (entries ?? []).filter((entry) => entry.family === 'IPv4' && !entry.internal);
      const given = all.filter(({ address }) => !address.startsWith('169.254.'));
      return (given.length > 0 ? given : all).map(({ address }) => ({ interfaceName: name, address }));
    });
}

/** The network interfaces of this computer by name, loopback included, each with its addresses on a network. */
export function knownInterfaces(): { name: string; addresses: string[] }[] {
  const addresses = lanAddresses(null);
  return Object.keys(networkInterfaces()).map((name) => ({
    name,
    addresses: addresses.filter((each) => each.interfaceName === name).map(({ address }) => address),
  }));
}

/** True for a host that stands for every address of this computer. */
export function listensEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/**
 * Where others reach the plain listener of `host` besides its `url`: on every network of this computer when it listens
 * everywhere, nowhere else when it does not.
 */
export function plainAddresses(host: string, url: string): string[] {
  if (!listensEverywhere(host)) return [];
  const { port } = new URL(url);
  return lanAddresses(null).map(({ address }) => `http://${address}:${port}`);
}
