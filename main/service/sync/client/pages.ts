import { isObject, own } from '../../../../shared/domain/sync/values.ts';
import type { CentralFault, Outcome } from './outcome.ts';
import {
  type CentralListItem,
  type CentralPage,
  isUnreadable,
  readListItem,
  type Unreadable,
} from './readers.ts';

/** Whose devices are listed: all that the token reaches where nothing is said. */
export type Listing = { readonly enterpriseId?: string; readonly signal?: AbortSignal };

/** Devices asked for with one request. Source: interface.md "Limits". */
export const PAGE_LIMIT = 100;
/** More than any organisation has: a list that claims more is none. */
const MOST_DEVICES = 200_000;
/** A list that moves while it is read is read again, so often at most. */
const MOST_WALKS = 3;

/** Reads page `page` of the list. */
export function readPage(
  value: unknown,
  page: number,
): Extract<Outcome<CentralPage>, { readonly kind: 'ok' | 'broken' }> {
  const rows = isObject(value) ? own(value, 'items') : undefined;
  if (!isObject(value) || !Array.isArray(rows)) {
    return broken({ reason: 'NOT_THIS_INTERFACE', message: 'It answers, but not with a list of devices.' });
  }
  const total = countOf(value, 'total');
  if (rows.length > PAGE_LIMIT || (total ?? 0) > MOST_DEVICES) {
    const message = `It lists ${Math.max(rows.length, total ?? 0)} devices; the maximum is ${MOST_DEVICES}.`;
    return broken({ reason: 'TOO_LARGE', message });
  }
  const read = (rows as readonly unknown[]).map(readListItem);
  const items = read.filter((row): row is CentralListItem => !isUnreadable(row));
  const unreadable = read.filter((row): row is Unreadable => isUnreadable(row));
  const limit = Math.min(countOf(value, 'limit') ?? PAGE_LIMIT, PAGE_LIMIT);
  const isLast =
    rows.length === 0 ||
    (total === undefined ? rows.length < limit : (page - 1) * limit + rows.length >= total);
  return { kind: 'ok', value: { items, total, isLast, unreadable } };
}

function countOf(value: object, name: string): number | undefined {
  const count: unknown = isObject(value) ? own(value, name) : undefined;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

type Walk = {
  readonly fetch: (page: number) => Promise<Outcome<CentralPage>>;
  /** Gets what is new of each page, and how many devices are known by then. */
  readonly given: (page: CentralPage, seen: number) => Promise<void> | void;
};

/**
 * Walks all pages, each device once. A device that is removed or added meanwhile moves the others between pages: where
 * the total changed, or fewer were seen than it says, the walk is made again for what was missed.
 */
export async function walkPages({ fetch, given }: Walk): Promise<Outcome<{ readonly total: number }>> {
  const seen = new Set<string>();
  for (let walk = 1; ; walk += 1) {
    const walked = await walkOnce({ fetch, given }, seen);
    if (walked.kind !== 'ok') return walked;
    if (!walked.value.hasMoved || walk === MOST_WALKS) return { kind: 'ok', value: { total: seen.size } };
  }
}

async function walkOnce(
  { fetch, given }: Walk,
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
    await given({ ...fetched.value, items: fresh }, seen.size);
    // A central that gives fewer than asked for says so in its total.
    const isOver = items.length + unreadable.length === 0 || (total === undefined ? isLast : rows >= total);
    if (isOver) break;
    if (isRepeat || rows > MOST_DEVICES) {
      return broken({
        reason: 'ENDLESS_PAGES',
        message: 'Its list has no end: its pages repeat themselves.',
      });
    }
  }
  return { kind: 'ok', value: { hasMoved: first !== last || (last !== undefined && rows < last) } };
}

function broken(fault: CentralFault): { readonly kind: 'broken'; readonly fault: CentralFault } {
  return { kind: 'broken', fault };
}
