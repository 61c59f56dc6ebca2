import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { Sync } from '../../../shared/contract/sync/sync.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { ConflictCard } from './conflict-card.tsx';
import { lossOf } from './conflict-place.ts';
import { LossDialog, type Asked } from './loss-dialog.tsx';
import { changesOf } from '../overview/standing.ts';
import { useWhen } from '../overview/standing-words.ts';
import { useConflicts } from './use-conflicts.ts';
import { useDecisions } from './use-decisions.ts';

/** The newest conflict, to be decided at once; the others have a screen of their own. */
export function ConflictsTeaser({ sync }: { sync: Sync }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const when = useWhen();
  const reading = useConflicts('open');
  const decisions = useDecisions(() => void reading.reload());
  const [asked, setAsked] = useState<Asked | null>(null);
  const [first] = reading.reply?.items ?? [];
  if (sync.conflicts === 0 || first === undefined) {
    const { lastContactAt } = sync;
    return (
      <section className="panel sync-calm">
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
        onTake={(take) => {
          if (lossOf(first, take) === null) void decisions.decide(first, take);
          else setAsked({ conflict: first, take });
        }}
      />
      <LossDialog
        asked={asked}
        onConfirm={({ conflict, take }) => void decisions.decide(conflict, take)}
        onClose={() => setAsked(null)}
      />
    </section>
  );
}
