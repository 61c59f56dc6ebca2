import { useTranslation } from 'react-i18next';

import type { ClassResult, ClassRun } from '../../../shared/contract/classroom/class-run.ts';
import { isRefusal, reachedBy } from '../state/class-board.ts';
import { useFormat } from '../../copy/format.ts';
import { useMay } from '../../service/session.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { tryAgain } from '../state/class-store.ts';
import { useActionLabels, useNames } from '../state/class-labels.ts';
import { DismissButton } from '../state/dismiss-button.tsx';

/** Maximum number of names in a sentence. */
const MAX_NAMES = 6;

/**
 * The result of the last action: which headsets it reached and when, which get it when they return, and which it
 * missed, with a retry.
 */
export function RunNote(props: { run: ClassRun; children: React.ReactNode }): React.JSX.Element {
  const { run, children } = props;
  const { t } = useTranslation('class');
  const may = useMay('teacher');
  // Pending results end on their own; checking every minute is enough.
  const minute = useFleet(({ nowMs }) => Math.floor(nowMs / 60_000));
  const { waiting, missed, underWay } = reachedBy(run, minute * 60_000);
  const isShort = waiting.length + missed.length > 0;
  const state = isShort ? 'attention' : underWay > 0 ? 'applying' : 'ready';
  return (
    <div className={`note class-line row run-note ${isShort ? 'warn' : ''}`}>
      <StateGlyph state={state} />
      <div className="grow">
        <Sentences run={run} nowMs={minute * 60_000} />
        {!may && <p className="dim">{t('viewerNote')}</p>}
      </div>
      {may && missed.length > 0 && (
        <button type="button" className="big-btn" onClick={() => void tryAgain(run.id)}>
          {t('run.again')}
        </button>
      )}
      {children}
      <DismissButton runId={run.id} />
    </div>
  );
}

function Sentences({ run, nowMs }: { run: ClassRun; nowMs: number }): React.JSX.Element {
  const { t } = useTranslation(['class', 'common']);
  const format = useFormat();
  const labels = useActionLabels();
  const names = useNames();
  const { total, reached, reachedAt, underWay, waiting, missed } = reachedBy(run, nowMs);
  const namesOf = (results: readonly ClassResult[]): string =>
    names(
      results.map(({ id }) => useFleet.getState().byId[id]?.label ?? t('common:unnamed')),
      MAX_NAMES,
    );
  const clock = (at: string): string => format.clock(Date.parse(at));
  const until = waiting[0]?.waitsUntil ?? null;
  // A headset that answered was reached, even if it refused.
  const refused = missed.filter(isRefusal);
  const unreached = missed.filter((result) => !isRefusal(result));
  const sentences = [
    reachedAt === null
      ? t('class:run.reached', { count: reached, total })
      : t('class:run.reachedAt', { count: reached, total, when: clock(reachedAt) }),
    ...(underWay > 0 ? [t('class:run.underWay', { count: underWay })] : []),
    ...(until !== null
      ? [t('class:run.waiting', { count: waiting.length, names: namesOf(waiting), when: clock(until) })]
      : []),
    ...(refused.length > 0
      ? [t('class:run.refused', { count: refused.length, names: namesOf(refused) })]
      : []),
    ...(unreached.length > 0
      ? [t('class:run.missed', { count: unreached.length, names: namesOf(unreached) })]
      : []),
  ];
  return (
    <p role="status">
      <b>{labels(run.action)}</b> {sentences.join(' ')}
    </p>
  );
}
