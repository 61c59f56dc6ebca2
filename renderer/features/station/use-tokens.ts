import { useCallback, useEffect, useState } from 'react';

import { contract } from '../../../shared/contract/index.ts';
import type { TokenInfo } from '../../../shared/contract/tokens.ts';
import { call, isRefused } from '../../service/api.ts';
import { useReading, type Reading } from '../../service/use-reading.ts';

/** The most that one answer holds. */
const PAGE = 100;

type Tokens = { readonly items: readonly TokenInfo[]; readonly total: number };

/** The tokens, newest first, as many pages as were asked for. */
export function useTokens(): { reading: Reading<Tokens>; showMore: () => void } {
  const [pages, setPages] = useState(1);
  const reading = useReading<Tokens>(async (signal) => {
    const items: TokenInfo[] = [];
    let total = 0;
    for (let page = 1; page <= pages; page += 1) {
      const query = { page: String(page), limit: String(PAGE) };
      const outcome = await call(contract.listTokens, { query, signal });
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
