import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Plan, PlanResult, PlanRun } from '../../../shared/contract/configuration/plans/plans.ts';
import { useFormat } from '../../copy/format.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { RollCall } from '../../ui/headset/roll-call.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Segments } from '../../ui/controls/segments.tsx';
import { PlanMatrix } from './plan-matrix.tsx';
import type { LivePlan } from './plan-store.ts';
import { usePlanTitle } from './plan-title.ts';
import { GLYPH_OF_RESULT, useResultLabels } from './result-labels.ts';
import { ResultList } from './result-list.tsx';
import { type RunActions, useActions } from './run-actions.ts';
import { MAX_NAMED, OPEN, RunNote, useStalling, WaitingNote } from './run-notes.tsx';
import { WaveRail, type Wave } from './wave-rail.tsx';

/** States of headsets that failed or got nothing. */
const LOST = ['failed', 'expired', 'skipped'] as const;

type Props = { live: LivePlan; plan: Plan; run: PlanRun };

/** A rollout in progress: waves, the result on every headset, and what to do about failures. */
export function RunView({ live, plan, run }: Props): React.JSX.Element {
  const { t } = useTranslation('configure');
  const format = useFormat();
  const [tab, setTab] = useState<'results' | 'changes'>('results');
  const actions = useActions(live, plan);
  const title = usePlanTitle()(plan);
  const results = useMemo(() => [...live.results.values()], [live.results]);
  const waves = useWaves(run, results);
  const getting = results.filter(({ state }) => state !== 'same' && state !== 'refused');
  return (
    <div className="page configure fill">
      <PageHead
        crumbs={[
          [t('title'), '/configure'],
          [t('run.crumb'), null],
        ]}
        title={<RunTitle plan={plan} run={run} results={results} />}
        sub={t('run.sub', { title, when: format.clock(Date.parse(run.startedAt)) })}
      >
        <Strip results={getting} />
        <Actions plan={plan} run={run} results={results} actions={actions} />
      </PageHead>
      <div className="page-body">
        <div className="page-split plan">
          <div className="stack wide">
            <WaitingNote run={run} results={results} actions={actions} />
            <RunNote run={run} results={results} actions={actions} />
            {actions.refusal !== null && <RefusalNote refusal={actions.refusal} />}
            <Segments
              className="start"
              label={t('run.show')}
              value={tab}
              options={(['results', 'changes'] as const).map((each) => [each, t(`run.${each}`)])}
              onChange={setTab}
            />
            {tab === 'results' ? <ResultList results={results} /> : <PlanMatrix plan={plan} />}
          </div>
          <div className="stack wide wordy">
            {waves.length > 0 && (
              <Panel title={t('run.waves')}>
                <WaveRail waves={waves} />
              </Panel>
            )}
            <p className="small faint">{t('run.proof')}</p>
          </div>
        </div>
      </div>
    </div>
  );
}

type TitleProps = { plan: Plan; run: PlanRun; results: readonly PlanResult[] };

function RunTitle({ plan, run, results }: TitleProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const format = useFormat();
  const { counts } = run;
  const stalling = useStalling(run, results);
  if (stalling.length > 0) {
    const names = format.list(stalling.slice(0, MAX_NAMED).map(({ label }) => label ?? '–'));
    return <>{t('run.waitingFor', { wave: run.wave, names, count: stalling.length })}</>;
  }
  const total = totalOf(run);
  if (run.state === 'stopped' && run.stoppedBy === 'failures') {
    return <>{t('run.stopped', { wave: run.wave, count: counts.failed })}</>;
  }
  const isUndo = plan.source.kind === 'revert';
  return <>{t(isUndo ? 'run.undoTitle' : 'run.title', { confirmed: counts.confirmed, total })}</>;
}

/** Returns the number of headsets to which the rollout sends a change. */
function totalOf({ counts }: PlanRun): number {
  return [...OPEN, ...LOST, 'confirmed' as const].reduce((sum, state) => sum + counts[state], 0);
}

