import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useShallow } from 'zustand/react/shallow';

import { revertChange } from '../../../shared/contract/configuration/history.ts';
import {
  continuePlan,
  continuePlanWithout,
  retryPlan,
  stopPlan,
} from '../../../shared/contract/configuration/plans.ts';
import type { Plan, PlanResult, PlanRun } from '../../../shared/contract/configuration/plans.ts';
import { lastSeenAtMs, isOnline } from '../../../shared/domain/devices/headset-state.ts';
import { useFormat } from '../../copy/format.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { RollCall } from '../../ui/headset/roll-call.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { PageHead } from '../pages/page-head.tsx';
import { PlanMatrix } from './plan-matrix.tsx';
import { usePlanTitle } from './plan-title.ts';
import type { LivePlan } from './plan-store.ts';
import { ResultList } from './result-list.tsx';
import { GLYPH_OF_RESULT, useResultLabels } from './result-labels.ts';
import { WaveRail, type Wave } from './wave-rail.tsx';
import { pageOfMadePlan } from '../../model/fleet/made-plan.ts';

/** States of headsets that get, or got, something. */
const OPEN = ['queued', 'waiting', 'sent', 'applying'] as const;
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
  const getting = results.filter(({ state }) => state !== 'same' && state !== 'refused');
  return (
    <div className="configure">
      <PageHead
        crumbs={[
          [t('title'), '/configure'],
          [t('run.crumb'), null],
        ]}
        title={<RunTitle run={run} results={results} />}
        sub={t('run.sub', { title, when: format.clock(Date.parse(run.startedAt)) })}
      >
        <Strip results={getting} />
        <Actions plan={plan} run={run} actions={actions} />
      </PageHead>
      <div className="configure-body plan">
        <div className="stack plan-main">
          <WaitingNote run={run} results={results} actions={actions} />
          <RunNote plan={plan} run={run} results={results} actions={actions} />
          {actions.refusal !== null && <RefusalNote refusal={actions.refusal} />}
          <div className="seg run-tabs" role="group" aria-label={t('run.show')}>
            {(['results', 'changes'] as const).map((each) => (
              <button key={each} type="button" aria-pressed={tab === each} onClick={() => setTab(each)}>
                {t(`run.${each}`)}
              </button>
            ))}
          </div>
          {tab === 'results' ? <ResultList results={results} /> : <PlanMatrix plan={plan} />}
        </div>
        <div className="stack plan-side">
          <section className="panel">
            <header>
              <h2>{t('run.waves')}</h2>
            </header>
            <WaveRail waves={useWaves(run, results)} />
          </section>
          <p className="small faint">{t('run.proof')}</p>
        </div>
      </div>
    </div>
  );
}

function RunTitle({ run, results }: { run: PlanRun; results: readonly PlanResult[] }): React.JSX.Element {
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
  return <>{t('run.title', { confirmed: counts.confirmed, total })}</>;
}

/** Maximum number of names in a sentence. */
const MAX_NAMED = 3;

/** Returns headsets of the current wave that went offline and hold up the others. */
function useStalling(run: PlanRun, results: readonly PlanResult[]): readonly PlanResult[] {
  const open = results.filter(
    ({ state, wave }) => wave === run.wave && (state === 'sent' || state === 'applying'),
  );
  const away = useFleet(
    useShallow(({ byId, nowMs }) =>
      open.flatMap(({ id }) => {
        const headset = byId[id];
        return headset !== undefined && !isOnline(headset, nowMs) ? [id] : [];
      }),
    ),
  );
  if (run.state !== 'running' || run.counts.queued === 0) return [];
  return open.filter(({ id }) => away.includes(id));
}

/** Which headset is offline, since when, what it holds up; and how to continue without it. */
function WaitingNote({ run, results, actions }: Omit<NoteProps, 'plan'>): React.JSX.Element | null {
  const { t } = useTranslation('configure');
  const format = useFormat();
  const stalling = useStalling(run, results);
  const [first] = stalling;
  if (first === undefined) return null;
  const names = format.list(stalling.slice(0, MAX_NAMED).map(({ label }) => label ?? '–'));
  const headset = useFleet.getState().byId[first.id];
  const received = headset === undefined ? null : lastSeenAtMs(headset);
  const when = received === null ? '–' : format.clock(received);
  const ids = stalling.map(({ id }) => id);
  const instead = standInsFor(stalling, run, results);
  return (
    <div className="note warn" role="status">
      <StateGlyph state="offline" />
      <div className="grow">
        <b>{t('run.offlineSince', { count: stalling.length, names, when })}</b>{' '}
        {t('run.othersWait', { count: run.counts.queued })} {t('run.getsLater', { count: stalling.length })}
      </div>
      {instead.length > 0 && (
        <Button
          variant="default"
          loading={actions.isBusy}
          onClick={() =>
            actions.continueWithout(
              ids,
              instead.map(({ id }) => id),
            )
          }
        >
          {t('run.instead', { names: format.list(instead.map(({ label }) => label ?? '–')) })}
        </Button>
      )}
      <Button loading={actions.isBusy} onClick={() => actions.continueWithout(ids, [])}>
        {stalling.length === 1
          ? t('run.withoutOne', { name: first.label ?? '–' })
          : t('run.withoutSome', { count: stalling.length })}
      </Button>
    </div>
  );
}

/**
 * Returns connected headsets of later waves that can replace the offline headsets of a wave, one of the same model for
 * each; empty if there are not enough.
 */
