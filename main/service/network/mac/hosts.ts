import type { Logger } from '../../kernel/logging/log.ts';
import { type OwnAddress, ownAddresses } from './own-networks.ts';
import { findMacs, type MacSource } from './mac-source.ts';

/** Networks with more addresses are not searched: a cart's router gives out a few hundred. */
const MIN_PREFIX = 22;

/** Returns every address that a host on one of this computer's own networks may have. */
export function hostAddresses(
  own: readonly Pick<OwnAddress, 'family' | 'internal' | 'cidr'>[] = ownAddresses(),
): string[] {
  return own.flatMap(({ family, internal, cidr }) => {
    const [address = '', prefix = ''] = (cidr ?? '').split('/');
    const bits = 32 - Number(prefix);
    if (family !== 'IPv4' || internal || Number(prefix) < MIN_PREFIX || bits < 2) return [];
    const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    const size = 2 ** bits;
    const first = number - (number % size);
    // Without the network's own address, and the one for all.
    return Array.from({ length: size - 2 }, (_, at) => toAddress(first + 1 + at));
  });
}

function toAddress(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
}

/** Returns the addresses on this computer's own networks at which hosts have these MAC addresses, by MAC address. */
export async function findHosts(
  sources: readonly MacSource[],
  macs: ReadonlySet<string>,
  options: { readonly signal: AbortSignal; readonly log: Pick<Logger, 'warn'> },
): Promise<Map<string, string>> {
  const found = await findMacs(sources, hostAddresses(), options);
  return new Map(
    [...found].flatMap(([ip, { macAddress }]) => (macs.has(macAddress) ? [[macAddress, ip]] : [])),
  );
}
