import type { z } from 'zod';

import type { ErrorCode } from '../../../../shared/contract/errors.ts';
import type {
  applyPlan as applyPlanEndpoint,
  continuePlanWithout,
} from '../../../../shared/contract/configuration/plans/rollouts.ts';
import { isOpen, isPending, isRetriable, waveNumbers } from './waves.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { LargeChange } from '../../kernel/store/large-change.ts';
import { changingIn } from '../../devices/changes/index.ts';
import { APPLIED_MS } from '../preview/compute.ts';
import { isOnline, reachOfHeadset } from '../preview/reach.ts';
import { actOfPlan, type Runner } from './runner.ts';
import { sendTo } from './send.ts';
import type { PlanDeviceRow, PlanRow, RunRow } from '../plan-store/plan-store.ts';
import { hasMoved, type ViewParts } from './view.ts';

type ApplyOrder = z.output<typeof applyPlanEndpoint.body>;

/** Default time to wait for offline headsets, in ms. */
const WAIT_MS = 24 * 60 * 60 * 1_000;
/** Maximum number of headsets named in a refusal. */
const MAX_NAMED = 20;

/** The plan afterwards, or why nothing was done. */
export type Controlled<Code extends ErrorCode = never> = PlanRow | Failure<'NOT_FOUND' | 'CONFLICT' | Code>;

/** A plan with its headsets, as stored; nothing else writes meanwhile. */
type Work = {
  readonly plan: PlanRow;
  readonly devices: readonly PlanDeviceRow[];
  readonly large: LargeChange;
  readonly nowMs: number;
};

/** Actions of people on existing plans: each is one transaction, while nothing else changes the plan. */
export class Control {
  readonly #parts: ViewParts;
  readonly #runner: Runner;

  constructor(parts: ViewParts, runner: Runner) {
    this.#parts = parts;
    this.#runner = runner;
  }

  /** Returns the plan if it is in the caller's organisation. */
  find(planId: string, caller: Pick<Caller, 'enterpriseId'>): PlanRow | Failure<'NOT_FOUND'> {
    const plan = this.#parts.store.find(planId);
    return plan === undefined || plan.enterpriseId !== caller.enterpriseId
      ? new Failure('NOT_FOUND', 'Preview not found. Previews are kept for 24 hours.')
      : plan;
  }

  /** Applies a plan; its first wave is sent once this is on disk. */
  async apply(
    planId: string,
    caller: Caller,
    order: ApplyOrder,
  ): Promise<Controlled<'VALIDATION_FAILED' | 'INVALID_CONFIGURATION'>> {
    const applied = await this.#apply(planId, caller, order);
    if (!(applied instanceof Failure)) await this.#endUndone(applied, caller);
    return applied;
  }

