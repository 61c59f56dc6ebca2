import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { MAX_IN_CLASS } from '../../../shared/contract/classroom/class.ts';
import type { ClassRun } from '../../../shared/contract/classroom/class-run.ts';
import { useMay } from '../../service/session.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { isOnline } from '../../../shared/domain/devices/headset-state.ts';
import { AllowViews, useViews } from '../../devices/index.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useHeadsetLabels } from '../../model/fleet/headset-labels.ts';
import { CutOffBanner, useIsCutOff } from '../../model/notes/cut-off-banner.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useClassRuns } from '../state/class-store.ts';
import { problemOf, stageText, useActionLabels, useTileLabels } from '../state/class-labels.ts';
import { DismissButton } from '../state/dismiss-button.tsx';
import { RunNote } from '../lessons/run-note.tsx';

type Props = {
  members: readonly string[];
  chosen: ReadonlySet<string>;
  /** The action that the board shows. */
  run: ClassRun | null;
  /** True for an action after the selection. */
  isNewer: boolean;
  /** True if a press opens a view instead of selecting. */
  isViews: boolean;
  onClear: () => void;
};

/**
 * The line between head and tiles, always present so that tiles do not move: the result of the action, else the
 * selected headset, else what can be done.
 */
export function StatusLine({ members, chosen, run, isNewer, isViews, onClear }: Props): React.JSX.Element {
  const { t } = useTranslation('class');
  const mayControl = useMay('teacher');
  const refusal = useClassRuns((state) => state.refusal);
  const isCutOff = useIsCutOff();
  const isNothingSeen = useAreViewsOff(members);
  const [only] = chosen;
  const clear = chosen.size > 0 && (
    <button type="button" className="big-btn" onClick={onClear}>
      <IconX aria-hidden="true" />
      {t('chosen', { count: chosen.size })}
    </button>
  );
  // While disconnected there are no results, so the line is free.
  if (isCutOff) {
    return (
      <CutOffBanner className="class-line row">
        {refusal !== null && <b role="alert">{t('notSent')}</b>}
        {clear}
      </CutOffBanner>
    );
  }
  if (refusal !== null) {
    return (
      <div className="class-line row refused">
        <RefusalNote refusal={refusal} />
        {clear}
        <DismissButton runId={null} />
      </div>
    );
  }
  if (run !== null && isNewer) return <RunNote run={run}>{clear}</RunNote>;
  if (chosen.size === 1 && only !== undefined) {
    return (
      <PupilNote id={only} run={run}>
        {clear}
      </PupilNote>
    );
  }
  const isTooMany = (chosen.size === 0 ? members.length : chosen.size) > MAX_IN_CLASS;
  return (
    <div className="note class-line row hint">
      <p className="grow">
        {!mayControl
          ? t('viewerNote')
          : isTooMany
            ? t('hint.tooMany', { count: MAX_IN_CLASS })
            : chosen.size > 0
              ? t('hint.some', { count: chosen.size })
              : t(!isViews ? 'hint.all' : isNothingSeen ? 'hint.viewsOff' : 'hint.views')}
      </p>
      {isViews && isNothingSeen && <AllowViews ids={members} />}
      {clear}
    </div>
  );
}

/** Returns true if views are off for headsets of the class, and no other one can be seen. */
function useAreViewsOff(members: readonly string[]): boolean {
  return useViews(({ byId }) => {
    const states = members.map((id) => byId[id]?.state);
    return states.includes('notAllowed') && !states.includes('showing') && !states.includes('asked');
  });
}

type PupilProps = { id: string; run: ClassRun | null; children: React.ReactNode };

/** State of one headset, the result of the action on it, and who can do something about it. */
function PupilNote({ id, run, children }: PupilProps): React.JSX.Element {
  const { t } = useTranslation('class');
  const isTechnician = useMay('technician');
  const labels = useHeadsetLabels(id);
  const received = useResultText(id, run);
  const problem = labels === null ? null : problemOf(labels.state);
  const nowMs = useFleet((fleet) => Math.floor(fleet.nowMs / 1_000) * 1_000);
  const isAway = labels !== null && !isOnline(labels.headset, nowMs);
  const advice = isAway
    ? t('pupil.away')
    : problem === 'lowBattery'
      ? t('pupil.charge')
      : problem !== null && !isTechnician
        ? t('pupil.technician')
        : null;
  return (
    <div className={`note class-line row ${problem === 'failed' ? 'bad' : problem === null ? '' : 'warn'}`}>
      {labels !== null && <StateGlyph state={isAway ? 'offline' : labels.state.state} />}
      <p role="status" className="grow">
        <b>{labels?.name}</b> {labels?.text}
        {advice !== null && `. ${advice}`}
        {received !== null && <span className="dim"> · {received}</span>}
      </p>
      {children}
    </div>
  );
}

/** Returns the action that the board shows and its result on one headset; null if it was not for this one. */
function useResultText(id: string, run: ClassRun | null): string | null {
  const labels = useTileLabels();
  const actionText = useActionLabels();
  const result = run?.results.find((each) => each.id === id);
  if (run === null || result === undefined) return null;
  const isStart = run.action.do === 'start';
  const { nowMs } = useFleet.getState();
  return `${actionText(run.action)} ${stageText(result, { labels, isStart, nowMs }) ?? ''}`;
}
