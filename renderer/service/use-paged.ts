import { useDidUpdate } from '@mantine/hooks';
import { useCallback, useState } from 'react';

import type { ErrorCode } from '../../shared/contract/errors.ts';
import { isRefused, type Outcome } from './api.ts';
import { useQuery, type Query } from './use-query.ts';

/** The loaded part of a long list, and its total. */
export type Paged<Item> = { readonly items: readonly Item[]; readonly total: number };

/** The page, as the station expects it. */
type PageQuery = { readonly page: string; readonly limit: string };

/** Maximum number of items per reply. */
const PAGE = 100;

type Options = {
  /** Reads again after this many ms; null: never. */
  readonly everyMs?: number | null;
  /** Items per page. */
  readonly limit?: number;
  /** Pages that are loaded before anybody asks for more. */
  readonly firstPages?: number;
  /** Loads again when this changes, because the list is then a different one. */
  readonly version?: string;
};

/** Loads as many pages of a long list as requested. Items that move to the next page while loading are listed once. */
export function usePaged<Item>(
  readPage: (query: PageQuery, signal: AbortSignal) => Promise<Outcome<Paged<Item>, ErrorCode>>,
  keyOf: (item: Item) => string | number,
  { everyMs = null, limit = PAGE, firstPages = 1, version = '' }: Options = {},
): { readonly query: Query<Paged<Item>>; readonly showMore: () => void } {
  const [pages, setPages] = useState(firstPages);
  const query = useQuery<Paged<Item>>(async (signal) => {
    const items = new Map<string | number, Item>();
    let total = 0;
    for (let page = 1; page <= pages; page += 1) {
      const outcome = await readPage({ page: String(page), limit: String(limit) }, signal);
      if (isRefused(outcome)) return outcome;
      for (const item of outcome.reply.items) items.set(keyOf(item), item);
      total = outcome.reply.total;
      if (page * limit >= total) break;
    }
    return { reply: { items: [...items.values()], total } };
  }, everyMs);
  const { reload } = query;
  useDidUpdate(() => {
    void reload();
  }, [pages, version]);
  const showMore = useCallback(() => setPages((count) => count + 1), []);
  return { query, showMore };
}
