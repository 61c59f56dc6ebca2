import type { ErrorDetail } from '../../../../shared/contract/errors.ts';
import type { RouterInput } from '../../../../shared/contract/network/routers.ts';
import { MAX_LIST_ENTRIES, parseAddressList } from './address-list.ts';
import type { AddressTable } from '../mac/address-table.ts';
import { isFileKind, isNetworkKind, isOwner, type RouterHost, urlFault } from './rules.ts';

/** A valid router of a request, with the fields that its kind uses. */
export type GoodInput = {
  readonly id: string | undefined;
  readonly kind: RouterInput['kind'];
  readonly label: string;
  readonly isEnabled: boolean;
  readonly url: string | null;
  readonly username: string | null;
  /** Undefined: unchanged. */
  readonly secret: string | null | undefined;
  readonly site: string | null;
  readonly path: string | null;
  /** Undefined: unchanged. */
  readonly entries: AddressTable | undefined;
  readonly allowsOtherNetworks: boolean;
  /** Undefined: unchanged. */
  readonly poolSize: number | null | undefined;
};

type Read<Value> = { readonly value: Value } | { readonly faults: readonly ErrorDetail[] };

/** Returns the routers of a request, or everything that is wrong with them. */
export function readInputs(
  items: readonly RouterInput[],
  station: RouterHost,
  enterpriseId: string,
): Read<readonly GoodInput[]> {
  const faults: ErrorDetail[] = [];
  const ids = new Set<string>();
  const value = items.map((item, index) => {
    const fault = (field: string, message: string): void =>
      void faults.push({ path: `items.${String(index)}.${field}`, message });
    if (item.id !== undefined && ids.has(item.id)) fault('id', 'Stands twice');
    if (item.id !== undefined) ids.add(item.id);
    return readInput(item, { station: station, isOwn: isOwner(station, enterpriseId), fault });
  });
  return faults.length > 0 ? { faults: faults.slice(0, 20) } : { value };
}

type Reading = {
  readonly station: RouterHost;
  readonly isOwn: boolean;
  readonly fault: (field: string, message: string) => void;
};

function readInput(item: RouterInput, reading: Reading): GoodInput {
  const { kind } = item;
  const isNetwork = isNetworkKind(kind);
  if (item.allowsOtherNetworks === true && !reading.isOwn) {
    reading.fault('allowsOtherNetworks', 'Only the organisation of this station itself may do that');
  }
  return {
    id: item.id,
    kind,
    label: item.label,
    isEnabled: item.isEnabled ?? true,
    url: isNetwork ? readUrl(item, reading) : null,
    username: isNetwork && kind !== 'unifi' ? (item.username ?? null) : null,
    secret: isNetwork ? secretOf(item) : null,
    site: kind === 'unifi' || kind === 'unifi-legacy' ? item.site || null : null,
    path: isFileKind(kind) ? readPath(item, reading) : null,
    entries: kind === 'csv' ? readList(item, reading) : undefined,
    allowsOtherNetworks: isNetwork && item.allowsOtherNetworks === true,
    poolSize: kind === 'csv' ? null : item.poolSize,
  };
}

function secretOf({ kind, apiKey, password }: RouterInput): string | null | undefined {
  const secret = kind === 'unifi' ? apiKey : password;
  return secret === '' ? null : secret;
}

function readUrl({ url, allowsOtherNetworks }: RouterInput, { station, fault }: Reading): string | null {
  if (url === undefined || url === null) {
    fault('url', 'A router of this kind needs its address');
    return null;
  }
  const message = urlFault(url, station, allowsOtherNetworks === true);
  if (message !== undefined) fault('url', message);
  return message === undefined ? new URL(url).origin : null;
}

function readPath({ path }: RouterInput, { isOwn, fault }: Reading): string | null {
  if (!isOwn) fault('kind', 'Only the organisation of a station itself may name files of its computer');
  if (path === undefined || path === null) fault('path', 'A lease file needs its path');
  return path ?? null;
}

function readList({ csv }: RouterInput, { fault }: Reading): AddressTable | undefined {
  if (csv === undefined) return undefined;
  if (csv === null) return new Map();
  const parsed = parseAddressList(csv);
  if ('entries' in parsed) {
    if (parsed.entries.size <= MAX_LIST_ENTRIES) return parsed.entries;
    fault('csv', `At most ${String(MAX_LIST_ENTRIES)} addresses`);
    return undefined;
  }
  for (const { line, message } of parsed.faults) fault('csv', `Line ${String(line)}: ${message}`);
  return undefined;
}
