import { networkInterfaces } from 'node:os';

/** An address on which headsets can reach this station. */
export type LanAddress = { readonly interfaceName: string; readonly address: string };

/**
 * Returns the IPv4 addresses of this computer's networks, without loopback; only those of `interfaces` if given. A
 * self-assigned one (RFC 3927) counts if a network has no other: on a cart without DHCP all are.
 */
export function lanAddresses(interfaces: readonly string[] | null): LanAddress[] {
  return Object.entries(networkInterfaces())
    .filter(([name]) => interfaces === null || interfaces.includes(name))
    .flatMap(([name, entries]) => {
      const all = (entries ?? []).filter((entry) => entry.family === 'IPv4' && !entry.internal);
      const input = all.filter(({ address }) => !address.startsWith('169.254.'));
      return (input.length > 0 ? input : all).map(({ address }) => ({ interfaceName: name, address }));
    });
}

/** Returns the network interfaces of this computer by name, loopback included, each with its addresses on a network. */
export function knownInterfaces(): { name: string; addresses: string[] }[] {
  const addresses = lanAddresses(null);
  return Object.keys(networkInterfaces()).map((name) => ({
    name,
    addresses: addresses.filter((each) => each.interfaceName === name).map(({ address }) => address),
  }));
}

/** Returns true for a wildcard host: every address of this computer. */
export function listensEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/**
 * Returns further URLs of the plain listener on `host`, besides `url`: one for every network of this computer if it
 * listens everywhere, otherwise none.
 */
export function plainAddresses(host: string, url: string): string[] {
  if (!listensEverywhere(host)) return [];
  const { port } = new URL(url);
  return lanAddresses(null).map(({ address }) => `http://${address}:${port}`);
}
