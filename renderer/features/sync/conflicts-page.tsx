import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';

import { ReadingState } from '../shell/reading-state.tsx';
import { RefusalNote } from '../shell/refusal-note.tsx';
import { useSyncFacts } from '../shell/sync-facts.ts';
import { ConflictInbox } from './conflict-inbox.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { changesOf } from './standing.ts';
import { useWhen } from './standing-words.ts';
import { SyncFrame } from './sync-frame.tsx';
import { useConflicts } from './use-conflicts.ts';
import { useDecisions } from './use-decisions.ts';
import { useSync } from './use-sync.ts';

/** Conflicts: what both sides changed, to be decided one by one or by a rule, and what was decided. */
export function ConflictsPage(): React.JSX.Element {
  const [params] = useSearchParams();
  const status = params.get('show') === 'decided' ? 'resolved' : 'open';
  return <Conflicts key={status} status={status} />;
}

function Conflicts({ status }: { status: 'open' | 'resolved' }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const [, setParams] = useSearchParams();
  useSync();
  const reading = useConflicts(status);
  const decisions = useDecisions(() => void reading.reload());
  const [isRuling, setRuling] = useState(false);
  const openCount = useSyncFacts((facts) => facts.sync?.conflicts ?? 0);
  const items = reading.reply?.items ?? null;
  const show = (which: string): void => setParams(which === 'open' ? {} : { show: which }, { replace: true });

  return (
    <SyncFrame
      title={
        reading.reply === null && openCount === 0
          ? t('tab.conflicts')
          : t('conflict.pageTitle', {
              count: status === 'open' ? (reading.reply?.total ?? openCount) : openCount,
            })
      }
      sub={t('conflict.pageSub')}
      tools={
        status === 'open' &&
        items !== null &&
        items.length > 1 && (
          <Button variant="default" disabled={decisions.isBusy} onClick={() => setRuling(true)}>
            {t('rule.open')}
          </Button>
        )
      }
    >
      <div className="row" role="group" aria-label={t('conflict.filter')}>
        {(['open', 'decided'] as const).map((which) => (
          <button
            key={which}
            type="button"
            className="chip"
            aria-pressed={(which === 'open') === (status === 'open')}
            onClick={() => show(which)}
          >
            {t(`conflict.chip.${which}`)}
          </button>
        ))}
      </div>
      <ReadingState reading={reading} />
      {decisions.refusal !== null && <RefusalNote refusal={decisions.refusal} />}
      {items !== null &&
        (items.length === 0 ? (
          <NoConflicts status={status} />
        ) : (
          <ConflictInbox conflicts={items} decisions={decisions} />
        ))}
      {isRuling && items !== null && (
        <RuleDialog conflicts={items} decisions={decisions} onClose={() => setRuling(false)} />
      )}
    </SyncFrame>
  );
}

function NoConflicts({ status }: { status: 'open' | 'resolved' }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const when = useWhen();
  const sync = useSyncFacts((facts) => facts.sync);
  const contact = sync?.lastContactAt ?? null;
  return (
    <section className="panel page-empty">
      <h2>{t(status === 'open' ? 'conflict.emptyTitle' : 'conflict.decidedNone')}</h2>
      <p>
        {status === 'open' && sync !== null && contact !== null
          ? t('conflict.noneSince', { when: when(Date.parse(contact)), count: changesOf(sync) })
          : t('conflict.emptyText')}
      </p>
    </section>
  );
}
