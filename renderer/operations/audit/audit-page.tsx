import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import {
  AUDIT_RETENTION_DAYS,
  exportAudit,
  listAudit,
  verifyAudit,
} from '../../../shared/contract/operations/audit.ts';
import { address } from '../../../shared/domain/kernel/address.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { usePaged } from '../../service/use-paged.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { MoreOfList } from '../../ui/parts/more-of-list.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { saveBytes } from '../backups/save-bytes.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { AuditFilters, type Filters, NO_FILTERS, toQuery } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { StationFrame } from '../../model/station/station-frame.tsx';

/** Delay after the last key before a search, in ms. */
const SETTLED_MS = 250;

/** Audit log: who did what, where and when. */
export function AuditPage(): React.JSX.Element {
  const { t } = useTranslation('audit');
  const [filters, setFilters] = useState<Filters>(NO_FILTERS);
  // A long log is not searched for every letter.
  const [settled] = useDebouncedValue(filters, SETTLED_MS);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [saving, setSaving] = useState<'csv' | 'json' | null>(null);
  const [total, setTotal] = useState<number | null>(null);
  const save = async (format: 'csv' | 'json'): Promise<void> => {
    setSaving(format);
    const name = `audit-${new Date().toISOString().slice(0, 10)}.${format}`;
    setRefusal(await saveBytes(address(exportAudit.path, {}, { format, ...toQuery(filters) }), name));
    setSaving(null);
  };
  return (
    <StationFrame
      title={total === null ? t('tab') : t('title', { count: total })}
      sub={t('sub', { days: AUDIT_RETENTION_DAYS })}
      tools={
        <>
          <Button variant="default" loading={saving === 'csv'} onClick={() => void save('csv')}>
            {t('csv')}
          </Button>
          <Button variant="default" loading={saving === 'json'} onClick={() => void save('json')}>
            {t('json')}
          </Button>
        </>
      }
    >
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <Verification />
      <AuditFilters filters={filters} onChange={setFilters} />
      <Entries key={JSON.stringify(settled)} filters={settled} onTotal={setTotal} />
    </StationFrame>
  );
}

type Verified = z.infer<typeof verifyAudit.reply>;

function Verification(): React.JSX.Element {
  const { t } = useTranslation('audit');
  const [found, setFound] = useState<Verified | null>(null);
  const [isBusy, setBusy] = useState(false);
  const check = async (): Promise<void> => {
    setBusy(true);
    const outcome = await call(verifyAudit, {});
    setBusy(false);
    if (!isRefused(outcome)) setFound(outcome.reply);
  };
  return (
    <div className="row">
      <SmallButton loading={isBusy} onClick={() => void check()}>
        {t('verify')}
      </SmallButton>
      <span role="status" className="row">
        {found !== null && (
          <>
            <StateGlyph state={found.isIntact ? 'ready' : 'failed'} />
            {found.isIntact
              ? t('intact', { count: found.checked })
              : t('broken', { seq: found.brokenAt ?? 0 })}
          </>
        )}
      </span>
    </div>
  );
}

type EntriesProps = { filters: Filters; onTotal: (total: number) => void };

function Entries({ filters, onTotal }: EntriesProps): React.JSX.Element {
  const { t } = useTranslation('audit');
  const { query, showMore } = usePaged(
    (page, signal) => call(listAudit, { query: { ...toQuery(filters), ...page }, signal }),
    ({ seq }) => seq,
  );
  const { reply } = query;
  const total = reply?.total ?? null;
  useEffect(() => {
    if (total !== null) onTotal(total);
  }, [total, onTotal]);
  return (
    <>
      <ReadingState query={query} />
      {reply !== null && reply.items.length === 0 && <p className="dim">{t('none')}</p>}
      {reply !== null && reply.items.length > 0 && <AuditTable items={reply.items} />}
      {reply !== null && reply.items.length < reply.total && (
        <MoreOfList
          label={t('more')}
          shown={t('shown', { shown: reply.items.length, total: reply.total })}
          onMore={showMore}
        />
      )}
    </>
  );
}