  #apply(
    planId: string,
    caller: Caller,
    order: ApplyOrder,
  ): Promise<Controlled<'VALIDATION_FAILED' | 'INVALID_CONFIGURATION'>> {
    const { records, store } = this.#parts;
    return this.#work(planId, caller, function* apply({ plan, devices, large, nowMs }): Generator<
      void,
      Controlled<'VALIDATION_FAILED' | 'INVALID_CONFIGURATION'>
    > {
      if (plan.run !== null)
        return new Failure('CONFLICT', 'This plan was already applied. Create a new one.');
      const waitUntilMs = order.waitUntil === undefined ? nowMs + WAIT_MS : Date.parse(order.waitUntil);
      if (waitUntilMs <= nowMs) return deadlinePassed();
      const queued = devices.filter(({ state }) => state === 'queued');
      if (queued.length === 0 && devices.some(({ state }) => state === 'refused')) return noneSupported();
      const moved: string[] = [];
      const reachable: Reached[] = [];
      for (const row of queued) {
        const record = records.devices.find(row.deviceId);
        if (record === undefined || hasMoved(record, row)) moved.push(row.deviceId);
        else {
          const reach = reachOfHeadset(records, record);
          if (isOnline(reach))
            reachable.push({ place: row.place, isLinked: reach === 'linked', model: record.typeId });
        }
        yield;
      }
      if (moved.length > 0) return hasMovedSince(moved);
      const ordered = inOrder(reachable, order.order);
      const waves = new Map(
        waveNumbers(ordered.length, order.waves).map((wave, index) => [ordered[index]?.place, wave]),
      );
      for (const row of queued) {
        const wave = waves.get(row.place) ?? null;
        store.putResultIn(large, plan.key, { ...row, wave, ...awayState(wave, order, waitUntilMs) });
        yield;
      }
      const run: RunRow = {
        state: 'running',
        stoppedBy: null,
        wave: Math.min(1, reachable.length),
        lastWave: Math.max(0, ...waves.values()),
        stopAtFailedPercent: order.stopAtFailedPercent,
        pauseAfter: order.pauseAfter,
        waitUntilMs: order.ifOffline === 'wait' ? waitUntilMs : null,
        confirmWithinSec: order.confirmWithinSec,
        startedAtMs: nowMs,
        finishedAtMs: null,
      };
      const retainedUntilMs = nowMs + APPLIED_MS;
      for (const hash of new Set(queued.map(({ targetHash }) => targetHash))) {
        if (hash !== null) store.extendRetentionIn(large, hash, retainedUntilMs);
      }
      return { ...plan, run, retainedUntilMs };
    });
  }

  /** Ends the rollout that a plan undoes: nothing of it is sent any more. */
  async #endUndone(undoing: PlanRow, caller: Caller): Promise<void> {
    const { store } = this.#parts;
    const { kind, changeId } = undoing.source;
    const undone = kind === 'revert' && changeId !== null ? store.openOfChange(changeId) : undefined;
    if (undone === undefined) return;
    const ids = new Set(store.devices(undoing.key).map(({ deviceId }) => deviceId));
    await this.#work(undone.id, caller, function* end({ plan, devices, large, nowMs }): Generator<
      void,
      Controlled
    > {
      // Undoing it for some of its headsets leaves the others to it.
      const isWhole = devices.every(({ state, deviceId }) => state !== 'confirmed' || ids.has(deviceId));
      const message = 'The change was undone before the headset confirmed it';
      const reason = { code: 'UNDONE' as const, message, subject: null };
      for (const row of devices) {
        if (!isPending(row.state) || (!isWhole && !ids.has(row.deviceId))) continue;
        const ended = { state: 'skipped' as const, reason, untilMs: null, changedAtMs: nowMs };
        store.putResultIn(large, plan.key, { ...row, ...ended });
        yield;
      }
      return plan;
    });
  }

  /** Sends the rest of a paused plan. */
  resume(planId: string, caller: Caller): Promise<Controlled> {
    return this.#work(planId, caller, function* resumePlan({ plan }): Generator<void, Controlled> {
      yield;
      const { run } = plan;
      if (run === null || run.state === 'running' || run.state === 'done') {
        return new Failure('CONFLICT', 'This rollout is not stopped, so it cannot be resumed.');
      }
      const { stoppedBy, wave, lastWave } = run;
      const isNext = stoppedBy !== 'person' && wave < lastWave;
      // After too many failures in the last wave, resuming continues with its pending headsets.
      const isAll = stoppedBy === 'failures' && !isNext;
      const next: RunRow = {
        ...run,
        state: 'running',
        stoppedBy: null,
        wave: isNext ? wave + 1 : wave,
        stopAtFailedPercent: isAll ? 100 : run.stopAtFailedPercent,
      };
      return { ...plan, run: next };
    });
  }

  /**
   * Lets a wave finish without these, if they are offline: the change is sent to them again when they are back.
   * Headsets in `instead` get it now rather than in their later wave.
   */
  continueWithout(
    planId: string,
    caller: Caller,
    { devicesId, instead }: z.output<typeof continuePlanWithout.body>,
  ): Promise<Controlled> {
    const { records, store } = this.#parts;
    return this.#work(planId, caller, function* continueWithout({ plan, devices, large, nowMs }): Generator<
      void,
      Controlled
    > {
      const { run } = plan;
      const named = new Set(devicesId);
      const offline = devices.filter(({ state, deviceId }) => {
        if (!named.has(deviceId) || !isOpen(state)) return false;
        const record = records.devices.find(deviceId);
        // A closed connection counts at once: the person sees it, and decides.
        return record !== undefined && reachOfHeadset(records, record) !== 'linked';
      });
      if (run === null || offline.length === 0) {
        return new Failure('CONFLICT', 'This plan is not waiting for any of these headsets.');
      }
      const chosen = new Set(instead);
      const next = devices.filter(
        ({ deviceId, state, wave }) =>
          chosen.has(deviceId) && state === 'queued' && wave !== null && wave > run.wave,
      );
      if (next.length < chosen.size) {
        return new Failure('CONFLICT', 'A headset to use instead is not pending in a later wave.');
      }
      for (const row of next) {
        store.putResultIn(large, plan.key, { ...row, wave: run.wave, changedAtMs: nowMs });
        yield;
      }
      const untilMs = Math.max(run.waitUntilMs ?? 0, nowMs + WAIT_MS);
      for (const row of offline) {
        const waits = { state: 'waiting' as const, reason: null, untilMs, changedAtMs: nowMs };
        store.putResultIn(large, plan.key, { ...row, ...waits });
        yield;
      }
      return plan;
    });
  }

  /** Sends nothing more; pending headsets stop waiting. */
  stopPlan(planId: string, caller: Caller): Promise<Controlled> {
    const { store } = this.#parts;
    return this.#work(planId, caller, function* stopPlan({ plan, devices, large, nowMs }): Generator<
      void,
      Controlled
    > {
      const { run } = plan;
      if (run === null || run.state === 'done' || (run.state === 'stopped' && run.stoppedBy === 'person')) {
        return new Failure('CONFLICT', 'This plan is not running: there is nothing to stop.');
      }
      const message = 'The rollout was stopped before the headset reported';
      for (const row of devices) {
        if (row.state !== 'waiting') continue;
        const reason = { code: 'STOPPED' as const, message, subject: null };
        store.putResultIn(large, plan.key, {
          ...row,
          state: 'skipped',
          reason,
          untilMs: null,
          changedAtMs: nowMs,
        });
        yield;
      }
      return { ...plan, run: { ...run, state: 'stopped', stoppedBy: 'person' } };
    });
  }

  /** Sends it again to headsets that failed, were skipped or expired. */
  retry(planId: string, caller: Caller, devicesId: readonly string[] | undefined): Promise<Controlled> {
    const { records, store } = this.#parts;
    return this.#work(planId, caller, function* retry({ plan, devices, large, nowMs }): Generator<
      void,
      Controlled
    > {
      const { run } = plan;
      if (run === null) return new Failure('CONFLICT', 'This plan was not applied yet.');
      const named = devicesId === undefined ? undefined : new Set(devicesId);
      const again = devices.filter(
        ({ state, deviceId }) =>
          isRetriable(state) &&
          (named === undefined || named.has(deviceId)) &&
          // A record that ended gets nothing any more.
          records.devices.find(deviceId)?.isArchived === false,
      );
      if (again.length === 0) return new Failure('CONFLICT', 'No headset of this plan has failed.');
      const changing = changingIn(records, large, actOfPlan(plan));
      const untilMs = Math.max(run.waitUntilMs ?? 0, nowMs + WAIT_MS);
      for (const row of again) {
        const record = records.devices.find(row.deviceId);
        const isOffline = record !== undefined && !isOnline(reachOfHeadset(records, record));
        const next = isOffline
          ? { state: 'waiting' as const, reason: null, untilMs }
          : { ...sendTo(records, store, row, changing), untilMs: null };
        store.putResultIn(large, plan.key, { ...row, ...next, changedAtMs: nowMs });
        yield;
      }
      const changeId = plan.changeId ?? changing.changeId(plan.enterpriseId) ?? null;
      const state = run.state === 'done' ? 'running' : run.state;
      return { ...plan, changeId, run: { ...run, state, finishedAtMs: null } };
    });
  }

  #work<Code extends ErrorCode = never>(
    planId: string,
    caller: Caller,
    work: (work: Work) => Generator<void, Controlled<Code>>,
  ): Promise<Controlled<Code>> {
    const { records, store } = this.#parts;
    const found = this.find(planId, caller);
    if (found instanceof Failure) return Promise.resolve(found);
    const { writer, clock } = records.core;
    return this.#runner.exclusively(planId, () =>
      writer.runLarge(function* change(large): Generator<void, Controlled<Code>> {
        const plan = store.find(planId);
        if (plan === undefined) return new Failure('NOT_FOUND', 'There is no such plan.');
        const next = yield* work({ plan, devices: store.devices(plan.key), large, nowMs: clock.now() });
        if (!(next instanceof Failure)) store.putRunIn(large, next);
        return next;
      }),
    );
  }
}

