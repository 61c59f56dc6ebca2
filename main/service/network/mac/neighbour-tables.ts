import { z } from 'zod';

import { type AddressPair, type AddressTable, toAddressTable } from './address-table.ts';

/** The entry is complete: its address was resolved. Source: linux/if_arp.h, ATF_COM. */
const COMPLETE = 0x2;
/** Ethernet, which includes Wi-Fi. Source: linux/if_arp.h, ARPHRD_ETHER. */
const ETHERNET = 0x1;
/** States of an entry whose address was resolved at some time. Source: ip-neighbour(8). */
const RESOLVED_STATES = new Set(['REACHABLE', 'STALE', 'DELAY', 'PROBE', 'PERMANENT']);

/** Windows prints translated text around the values, so only the form of a row is matched. */
const WINDOWS_ROW = /^[ \t]+(\d{1,3}(?:\.\d{1,3}){3})[ \t]+([0-9a-f]{2}(?:-[0-9a-f]{2}){5})[ \t]/gim;
/** macOS omits the leading zero of an octet. */
const MACOS_ROW = /\((\d{1,3}(?:\.\d{1,3}){3})\) at ([0-9a-f]{1,2}(?::[0-9a-f]{1,2}){5})\s/gi;

/** Parses the neighbours in `/proc/net/arp` (Linux). */
export function parseProcArp(text: string): AddressTable {
  return toAddressTable(procArpPairs(text));
}

function* procArpPairs(text: string): Generator<AddressPair> {
  for (const line of text.split('\n')) {
    const [ip = '', type, flags, mac = '', , device] = line.trim().split(/\s+/);
    const isResolved = toFlags(type) === ETHERNET && (toFlags(flags) & COMPLETE) !== 0;
    if (device !== undefined && isResolved) yield [ip, mac];
  }
}

function toFlags(text: string | undefined): number {
  return text !== undefined && /^0x[0-9a-f]+$/i.test(text) ? Number(text) : 0;
}

const neighbourSchema = z.object({
  dst: z.string(),
  lladdr: z.string().optional(),
  state: z.array(z.string()).optional(),
});
const neighboursSchema = z.array(z.unknown());

/** Parses the neighbours in the output of `ip -j neigh` (Linux without a readable `/proc`); IPv6 ones are skipped. */
export function parseIpNeigh(text: string): AddressTable {
  return toAddressTable(ipNeighPairs(text));
}

function* ipNeighPairs(text: string): Generator<AddressPair> {
  for (const row of neighboursSchema.parse(JSON.parse(text))) {
    const parsed = neighbourSchema.safeParse(row);
    if (!parsed.success) continue;
    const { dst, lladdr, state = [] } = parsed.data;
    if (lladdr !== undefined && state.some((each) => RESOLVED_STATES.has(each))) yield [dst, lladdr];
  }
}

/** Parses the neighbours in the output of `arp -a` on Windows, in any language. */
export function parseWindowsArp(text: string): AddressTable {
  return toAddressTable(rowsOf(text, WINDOWS_ROW));
}

/** Parses the neighbours in the output of `arp -an` on macOS. */
export function parseMacosArp(text: string): AddressTable {
  return toAddressTable(rowsOf(text, MACOS_ROW));
}

function* rowsOf(text: string, row: RegExp): Generator<AddressPair> {
  for (const [, ip = '', mac = ''] of text.matchAll(row)) yield [ip, mac];
}
