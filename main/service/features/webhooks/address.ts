import { BlockList, isIP } from 'node:net';

/** Where link-local addresses lie, in every form they have: there the metadata services of clouds answer. */
const NOWHERE = [
  ['169.254.0.0', 16],
  ['fe80::', 10],
  ['fd00:ec2::254', 128],
  ['64:ff9b::a9fe:0', 112],
] as const;
/** Addresses of this computer and of private networks: where a station's receivers are, and no business of a central. */
const PRIVATE = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::', 128],
  ['::1', 128],
  ['fc00::', 7],
] as const;

/** Which addresses webhooks may reach. */
export type AddressPolicy = {
  /** What is wrong with the text of an address, or undefined. */
  faultOf(url: string): string | undefined;
  /** True for an IP address that may be connected to. */
  allows(ip: string): boolean;
};

/**
 * In role station receivers on the LAN and on this computer are the normal case; in role central they are refused.
 * Link-local addresses are refused in both. Source: design.md section 7.
 */
export function addressPolicy(role: 'station' | 'central'): AddressPolicy {
  const refused = new BlockList();
  for (const [net, bits] of role === 'station' ? NOWHERE : [...NOWHERE, ...PRIVATE])
    refused.addSubnet(net, bits, isIP(net) === 6 ? 'ipv6' : 'ipv4');
  const allows = (ip: string): boolean => {
    // An IPv4 address written as IPv6 is checked by the list as the IPv4 address that it is.
    const family = isIP(ip);
    return family !== 0 && !refused.check(ip, family === 6 ? 'ipv6' : 'ipv4');
  };
  return {
    allows,
    faultOf(url) {
      const parsed = URL.parse(url);
      if (parsed === null || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:'))
        return 'Must be an absolute http or https address';
      if (parsed.username !== '' || parsed.password !== '')
        return 'Must not hold a user name or password: every delivery is signed instead';
      const host = literalHost(parsed);
      return isIP(host) === 0 || allows(host)
        ? undefined
        : 'Must not lead to an address that is closed to webhooks';
    },
  };
}

/** The host of a URL without the brackets of an IPv6 address. */
export function literalHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}