/** Reasons that a retry cannot change. */
const ENDED: ReadonlySet<string> = new Set(['REPLACED_BY', 'UNDONE', 'DEVICE_GONE']);

type ActionProps = { plan: Plan; run: PlanRun; results: readonly PlanResult[]; actions: RunActions };

function Actions({ plan, run, results, actions }: ActionProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const lost = results.filter(
    ({ state, reason }) => LOST.some((each) => each === state) && !ENDED.has(reason?.code ?? ''),
  ).length;
  return (
    <>
      {run.state === 'running' && (
        <Button variant="default" loading={actions.isBusy} onClick={() => actions.stop()}>
          {t('run.stop')}
        </Button>
      )}
      {run.state === 'stopped' && (
        <Button variant="default" loading={actions.isBusy} onClick={() => actions.resume()}>
          {t('run.resume')}
        </Button>
      )}
      {lost > 0 && run.state !== 'running' && (
        <Button loading={actions.isBusy} onClick={() => actions.retry()}>
          {t('run.tryAgain', { count: lost })}
        </Button>
      )}
      {plan.undoneBy !== null && <span className="small dim">{t('run.undone')}</span>}
      {plan.changeId !== null && plan.undoneBy === null && (
        <Button variant="subtle" loading={actions.isBusy} onClick={() => actions.undo()}>
          {t('run.undo')}
        </Button>
      )}
    </>
  );
}

/** Maximum number of bars in a strip. */
const MAX_BARS = 60;

function Strip({ results }: { results: readonly PlanResult[] }): React.JSX.Element | null {
  const { t } = useTranslation('configure');
  const bars = useBars(results);
  if (results.length > MAX_BARS) return null;
  const confirmed = results.filter(({ state }) => state === 'confirmed').length;
  return <RollCall size="thin" bars={bars} label={t('wave.strip', { confirmed, total: results.length })} />;
}

function useBars(results: readonly PlanResult[]): React.ComponentProps<typeof RollCall>['bars'] {
  const labels = useResultLabels();
  return useMemo(
    () =>
      results.map((result) => ({
        id: result.id,
        state: GLYPH_OF_RESULT[result.state],
        title: `${result.label ?? '–'}, ${labels.state(result.state)}`,
      })),
    [results, labels],
  );
}

function useWaves(run: PlanRun, results: readonly PlanResult[]): readonly Wave[] {
  const { t } = useTranslation('configure');
  const running = useMemo(
    () => results.filter(({ wave }) => wave === run.wave).slice(0, MAX_BARS),
    [results, run.wave],
  );
  const bars = useBars(running);
  const format = useFormat();
  const tookMs = useMemo(() => durationsOf(run, results), [run, results]);
  // All headsets of a wave may have been moved to an earlier one.
  const waves = run.waves.filter(({ size }) => size > 0);
  return waves.map((wave) => ({
    ...wave,
    text: [
      t(`wave.${wave.state}`),
      // A wave of headsets that had it already takes no time worth a word.
      ...(wave.state === 'done' && tookMs(wave.number) >= 1_000
        ? [format.duration(tookMs(wave.number))]
        : []),
    ].join(' · '),
    bars: wave.number === run.wave && wave.state === 'running' ? bars : [],
  }));
}

/**
 * Returns how long each wave took, in ms: from the end of the previous one to its last result. Measured, not
 * estimated.
 */
function durationsOf(run: PlanRun, results: readonly PlanResult[]): (wave: number) => number {
  const endOf = (number: number): number =>
    results
      .filter(({ wave }) => wave === number)
      .reduce((last, { changedAt }) => Math.max(last, Date.parse(changedAt)), 0);
  const startMs = Date.parse(run.startedAt);
  return (number) => Math.max(0, endOf(number) - Math.max(startMs, number === 1 ? 0 : endOf(number - 1)));
}
