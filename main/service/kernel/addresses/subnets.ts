import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** One of this computer's own addresses with its network: `192.168.1.7/24`. */
export type OwnNetwork = { readonly cidr: string };

/** Returns true if `address` is on one of this computer's own networks, loopback included. */
export function isOnOwnNetwork(address: string, networks: readonly OwnNetwork[] = ownNetworks()): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const family = isIPv4(plain) ? 'ipv4' : isIPv6(plain) ? 'ipv6' : undefined;
  if (family === undefined) return false;
  const own = new BlockList();
  own.addSubnet('127.0.0.0', 8, 'ipv4');
  own.addAddress('::1', 'ipv6');
  for (const { cidr } of networks) {
    const [network = '', prefix = ''] = cidr.split('/');
    own.addSubnet(network, Number(prefix), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return own.check(plain, family);
}

function ownNetworks(): OwnNetwork[] {
  return Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .flatMap(({ cidr }) => (cidr === null ? [] : [{ cidr }]));
}