/** A headset that can be notified now. */
type Reached = { readonly place: number; readonly isLinked: boolean; readonly model: string | null };

/** The order in which waves are filled: connected headsets first, because the first wave must answer. */
function inOrder(reachable: readonly Reached[], order: ApplyOrder['order']): readonly Reached[] {
  const linkedFirst = reachable.toSorted((a, b) => Number(b.isLinked) - Number(a.isLinked));
  if (order === 'asListed') return linkedFirst;
  const firsts = new Set(
    [...Map.groupBy(linkedFirst, ({ model }) => model).values()].map(([first]) => first),
  );
  return linkedFirst.toSorted((a, b) => Number(firsts.has(b)) - Number(firsts.has(a)));
}

function awayState(
  wave: number | null,
  { ifOffline }: ApplyOrder,
  untilMs: number,
): Pick<PlanDeviceRow, 'state' | 'reason' | 'untilMs'> {
  if (wave !== null) return { state: 'queued', reason: null, untilMs: null };
  if (ifOffline === 'wait') return { state: 'waiting', reason: null, untilMs };
  const message = 'It was offline when the plan was applied';
  return { state: 'skipped', reason: { code: 'OFFLINE', message, subject: null }, untilMs: null };
}

function deadlinePassed(): Failure<'VALIDATION_FAILED'> {
  const message = 'That time is in the past. Choose a later one.';
  return new Failure('VALIDATION_FAILED', `waitUntil: ${message}`, {
    details: [{ path: 'waitUntil', message }],
  });
}

function noneSupported(): Failure<'INVALID_CONFIGURATION'> {
  const message = 'The plan is not possible for any of its headsets. Nothing was sent.';
  return new Failure('INVALID_CONFIGURATION', message);
}

function hasMovedSince(ids: readonly string[]): Failure<'CONFLICT'> {
  const message = `${ids.length} of its headsets were changed since the plan was made. Nothing was sent: create the plan again.`;
  const details = ids
    .slice(0, MAX_NAMED)
    .map((path) => ({ path, message: 'Changed since the plan was made' }));
  return new Failure('CONFLICT', message, { details });
}
