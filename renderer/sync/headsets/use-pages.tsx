import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { isRefused, type Outcome } from '../../service/api.ts';
import { useReading, type Reading } from '../../service/use-reading.ts';

const ROWS_ON_PAGE = 100;

type Page<Item> = { readonly items: readonly Item[]; readonly total: number };
type Query = { readonly page: string; readonly limit: string };

/** A list of many pages, of which as many are read as were asked for, and the button for the next one. */
export function usePages<Item>(
  read: (query: Query, signal: AbortSignal) => Promise<Outcome<Page<Item>, ErrorCode>>,
  /** Another text: what is listed has changed. */
  sign = '',
): { readonly reading: Reading<Page<Item>>; readonly more: React.JSX.Element | null } {
  const { t } = useTranslation('sync');
  const [pages, setPages] = useState(1);
  const reading = useReading<Page<Item>>(async (signal) => {
    const items: Item[] = [];
    let total = 0;
    for (let page = 1; page <= pages; page += 1) {
      const outcome = await read({ page: String(page), limit: String(ROWS_ON_PAGE) }, signal);
      if (isRefused(outcome)) return outcome;
      items.push(...outcome.reply.items);
      total = outcome.reply.total;
      if (items.length >= total) break;
    }
    return { reply: { items, total } };
  });
  const { reload, reply } = reading;
  useEffect(() => {
    if (pages > 1 || sign !== '') void reload();
  }, [pages, sign, reload]);
  const more =
    reply === null || reply.items.length >= reply.total ? null : (
      <div className="row">
        <Button variant="default" onClick={() => setPages((count) => count + 1)}>
          {t('more')}
        </Button>
        <span className="small faint">{t('shown', { shown: reply.items.length, total: reply.total })}</span>
      </div>
    );
  return { reading, more };
}
