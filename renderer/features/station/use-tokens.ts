import { useCallback, useEffect, useState } from 'react';

import { listTokens, type TokenInfo } from '../../../shared/contract/tokens.ts';
import { call, isRefused } from '../../service/api.ts';
import { useReading, type Reading } from '../../service/use-reading.ts';

/** The most that one answer holds. */
const PAGE = 100;

/** Which tokens are looked at; an empty text leaves all. */
export type TokenQuestion = { readonly search: string; readonly isLive: boolean };

type Tokens = { readonly items: readonly TokenInfo[]; readonly total: number };

/** The tokens of a question, newest first, as many pages as were asked for. */
export function useTokens({ search, isLive }: TokenQuestion): {
  reading: Reading<Tokens>;
  showMore: () => void;
} {
  const [pages, setPages] = useState(1);
  const reading = useReading<Tokens>(async (signal) => {
    const items: TokenInfo[] = [];
    let total = 0;
    for (let page = 1; page <= pages; page += 1) {
      const query = {
        page: String(page),
        limit: String(PAGE),
        ...(search.trim() === '' ? {} : { search: search.trim() }),
        ...(isLive ? { live: 'true' } : {}),
      };
      const outcome = await call(listTokens, { query, signal });
      if (isRefused(outcome)) return outcome;
      items.push(...outcome.reply.items);
      total = outcome.reply.total;
      if (items.length >= total) break;
    }
    return { reply: { items, total } };
  });
  const { reload } = reading;
  useEffect(() => {
    if (pages > 1) void reload();
  }, [pages, reload]);
  const showMore = useCallback(() => setPages((count) => count + 1), []);
  return { reading, showMore };
}

/** True while a token opens something. */
export function isLive({ expiresAt, revokedAt }: TokenInfo, nowMs: number): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > nowMs);
}
