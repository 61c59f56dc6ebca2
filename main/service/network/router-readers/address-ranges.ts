import { isIpv4 } from '../mac/address-table.ts';

/** More addresses than any school network has: a larger range must be a mistake. */
const MAX_ADDRESSES = 2 ** 24;

/**
 * Counts the IPv4 addresses in ranges such as `10.0.0.10-10.0.0.254,10.0.0.5` or `10.0.1.0/24`, as routers write
 * them; anything else counts as none.
 */
export function countAddresses(ranges: string): number {
  const counts = ranges.split(',').map((range) => countRange(range.trim()));
  return Math.min(
    MAX_ADDRESSES,
    counts.reduce((sum, count) => sum + count, 0),
  );
}

function countRange(range: string): number {
  const [, network = '', length = ''] = /^(\S+)\s*\/\s*(\d{1,2})$/.exec(range) ?? [];
  if (network !== '') return isIpv4(network) && Number(length) <= 32 ? 2 ** (32 - Number(length)) : 0;
  const [first = '', last = first, ...more] = range.split('-').map((each) => each.trim());
  if (more.length > 0 || !isIpv4(first) || !isIpv4(last)) return 0;
  return Math.max(0, numberOf(last) - numberOf(first) + 1);
}

function numberOf(ip: string): number {
  return ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}
