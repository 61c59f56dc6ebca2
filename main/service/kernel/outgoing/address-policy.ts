import { contains, type Network, networks, parseIp } from './ip-address.ts';

/**
 * Which addresses an outgoing connection may use.
 *
 * - `anyHost`: an address that the operator entered: this computer, the local network or the internet.
 * - `anyReceiver`: the same without the metadata services of clouds, and without addresses that hide another.
 * - `publicOnly`: the internet only, for addresses from elsewhere.
 * - `privateOnly`: the local network only, without this computer.
 */
export type AddressPolicy = 'anyHost' | 'anyReceiver' | 'publicOnly' | 'privateOnly';

/**
 * Addresses of no single host: "this network", multicast, reserved and broadcast. Source: IANA special-purpose
 * registries.
 */
const NON_UNICAST = networks('0.0.0.0/8', '224.0.0.0/4', '240.0.0.0/4', '::/128', 'ff00::/8');

/** RFC 1918, RFC 3927 (an isolated cart without DHCP), RFC 4193, and link-local IPv6. */
const PRIVATE = networks(
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
);

/** Link-local, and other addresses of cloud metadata services: Amazon over IPv6, Alibaba, Oracle. */
const LINK_LOCAL = networks(
  '169.254.0.0/16',
  'fe80::/10',
  'fd00:ec2::254/128',
  '100.100.100.200/32',
  '192.0.0.192/32',
);

/**
 * IPv6 addresses that hide an IPv4 address: NAT64 of a site (RFC 8215), 6to4 (RFC 3056), IPv4-compatible ones (RFC
 * 4291).
 */
const DISGUISED = networks('64:ff9b:1::/48', '2002::/16', '::/96');
const LOOPBACK_IPV6 = networks('::1/128');

/** IPv6 that is routed on the internet. Source: IANA IPv6 global unicast address assignments. */
const GLOBAL_IPV6 = networks('2000::/3');

/** Neither private nor public: loopback, shared (CGNAT), protocol assignments, documentation, benchmarking, tunnels. */
const SPECIAL = networks(
  '100.64.0.0/10',
  '127.0.0.0/8',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  // Teredo, ORCHID, benchmarking and other protocol assignments; documentation; 6to4, which hides an IPv4 address.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
);

/**
 * Returns whether a connection to this address is allowed; false for anything but an IP address. IPv4 carried in IPv6
 * counts as IPv4.
 */
export function isAllowedAddress(ip: string, policy: AddressPolicy): boolean {
  const address = parseIp(ip);
  if (address === undefined) return false;
  const isIn = (list: () => readonly Network[]): boolean => list().some((each) => contains(each, address));
  if (isIn(NON_UNICAST)) return false;
  switch (policy) {
    case 'anyHost':
      return true;
    case 'anyReceiver':
      return !isIn(LINK_LOCAL) && (!isIn(DISGUISED) || isIn(LOOPBACK_IPV6));
    case 'privateOnly':
      return isIn(PRIVATE);
    case 'publicOnly':
      return !isIn(PRIVATE) && !isIn(SPECIAL) && (address.bits === 32 || isIn(GLOBAL_IPV6));
  }
}
