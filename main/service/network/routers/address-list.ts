import { type AddressTable, isIpv4 } from '../mac/address-table.ts';
import { toMacAddress } from '../../../../shared/domain/network/mac-address.ts';

/** Maximum number of lines in all lists of an organisation together. */
export const MAX_LIST_ENTRIES = 5_000;
/** Maximum number of faults to report: enough to correct a list. */
const MAX_FAULTS = 20;

/** Where a list is wrong; lines are counted from 1. */
export type ListFault = { readonly line: number; readonly message: string };

/** The entries of a list, or the line with an error. */
export type ParsedList = { readonly entries: AddressTable } | { readonly faults: readonly ListFault[] };

/**
 * Parses a list `ip,mac,hostname`, one headset per line: host name and header are optional, semicolons also separate
 * (spreadsheets of some languages write them), and cells may be quoted. Anything else is a fault, because a silently
 * skipped line is a headset that cannot be found.
 */
export function parseAddressList(text: string): ParsedList {
  const entries = new Map<string, string>();
  const faults: ListFault[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (index === 0 && isHead(line))) continue;
    const message = readLine(line, entries);
    if (message !== undefined) faults.push({ line: index + 1, message });
    if (faults.length === MAX_FAULTS) break;
  }
  if (faults.length > 0) return { faults };
  return entries.size > 0 ? { entries } : { faults: [{ line: 1, message: 'The list is empty' }] };
}

function isHead(line: string): boolean {
  return /^ip$/i.test(cellsOf(line)[0] ?? '');
}

/** Adds the entry of a line; returns what is wrong with it. */
function readLine(line: string, entries: Map<string, string>): string | undefined {
  const [ip = '', mac = '', hostname = '', ...more] = cellsOf(line);
  if (more.length > 0) return 'More than three cells: ip, mac, hostname';
  if (!isIpv4(ip)) return 'The first cell must be an IPv4 address';
  const macAddress = toMacAddress(mac);
  if (macAddress === undefined) return 'The second cell must be the MAC address of one host';
  if (hostname.length > 255) return 'A host name has at most 255 characters';
  const known = entries.get(ip);
  if (known !== undefined && known !== macAddress)
    return 'This address is listed above with another MAC address';
  entries.set(ip, macAddress);
  return undefined;
}

function cellsOf(line: string): string[] {
  const separator = line.includes(';') ? ';' : ',';
  return line.split(separator).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );
}
