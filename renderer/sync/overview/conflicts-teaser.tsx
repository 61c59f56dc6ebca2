import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { Sync } from '../../../shared/contract/sync/sync.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { ConflictCard } from '../conflicts/conflict-card.tsx';
import { lossOf } from '../status/conflict-subject.ts';
import { LossDialog, type PendingDecision } from '../conflicts/loss-dialog.tsx';
import { changesOf } from '../status/sync-status.ts';
import { useWhen } from '../status/status-labels.ts';
import { useConflicts } from '../conflicts/use-conflicts.ts';
import { useDecisions } from '../conflicts/use-decisions.ts';

/** The newest conflict, ready to be decided; the others are on their own screen. */
export function ConflictsTeaser({ sync }: { sync: Sync }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const when = useWhen();
  const query = useConflicts('open');
  const decisions = useDecisions(() => void query.reload());
  const [pending, setPending] = useState<PendingDecision | null>(null);
  const [first] = query.reply?.items ?? [];
  if (sync.conflicts === 0 || first === undefined) {
    const { lastContactAt } = sync;
    return (
      <section className="panel in row">
        <StateGlyph state="ready" />
        <p>
          {lastContactAt === null
            ? t('conflict.none')
            : t('conflict.noneSince', {
                when: when(Date.parse(lastContactAt)),
                count: changesOf(sync),
              })}
        </p>
        <Link href="/sync/conflicts" className="act-link small end">
          {t('conflict.decidedOnes')}
        </Link>
      </section>
    );
  }
  return (
    <section className="panel" aria-labelledby="sync-conflicts">
      <header>
        <StateGlyph state="attention" />
        <h2 id="sync-conflicts">{t('conflict.title', { count: sync.conflicts })}</h2>
        <Link href="/sync/conflicts" className="act-link small end">
          {t('conflict.all', { count: sync.conflicts })}
        </Link>
      </header>
      {decisions.refusal !== null && <RefusalNote refusal={decisions.refusal} />}
      <ConflictCard
        key={first.id}
        conflict={first}
        isBusy={decisions.isBusy}
        onTake={(take, slotId) => {
          // The card of two headsets says what happens to both.
          if (first.kind === 'enrolment') void decisions.decide(first, take, { slotId });
          else if (lossOf(first, take) === null) void decisions.decide(first, take);
          else setPending({ conflict: first, take });
        }}
      />
      <LossDialog
        pending={pending}
        onConfirm={({ conflict, take }) => void decisions.decide(conflict, take)}
        onClose={() => setPending(null)}
      />
    </section>
  );
}
