import { Button } from '@mantine/core';
import { useState, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';

import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useSyncFacts } from '../../model/station/sync-facts.ts';
import { ConflictInbox } from './conflict-inbox.tsx';
import { ConflictTools } from './conflict-tools.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { changesOf } from '../status/sync-status.ts';
import { useWhen } from '../status/status-labels.ts';
import { SyncFrame } from '../status/sync-frame.tsx';
import { useConflicts } from './use-conflicts.ts';
import { useDecisions } from './use-decisions.ts';
import { useSync } from '../status/use-sync.ts';
import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { useConflictLabels } from '../status/conflict-labels.ts';

/** The screen with open conflicts, to be decided one by one or by a rule, and with decided ones. */
export function ConflictsPage(): React.JSX.Element {
  const [params] = useSearchParams();
  const status = params.get('show') === 'decided' ? 'resolved' : 'open';
  return <Conflicts key={status} status={status} />;
}

function Conflicts({ status }: { status: 'open' | 'resolved' }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const [, setParams] = useSearchParams();
  useSync();
  const query = useConflicts(status);
  const decisions = useDecisions(() => void query.reload());
  const [isRuling, setRuling] = useState(false);
  const openCount = useSyncFacts((facts) => facts.sync?.conflicts ?? 0);
  const items = query.reply?.items ?? null;
  const [find, setFind] = useState('');
  const found = useConflictSearch(items, find);
  const show = (which: string): void => setParams(which === 'open' ? {} : { show: which }, { replace: true });

  return (
    <SyncFrame
      title={
        query.reply === null && openCount === 0
          ? t('tab.conflicts')
          : t('conflict.pageTitle', {
              count: status === 'open' ? (query.reply?.total ?? openCount) : openCount,
            })
      }
      sub={t('conflict.pageSub')}
      tools={
        status === 'open' &&
        found !== null &&
        found.length > 1 && (
          <Button variant="default" loading={decisions.isBusy} onClick={() => setRuling(true)}>
            {t('rule.open')}
          </Button>
        )
      }
    >
      <ConflictTools
        isOpen={status === 'open'}
        onShow={show}
        total={items?.length ?? 0}
        found={found?.length ?? 0}
        find={find}
        onFind={setFind}
      />
      <ReadingState query={query} />
      {decisions.refusal !== null && <RefusalNote refusal={decisions.refusal} />}
      {items?.length === 0 && <NoConflicts status={status} />}
      {found !== null && <ConflictInbox conflicts={found} decisions={decisions} />}
      {isRuling && found !== null && (
        <RuleDialog
          conflicts={found}
          isFound={found !== items}
          decisions={decisions}
          onClose={() => setRuling(false)}
        />
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

/** Filters conflicts: each typed word must occur in the name of the headset, of the value or of its part. */
function useConflictSearch(
  conflicts: readonly SyncConflict[] | null,
  find: string,
): readonly SyncConflict[] | null {
  const { t, i18n } = useTranslation('common');
  const labels = useConflictLabels();
  const { language } = i18n;
  const texts = useMemo(
    () =>
      conflicts?.map((conflict) => {
        const { label } = conflict;
        const text = [label ?? t('unnamed'), labels.name(conflict), labels.part(conflict)].join(' ');
        return { conflict, text: text.toLocaleLowerCase(language) };
      }) ?? null,
    [conflicts, labels, t, language],
  );
  return useMemo(() => {
    const typed = find
      .toLocaleLowerCase(language)
      .split(/\s+/)
      .filter((word) => word !== '');
    if (texts === null || typed.length === 0) return conflicts;
    return texts
      .filter(({ text }) => typed.every((word) => text.includes(word)))
      .map(({ conflict }) => conflict);
  }, [conflicts, texts, find, language]);
}
