import { isIPv4, isIPv6 } from 'node:net';

/** An IP address as a number of 32 or 128 bits. */
export type IpAddress = { readonly bits: 32 | 128; readonly value: bigint };

/** Addresses that share their first `length` bits. */
export type Network = IpAddress & { readonly length: number };

/** IPv6 networks whose last 32 bits are the IPv4 address that is reached: mapped ones, and NAT64 (RFC 6052). */
const CARRIERS = networks('::ffff:0:0/96', '64:ff9b::/96');

/** Parses an address; an IPv4 one carried in IPv6 becomes IPv4. Returns undefined if invalid. */
export function parseIp(text: string): IpAddress | undefined {
  const plain = withoutZone(text);
  if (isIPv4(plain)) return { bits: 32, value: fromGroups(plain.split('.').map(Number), 8n) };
  if (!isIPv6(plain)) return undefined;
  const address: IpAddress = { bits: 128, value: fromGroups(groupsOf(plain), 16n) };
  return CARRIERS().some((carrier) => contains(carrier, address))
    ? { bits: 32, value: address.value & 0xffff_ffffn }
    : address;
}

/** Parses `10.0.0.0/8` or `fc00::/7`. @throws {TypeError} for anything else. */
function network(text: string): Network {
  const [base = '', length = ''] = text.split('/');
  if (isIPv4(base)) {
    return { bits: 32, value: fromGroups(base.split('.').map(Number), 8n), length: Number(length) };
  }
  if (!isIPv6(base)) throw new TypeError(`${text} is not a network`);
  return { bits: 128, value: fromGroups(groupsOf(base), 16n), length: Number(length) };
}

/** Parses several networks on first use, because Node takes milliseconds to prepare for IPv6 addresses. */
export function networks(...texts: string[]): () => readonly Network[] {
  let read: readonly Network[] | undefined;
  return () => (read ??= texts.map(network));
}

/** Returns whether an address is in a network; false for the other family. */
export function contains(net: Network, address: IpAddress): boolean {
  if (net.bits !== address.bits) return false;
  const rest = BigInt(net.bits - net.length);
  return net.value >> rest === address.value >> rest;
}

/** Removes the interface from `fe80::1%eth0`. */
function withoutZone(text: string): string {
  return text.includes(':') ? (text.split('%', 1)[0] ?? '') : text;
}

/** Returns the eight groups of a valid IPv6 address. */
function groupsOf(text: string): number[] {
  const [head = '', tail] = withHexTail(text).split('::');
  const first = hexGroups(head);
  if (tail === undefined) return first;
  const last = hexGroups(tail);
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0);
  return [...first, ...zeros, ...last];
}

/** Converts `::ffff:10.0.0.1` into `::ffff:a00:1`. */
function withHexTail(text: string): string {
  const dotted = /\d+\.\d+\.\d+\.\d+$/.exec(text)?.[0];
  if (dotted === undefined) return text;
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number);
  const groups = [(a << 8) | b, (c << 8) | d].map((group) => group.toString(16));
  return text.slice(0, -dotted.length) + groups.join(':');
}

function hexGroups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

function fromGroups(groups: readonly number[], bitsEach: bigint): bigint {
  return groups.reduce((value, group) => (value << bitsEach) | BigInt(group), 0n);
}