function standInsFor(
  stalling: readonly PlanResult[],
  run: PlanRun,
  results: readonly PlanResult[],
): readonly PlanResult[] {
  if (stalling.length > MAX_NAMED) return [];
  const { byId } = useFleet.getState();
  const chosen: PlanResult[] = [];
  for (const { id } of stalling) {
    const model = byId[id]?.model ?? null;
    const next = results.find(
      (each) =>
        each.state === 'queued' &&
        (each.wave ?? 0) > run.wave &&
        byId[each.id]?.isLinked === true &&
        byId[each.id]?.model === model &&
        !chosen.includes(each),
    );
    if (next === undefined) return [];
    chosen.push(next);
  }
  return chosen;
}

/** Returns the number of headsets to which the rollout sends a change. */
function totalOf({ counts }: PlanRun): number {
  return [...OPEN, ...LOST, 'confirmed' as const].reduce((sum, state) => sum + counts[state], 0);
}

type NoteProps = { plan: Plan; run: PlanRun; results: readonly PlanResult[]; actions: RunActions };

/** What happened and what to do next, if somebody has to. */
function RunNote({ run, results, actions }: NoteProps): React.JSX.Element | null {
  const { t } = useTranslation('configure');
  const format = useFormat();
  const failed = results.filter(({ state }) => state === 'failed');
  const names = format.list(failed.slice(0, 5).map(({ label }) => label ?? '–'));
  const open = OPEN.reduce((sum, state) => sum + run.counts[state], 0);
  if (run.state === 'paused') {
    return (
      <div className="note warn" role="status">
        <StateGlyph state="queued" />
        <div>{t('run.pausedText', { count: run.counts.queued, wave: run.wave })}</div>
        <Button size="compact-sm" loading={actions.isBusy} onClick={() => actions.resume()}>
          {t('run.resume')}
        </Button>
      </div>
    );
  }
  if (run.state === 'stopped') {
    return (
      <div className="note bad" role="alert">
        <StateGlyph state="failed" />
        <div>
          <b>{t('run.stoppedText', { count: run.counts.skipped + run.counts.queued })}</b>{' '}
          {failed.length > 0 && t('run.checkNames', { names })}
        </div>
      </div>
    );
  }
  if (failed.length > 0) {
    return (
      <div className="note bad" role="status">
        <StateGlyph state="failed" />
        <div>{t('run.failedText', { count: failed.length, names })}</div>
        <Button size="compact-sm" variant="default" loading={actions.isBusy} onClick={() => actions.retry()}>
          {t('run.tryThese', { count: failed.length })}
        </Button>
      </div>
    );
  }
  if (open > 0) return null;
  return (
    <div className="note ok" role="status">
      <StateGlyph state="ready" />
      <div className="grow">{t('run.doneText', { count: run.counts.confirmed })}</div>
      <ToSheet results={results} />
    </div>
  );
}

/** Link to the acceptance sheet of the cart once everything is confirmed. */
function ToSheet({ results }: { results: readonly PlanResult[] }): React.JSX.Element | null {
  const { t } = useTranslation('configure');
  const carts = useFleet(
    useShallow(({ byId }) => [...new Set(results.flatMap(({ id }) => byId[id]?.cart?.id ?? []))]),
  );
  const [cartId, ...others] = carts;
  if (cartId === undefined || others.length > 0) return null;
  return (
    <Button component={Link} href={`/enrol/acceptance?cart=${encodeURIComponent(cartId)}`}>
      {t('run.toSheet')}
    </Button>
  );
}

type ActionProps = { plan: Plan; run: PlanRun; actions: RunActions };

function Actions({ plan, run, actions }: ActionProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const lost = LOST.reduce((sum, state) => sum + run.counts[state], 0);
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
      {plan.changeId !== null && (
        <Button variant="subtle" loading={actions.isBusy} onClick={() => actions.undo()}>
          {t('run.undo')}
        </Button>
      )}
    </>
  );
}

type RunActions = {
  readonly isBusy: boolean;
  readonly refusal: Refusal | null;
  readonly stop: () => void;
  readonly resume: () => void;
  readonly continueWithout: (devicesId: string[], instead: string[]) => void;
  readonly retry: () => void;
  readonly undo: () => void;
};

function useActions(live: LivePlan, plan: Plan): RunActions {
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const params = { planId: plan.id };

  const act = async (send: () => Promise<Refusal | null>): Promise<void> => {
    setBusy(true);
    setRefusal(await send());
    setBusy(false);
    live.readAgain();
  };
  const refusalOf = (outcome: Refusal | object): Refusal | null => ('refused' in outcome ? outcome : null);
  const undo = async (): Promise<Refusal | null> => {
    if (plan.changeId === null) return null;
    const outcome = await call(revertChange, {
      params: { changeId: plan.changeId },
      body: { apply: false, moved: 'skip' },
    });
    if (isRefused(outcome)) return outcome;
    navigate(pageOfMadePlan(outcome.reply));
    return null;
  };
  return {
    isBusy,
    refusal,
    stop: () => void act(async () => refusalOf(await call(stopPlan, { params }))),
    resume: () => void act(async () => refusalOf(await call(continuePlan, { params }))),
    continueWithout: (devicesId, instead) =>
      void act(async () =>
        refusalOf(await call(continuePlanWithout, { params, body: { devicesId, instead } })),
      ),
    retry: () => void act(async () => refusalOf(await call(retryPlan, { params, body: {} }))),
    undo: () => void act(undo),
  };
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
      ...(wave.state === 'done' ? [format.duration(tookMs(wave.number))] : []),
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
