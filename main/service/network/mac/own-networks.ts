import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** One of this computer's addresses. Source: `os.networkInterfaces()`. */
export type OwnAddress = {
  readonly address: string;
  readonly family: string;
  readonly internal: boolean;
  readonly cidr: string | null;
};

/** Returns those of `ips` that are IPv4 addresses on one of this computer's own networks, and not this computer's. */
export function neighboursAmong(
  ips: readonly string[],
  addresses: readonly OwnAddress[] = ownAddresses(),
): string[] {
  const own = addresses.filter(({ family, internal }) => family === 'IPv4' && !internal);
  const networks = new BlockList();
  for (const { cidr } of own) {
    const [address = '', length = ''] = (cidr ?? '').split('/');
    if (length !== '') networks.addSubnet(address, Number(length), 'ipv4');
  }
  const itself = new Set(own.map(({ address }) => address));
  return ips.filter((ip) => isIPv4(ip) && !itself.has(ip) && networks.check(ip, 'ipv4'));
}

/** Returns every address of this computer. */
export function ownAddresses(): OwnAddress[] {
  return Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
}
