import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { SidesCompare, type ComparedSide } from '../../ui/parts/sides-compare.tsx';
import { useAuthorLabels } from '../../model/labels/author-labels.ts';
import { EnrolmentCard } from './enrolment-card.tsx';
import { effectiveSide, type Side } from '../status/conflict-subject.ts';
import { useConflictLabels } from '../status/conflict-labels.ts';
import { useWhen } from '../status/status-labels.ts';
import { SideButtons, type SideRefs } from './side-buttons.tsx';
import { useLocalChange } from './use-local-change.ts';

type Props = {
  conflict: SyncConflict;
  isBusy: boolean;
  onTake: (take: Side, slotId?: string) => void;
  onOther?: (() => void) | undefined;
  /** Lets keyboard shortcuts focus the button of a side. */
  refs?: SideRefs | undefined;
};

/** One conflict: its value, both sides, the former value, and the possible decisions. */
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
  const labels = useConflictLabels();
  const sides = useSides(conflict);
  const base = labels.value(conflict, 'base');
  const effective = effectiveSide(conflict);
  const headset = conflict.label ?? t('common:unnamed');
  return (
    <div className="in stack roomy">
      <div className="breaks">
        <h3 className="lead">{t('sync:conflict.heading', { headset, name: labels.name(conflict) })}</h3>
        <p className="dim">
          {conflict.kind === 'enrolment'
            ? t('sync:conflict.enrolment')
            : conflict.resolvedAt !== null
              ? t(`sync:conflict.decided.${effective ?? 'value'}`)
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
      <RawValues conflict={conflict} />
      <div className="row wrap">
        <SideButtons conflict={conflict} isBusy={isBusy} onTake={onTake} refs={refs} />
        {onOther !== undefined && (
          <Button variant="subtle" loading={isBusy} onClick={onOther}>
            {t('sync:take.other')}
          </Button>
        )}
        <span className="end faint small">
          {t(
            conflict.isFinal
              ? 'sync:take.final'
              : conflict.kind === 'enrolment'
                ? 'sync:take.untilSent'
                : 'sync:take.undo',
          )}
        </span>
      </div>
    </div>
  );
}

function useSides(conflict: SyncConflict): [ComparedSide, ComparedSide] {
  const { t } = useTranslation('sync');
  const labels = useConflictLabels();
  const author = useAuthorLabels();
  const when = useWhen();
  const change = useLocalChange(conflict);
  const effective = effectiveSide(conflict);
  const of = (side: Side, notes: readonly string[]): ComparedSide => {
    const state = effective === null ? null : effective === side ? 'inForce' : 'aside';
    return {
      name: t(`side.${side}`),
      ...labels.value(conflict, side),
      notes,
      state,
      stateLabel: state === null ? '' : t(`sideState.${state}`),
    };
  };
  const here =
    change === null
      ? []
      : [t('conflict.by', { who: author(change.author), when: when(Date.parse(change.at)) })];
  const there = [t('conflict.seen', { when: when(Date.parse(conflict.createdAt)) })];
  return [of('here', here), of('there', there)];
}

function RawValues({ conflict }: { conflict: SyncConflict }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const { path, base, here, there } = conflict;
  return (
    <details className="conflict-exactly">
      <summary className="small faint start">{t('conflict.exactly')}</summary>
      <pre className="raw mono small" tabIndex={0} aria-label={t('conflict.exactly')}>
        {JSON.stringify({ path: path.join(' / '), here, there, base }, null, 2)}
      </pre>
    </details>
  );
}
