import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';

import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useSyncFacts } from '../../model/station/sync-facts.ts';
import { ConflictInbox } from './conflict-inbox.tsx';
import { ConflictTools } from './conflict-tools.tsx';
import { RuleDialog } from '../connection/rule-dialog.tsx';
import { changesOf } from '../overview/standing.ts';
import { useWhen } from '../overview/standing-words.ts';
import { SyncFrame } from '../overview/sync-frame.tsx';
import { useConflicts } from './use-conflicts.ts';
import { useDecisions } from './use-decisions.ts';
import { useFoundConflicts } from './use-found-conflicts.ts';
import { useSync } from '../overview/use-sync.ts';

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
  const [find, setFind] = useState('');
  const found = useFoundConflicts(items, find);
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
        found !== null &&
        found.length > 1 && (
          <Button variant="default" disabled={decisions.isBusy} onClick={() => setRuling(true)}>
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
      <ReadingState reading={reading} />
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
