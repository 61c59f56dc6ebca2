import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useShallow } from 'zustand/react/shallow';

import type { PlanResult, PlanRun } from '../../../shared/contract/configuration/plans/plans.ts';
import { isOnline, lastSeenAtMs } from '../../../shared/domain/devices/headset-state.ts';
import { useFormat } from '../../copy/format.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import type { RunActions } from './run-actions.ts';

/** States of headsets that get something and have no result yet. */
export const OPEN = ['queued', 'waiting', 'sent', 'applying'] as const;

type NoteProps = { run: PlanRun; results: readonly PlanResult[]; actions: RunActions };

/** Maximum number of names in a sentence. */
export const MAX_NAMED = 3;

/** Returns headsets of the current wave that went offline and hold up the others. */
export function useStalling(run: PlanRun, results: readonly PlanResult[]): readonly PlanResult[] {
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
export function WaitingNote({ run, results, actions }: NoteProps): React.JSX.Element | null {
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

/** What happened and what to do next, if somebody has to. */
export function RunNote({ run, results, actions }: NoteProps): React.JSX.Element | null {
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
        <SmallButton loading={actions.isBusy} onClick={() => actions.retry()}>
          {t('run.tryThese', { count: failed.length })}
        </SmallButton>
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
