import { isObject, own } from '../rules/values.ts';
import type { JsonObject } from '../rules/desired.ts';
import type { FaultReason, Outcome } from '../wire/outcome.ts';
import {
  type CentralListItem,
  type CentralPage,
  isUnreadable,
  readListItem,
  type Unreadable,
} from './readers.ts';

/** Which devices to list; all that the token can reach if no organisation is given. */
export type Listing = { readonly enterpriseId?: string; readonly signal?: AbortSignal };

/** Devices per request. Source: the API documentation, "Limits". */
export const PAGE_LIMIT = 100;
/** More than any organisation has. A longer list is rejected. */
const MAX_DEVICES = 200_000;
/** How often a list that changes while it is read is read at most. */
const MAX_WALKS = 3;

/** Returns the rows of a list in an answer, and those that cannot be read; undefined if it contains no list. */
export function readRows(json: unknown) {
  const rows = isObject(json) ? own(json, 'items') : undefined;
  if (!isObject(json) || !Array.isArray(rows)) return undefined;
  const read = (rows as readonly unknown[]).map(readListItem);
  return {
    rows: rows as readonly unknown[],
    items: read.filter((row): row is CentralListItem => !isUnreadable(row)),
    unreadable: read.filter((row): row is Unreadable => isUnreadable(row)),
    total: countOf(json, 'total'),
    limit: countOf(json, 'limit'),
  };
}

/** Says that an answer contains no list of devices. */
export const NO_LIST = broken('NOT_THIS_INTERFACE', 'The server answers, but not with a list of devices.');

/** Parses page `page` of the list. */
export function readPage(
  value: unknown,
  page: number,
): Extract<Outcome<CentralPage>, { readonly kind: 'ok' | 'broken' }> {
  const list = readRows(value);
  if (list === undefined) return NO_LIST;
  const { rows, items, unreadable, total } = list;
  if (rows.length > PAGE_LIMIT || (total ?? 0) > MAX_DEVICES) {
    const message = `It lists ${Math.max(rows.length, total ?? 0)} devices; the maximum is ${MAX_DEVICES}.`;
    return broken('TOO_LARGE', message);
  }
  const limit = Math.min(list.limit ?? PAGE_LIMIT, PAGE_LIMIT);
  const isLast =
    rows.length === 0 ||
    (total === undefined ? rows.length < limit : (page - 1) * limit + rows.length >= total);
  return { kind: 'ok', value: { items, total, isLast, unreadable } };
}

function countOf(json: JsonObject, name: string): number | undefined {
  const count = own(json, name);
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

type Walk = {
  readonly fetch: (page: number) => Promise<Outcome<CentralPage>>;
  /** Receives the new devices of each page, and how many devices were seen so far. */
  readonly onPage: (page: CentralPage, seen: number) => Promise<void> | void;
};

/**
 * Reads all pages, each device once. A device that is added or removed meanwhile shifts the others between pages, so
 * the list is read again if the total changed or fewer devices were seen than it states.
 */
export async function walkPages({ fetch, onPage }: Walk): Promise<Outcome<{ readonly total: number }>> {
  const seen = new Set<string>();
  for (let walk = 1; ; walk += 1) {
    const walked = await walkOnce({ fetch, onPage }, seen);
    if (walked.kind !== 'ok') return walked;
    if (!walked.value.hasMoved || walk === MAX_WALKS) return { kind: 'ok', value: { total: seen.size } };
  }
}

async function walkOnce(
  { fetch, onPage }: Walk,
  seen: Set<string>,
): Promise<Outcome<{ readonly hasMoved: boolean }>> {
  const inWalk = new Set<string>();
  let [rows, first, last]: [number, number | undefined, number | undefined] = [0, undefined, undefined];
  for (let page = 1; ; page += 1) {
    const fetched = await fetch(page);
    if (fetched.kind !== 'ok') return fetched;
    const { items, unreadable, total, isLast } = fetched.value;
    rows += items.length + unreadable.length;
    [first, last] = [page === 1 ? total : first, total];
    const isRepeat = items.length > 0 && items.every(({ id }) => inWalk.has(id));
    for (const { id } of items) inWalk.add(id);
    const fresh = items.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    await onPage({ ...fetched.value, items: fresh }, seen.size);
    // A central with a smaller page size can still be recognised by its total.
    const isOver = items.length + unreadable.length === 0 || (total === undefined ? isLast : rows >= total);
    if (isOver) break;
    if (isRepeat || rows > MAX_DEVICES)
      return broken('ENDLESS_PAGES', 'The list does not end: its pages repeat.');
  }
  return { kind: 'ok', value: { hasMoved: first !== last || (last !== undefined && rows < last) } };
}

/** Says why an answer cannot be used. */
export function broken(reason: FaultReason, message: string): Extract<Outcome<never>, { kind: 'broken' }> {
  return { kind: 'broken', fault: { reason, message } };
}
