import { contains, networks, parseIp } from '../outgoing/ip-address.ts';

/**
 * The kind of network an address belongs to.
 *
 * - `selfAssigned`: assigned by the computer itself, without DHCP (RFC 3927, RFC 4291).
 * - `shared`: of a provider's network between its customers and the internet, or of a VPN (RFC 6598).
 * - `other`: unsuitable for a station, such as documentation or multicast.
 */
export type AddressKind = 'loopback' | 'private' | 'selfAssigned' | 'shared' | 'public' | 'other';

/** Source: IANA special-purpose address registries. */
const KINDS = (
  [
    ['loopback', '127.0.0.0/8', '::1/128'],
    ['private', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
    ['selfAssigned', '169.254.0.0/16', 'fe80::/10'],
    ['shared', '100.64.0.0/10'],
    [
      'other',
      '0.0.0.0/8',
      '192.0.0.0/24',
      '192.0.2.0/24',
      '198.18.0.0/15',
      '198.51.100.0/24',
      '203.0.113.0/24',
      '224.0.0.0/3',
    ],
    ['other', '::/128', '2001:db8::/32', 'ff00::/8'],
  ] as const
).map(([kind, ...texts]) => ({ kind, isIn: networks(...texts) }));

/** Returns the kind of an address; `other` if it is not valid. */
export function addressKind(text: string): AddressKind {
  const address = parseIp(text);
  if (address === undefined) return 'other';
  return KINDS.find(({ isIn }) => isIn().some((each) => contains(each, address)))?.kind ?? 'public';
}
