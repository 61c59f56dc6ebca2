import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { SidesCompare, type ComparedSide } from '../../ui/parts/sides-compare.tsx';
import { useAuthorWords } from '../../model/words/author-words.ts';
import { EnrolmentCard } from './enrolment-card.tsx';
import { inForce, type Side } from './conflict-place.ts';
import { useConflictWords } from './conflict-words.ts';
import { useWhen } from '../overview/standing-words.ts';
import { TakeButtons, type TakeRefs } from './take-buttons.tsx';
import { useOwnChange } from './use-own-change.ts';

type Props = {
  conflict: SyncConflict;
  isBusy: boolean;
  onTake: (take: Side, slotId?: string) => void;
  onOther?: (() => void) | undefined;
  /** For the keys that choose a side. */
  refs?: TakeRefs | undefined;
};

/** One conflict: what it is about, both sides, what they had before, and what can be done. */
export function ConflictCard({ conflict, isBusy, onTake, onOther, refs }: Props): React.JSX.Element {
  const { enrolment } = conflict;
  if (enrolment !== null && conflict.resolvedAt === null && conflict.deviceId !== null)
    return (
      <EnrolmentCard
        key={conflict.id}
        conflict={conflict}
        enrolment={enrolment}
        isBusy={isBusy}
        onTake={onTake}
        refs={refs}
      />
    );
  return <ValueCard conflict={conflict} isBusy={isBusy} onTake={onTake} onOther={onOther} refs={refs} />;
}

function ValueCard({ conflict, isBusy, onTake, onOther, refs }: Props): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const words = useConflictWords();
  const sides = useSides(conflict);
  const base = words.value(conflict, 'base');
  const holds = inForce(conflict);
  const headset = conflict.label ?? t('common:unnamed');
  return (
    <div className="conflict-card">
      <div className="conflict-about">
        <h3>{t('sync:conflict.heading', { headset, name: words.name(conflict) })}</h3>
        <p className="dim">
          {conflict.kind === 'enrolment'
            ? t('sync:conflict.enrolment')
            : conflict.resolvedAt !== null
              ? t(`sync:conflict.decided.${holds ?? 'value'}`)
              : t(`sync:conflict.rule.${conflict.winner}`)}
        </p>
        {conflict.path[0] === 'description' && <p className="dim">{t('sync:conflict.onlyHere')}</p>}
      </div>
      <SidesCompare
        sides={sides}
        base={
          <>
            <IconHistory className="i s" aria-hidden="true" />
            <span>
              {t('sync:conflict.base')} <b>{base.value}</b>
            </span>
          </>
        }
      />
      <Exactly conflict={conflict} />
      <div className="conflict-foot">
        <TakeButtons conflict={conflict} isBusy={isBusy} onTake={onTake} refs={refs} />
        {onOther !== undefined && (
          <Button variant="subtle" disabled={isBusy} onClick={onOther}>
            {t('sync:take.other')}
          </Button>
        )}
        <span className="end faint small">
          {t(
            conflict.isFinal
              ? 'sync:take.final'
              : conflict.kind === 'enrolment'
                ? 'sync:take.untilTold'
                : 'sync:take.undo',
          )}
        </span>
      </div>
    </div>
  );
}

function useSides(conflict: SyncConflict): [ComparedSide, ComparedSide] {
  const { t } = useTranslation('sync');
  const words = useConflictWords();
  const author = useAuthorWords();
  const when = useWhen();
  const change = useOwnChange(conflict);
  const holds = inForce(conflict);
  const of = (side: Side, notes: readonly string[]): ComparedSide => {
    const standing = holds === null ? null : holds === side ? 'inForce' : 'aside';
    return {
      name: t(`side.${side}`),
      ...words.value(conflict, side),
      notes,
      standing,
      standingLabel: standing === null ? '' : t(`standing.${standing}`),
    };
  };
  const here =
    change === null
      ? []
      : [t('conflict.by', { who: author(change.author), when: when(Date.parse(change.at)) })];
  const there = [t('conflict.seen', { when: when(Date.parse(conflict.createdAt)) })];
  return [of('here', here), of('there', there)];
}

/** The values as they are written, for those who ask. */
function Exactly({ conflict }: { conflict: SyncConflict }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const { path, base, here, there } = conflict;
  return (
    <details className="conflict-exactly">
      <summary className="small faint">{t('conflict.exactly')}</summary>
      <pre className="mono small" tabIndex={0} aria-label={t('conflict.exactly')}>
        {JSON.stringify({ path: path.join(' / '), here, there, base }, null, 2)}
      </pre>
    </details>
  );
}
