import type { DeviceId } from '../../../../shared/contract/ids.ts';
import type { ResultReason } from '../../../../shared/contract/configuration/plans/plans.ts';
import { isOpen, isPending, judgeWave } from './waves.ts';
import { callAt } from '../../kernel/http/limits/deadline.ts';
import { forEachYielding } from '../../kernel/yielding.ts';
import type { LargeChange } from '../../kernel/store/large-change.ts';
import { changingIn } from '../../devices/changes/index.ts';
import type { Act } from '../../devices/history/index.ts';
import { APPLIED_MS } from '../preview/compute.ts';
import { isOnline, reachOfHeadset } from '../preview/reach.ts';
import { type Transition, type Member, Run } from './run.ts';
import { sendTo } from './send.ts';
import type { PlanDeviceRow, PlanRow, RunRow } from '../plan-store/plan-store.ts';
import { toSummary, type ViewParts } from './view.ts';

/** Delay before a retry if the disk refused, in ms. */
const RETRY_MS = 5_000;

const EXPIRED: ResultReason = {
  code: 'OFFLINE',
  message: 'It did not connect in time. Nothing was changed for it.',
  subject: null,
};

/** The result of one step of a rollout: new states, headsets to send to, and the state of the rollout. */
type Decision = {
  readonly transitions: readonly (readonly [Member, Transition])[];
  readonly send: readonly Member[];
  readonly run: RunRow;
};

/** A rollout with its scheduling state. */
type Driven = {
  readonly run: Run;
  /** Headsets that reported something; undefined: check all. */
  dirty: Set<string> | undefined;
  isAdvancing: boolean;
  /** Settles when nothing is left to do for now. */
  advancing: Promise<void>;
  cancel: () => void;
  stopFollowing: () => void;
};

/**
 * Drives applied plans: sends wave after wave, follows what headsets report, and stops if too many fail. All state is
 * on disk before it is published, so that a restart resumes where it was.
 */
export class Runner {
  readonly #parts: ViewParts;
  readonly #driven = new Map<string, Driven>();
  readonly #exclusive = new Map<string, Promise<unknown>>();
  #isStopped = false;

  constructor(parts: ViewParts) {
    this.#parts = parts;
  }

  /** Resumes what was in progress before the station stopped. */
  start(): void {
    const { store } = this.#parts;
    for (const plan of store.followed()) this.drive(plan, store.devices(plan.key));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const advances = [...this.#driven.values()].map((driven) => {
      this.#stopDriving(driven);
      return driven.advancing;
    });
    await Promise.allSettled(advances);
  }

  /** Returns the rollout of a plan that is in progress, or that headsets may still confirm. */
  find(planId: string): Run | undefined {
    return this.#driven.get(planId)?.run;
  }

  /** Takes over an applied plan, as it is on disk. */
  drive(plan: PlanRow, devices: readonly PlanDeviceRow[]): void {
    if (this.#isStopped) return;
    const run = new Run(this.#parts, plan, devices);
    const driven: Driven = {
      run,
      dirty: undefined,
      isAdvancing: false,
      advancing: Promise.resolve(),
      cancel: () => undefined,
      stopFollowing: this.#parts.records.deviceEvents.subscribe(plan.enterpriseId, ({ deviceId }) =>
        this.#onChange(driven, deviceId),
      ),
    };
    this.#driven.set(plan.id, driven);
    this.#publish(run, []);
    this.#advance(driven);
  }

  /**
   * Runs `work` on a plan while nothing else changes it, one after the other; `work` reads and writes the stored state.
   * Then resumes from there.
   */
  exclusively<Result>(planId: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#exclusive.get(planId) ?? Promise.resolve();
    const done = before
      .catch(() => undefined)
      .then(async () => {
        const driven = this.#driven.get(planId);
        if (driven !== undefined) this.#stopDriving(driven);
        await driven?.advancing;
        return work();
      })
      .finally(() => {
        if (this.#exclusive.get(planId) !== done) return;
        this.#exclusive.delete(planId);
        this.#resumeRun(planId);
      });
    this.#exclusive.set(planId, done);
    return done;
  }

  #resumeRun(planId: string): void {
    const { store } = this.#parts;
    const plan = store.find(planId);
    if (plan === undefined || plan.run === null || this.#driven.has(planId)) return;
    const devices = store.devices(plan.key);
    if (isFollowed(plan, devices)) this.drive(plan, devices);
    else this.#publish(new Run(this.#parts, plan, devices), []);
  }

  #stopDriving(driven: Driven): void {
    driven.cancel();
    driven.stopFollowing();
    this.#driven.delete(driven.run.plan.id);
  }

  #onChange(driven: Driven, deviceId: DeviceId): void {
    const member = driven.run.member(deviceId);
    if (member === undefined || !(isPending(member.state) || member.state === 'failed')) return;
    // Of those in later waves only the end of a record matters.
    if (member.state === 'queued' && !this.#isGone(member)) return;
    driven.dirty?.add(deviceId);
    this.#advance(driven);
  }

  #isGone({ deviceId }: Member): boolean {
    const record = this.#parts.records.devices.find(deviceId);
    return record === undefined || record.isArchived;
  }

  /** Runs what is due, slice by slice. */
  #advance(driven: Driven): void {
    if (driven.isAdvancing || this.#isStopped) return;
    driven.isAdvancing = true;
    driven.advancing = this.#advanceAll(driven)
      .catch((error: unknown) => this.#failed(driven, error))
      .finally(() => {
        driven.isAdvancing = false;
        const isMore = driven.dirty === undefined || driven.dirty.size > 0;
        if (isMore && this.#isDriven(driven)) this.#advance(driven);
      });
  }

  async #advanceAll(driven: Driven): Promise<void> {
    // Further reports in this turn are handled together.
    await new Promise((resolve) => setImmediate(resolve));
    for (let isMoving = true; isMoving && this.#isDriven(driven);) {
      const dirty = driven.dirty;
      driven.dirty = new Set();
      const decision = await this.#evaluate(driven.run, dirty);
      isMoving = await this.#carryOut(driven, decision, dirty);
    }
    this.#expectNext(driven);
  }

  #isDriven(driven: Driven): boolean {
    return !this.#isStopped && this.#driven.get(driven.run.plan.id) === driven;
  }

  #failed(driven: Driven, error: unknown): void {
    if (!this.#isDriven(driven)) return;
    const { log, clock } = this.#parts.records.core;
    log.error({ err: error, plan: driven.run.plan.id }, 'a rollout could not continue; it will be retried');
    driven.cancel();
    driven.cancel = callAt(clock.now() + RETRY_MS, clock, () => this.#checkAll(driven));
    // Not at once: a write to the disk has just failed.
    driven.dirty = new Set();
  }

  #checkAll(driven: Driven): void {
    driven.dirty = undefined;
    this.#advance(driven);
  }

  /** Determines what is due now, from the reports of these headsets. */
  async #evaluate(run: Run, dirty: ReadonlySet<string> | undefined): Promise<Decision> {
    const nowMs = this.#parts.records.core.clock.now();
    const transitions: [Member, Transition][] = [];
    const back: Member[] = [];
    const checked = run.members.filter(({ deviceId }) => dirty === undefined || dirty.has(deviceId));
    await forEachYielding(checked, (member) => {
      const now = run.judge(member, nowMs);
      if (now !== undefined) {
        transitions.push([member, now]);
        return;
      }
      if (member.state === 'waiting') {
        if (member.untilMs !== null && member.untilMs <= nowMs) {
          transitions.push([member, { state: 'expired', reason: EXPIRED }]);
        } else if (this.#isBack(run, member)) back.push(member);
      }
    });
    return this.#decide(run, transitions, back);
  }

  /** Offline headsets get it after the last wave, so that they do not become an unplanned trial. */
  #isBack({ plan }: Run, member: Member): boolean {
    const { records } = this.#parts;
    const { run } = plan;
    if (run === null || run.state !== 'running' || run.wave < run.lastWave) return false;
    const record = records.devices.find(member.deviceId);
    return record === undefined || isOnline(reachOfHeadset(records, record));
  }

  #decide(
    run: Run,
    transitions: readonly (readonly [Member, Transition])[],
    back: readonly Member[],
  ): Decision {
    const current = run.plan.run;
    if (current === null) throw new Error('A plan is driven that was not applied');
    const states = new Map(transitions.map(([{ place }, { state }]) => [place, state]));
    const stateOf = (member: Member) => states.get(member.place) ?? member.state;
    const inWave = run.members.filter(({ wave }) => wave === current.wave);
    const queued = inWave.filter((member) => stateOf(member) === 'queued');
    const left = run.members.filter((member) => isPending(stateOf(member)));
    if (current.state === 'done') return { transitions, send: [], run: current };
    if (left.length === 0) {
      const finishedAtMs = this.#parts.records.core.clock.now();
      return { transitions, send: [], run: { ...current, state: 'done', finishedAtMs } };
    }
    if (current.state !== 'running') return { transitions, send: [], run: current };
    // A wave that has just started.
    if (queued.length > 0) return { transitions, send: [...queued, ...back], run: current };
    const verdict = judgeWave(
      {
        size: inWave.length,
        failed: inWave.filter((member) => stateOf(member) === 'failed').length,
        open: inWave.filter((member) => isOpen(stateOf(member))).length,
      },
      current.stopAtFailedPercent,
    );
    const isLast = current.wave >= current.lastWave;
    const isMoreToSend = left.some((member) => !isOpen(stateOf(member)));
    if (verdict === 'stop' && isMoreToSend) {
      return { transitions, send: [], run: { ...current, state: 'stopped', stoppedBy: 'failures' } };
    }
    if (verdict === 'next' && !isLast) {
      if (current.pauseAfter.includes(current.wave)) {
        return { transitions, send: [], run: { ...current, state: 'paused', stoppedBy: 'wave' } };
      }
      const wave = current.wave + 1;
      const next = run.members.filter((member) => member.wave === wave && stateOf(member) === 'queued');
      return { transitions, send: next, run: { ...current, wave } };
    }
    return { transitions, send: back, run: current };
  }

  /** Stores what is due, then publishes it. Returns whether more is due at once. */
  async #carryOut(
    driven: Driven,
    decision: Decision,
    dirty: ReadonlySet<string> | undefined,
  ): Promise<boolean> {
    const { run } = driven;
    const { records, store } = this.#parts;
    const { core } = records;
    const { transitions, send } = decision;
    const isRunNew = decision.run !== run.plan.run;
    if (transitions.length === 0 && send.length === 0 && !isRunNew) {
      this.#publishProgress(run, dirty);
      return false;
    }
    const nowMs = core.clock.now();
    const rows = new Map<Member, PlanDeviceRow>();
    const plan = await core.writer.runLarge((large) => {
      const write = (member: Member, row: PlanDeviceRow): void => {
        rows.set(member, row);
        store.putResultIn(large, run.plan.key, row);
      };
      return this.#write(large, { run, decision, nowMs, write });
    });
    run.plan = plan;
    for (const [member, row] of rows)
      Object.assign(member, row, { aliveMs: nowMs, progress: member.progress });
    this.#publish(run, [...rows.keys()]);
    if (!isFollowed(plan, run.members)) {
      this.#stopDriving(driven);
      return false;
    }
    return this.#isDriven(driven);
  }

  *#write(
    large: LargeChange,
    {
      run,
      decision,
      nowMs,
      write,
    }: {
      readonly run: Run;
      readonly decision: Decision;
      readonly nowMs: number;
      readonly write: (member: Member, row: PlanDeviceRow) => void;
    },
  ): Generator<void, PlanRow> {
    const { records, store } = this.#parts;
    const { plan } = run;
    for (const [member, transitions] of decision.transitions) {
      write(member, { ...member, ...transitions, changedAtMs: nowMs });
      yield;
    }
    const changing = changingIn(records, large, actOfPlan(plan));
    for (const member of decision.send) {
      const sent = sendTo(records, store, member, changing);
      write(member, { ...member, ...sent, untilMs: null, changedAtMs: nowMs });
      yield;
    }
    const changeId = plan.changeId ?? changing.changeId(plan.enterpriseId) ?? null;
    const next = { ...plan, run: decision.run, changeId, retainedUntilMs: nowMs + APPLIED_MS };
    store.putRunIn(large, next);
    return next;
  }

  /** Publishes download progress, which is not stored. */
  #publishProgress(run: Run, dirty: ReadonlySet<string> | undefined): void {
    const moving = run.members.filter(
      ({ deviceId, state }) => state === 'applying' && dirty?.has(deviceId) === true,
    );
    if (moving.length > 0) this.#publishResults(run, moving);
  }

  #publish(run: Run, members: readonly Member[]): void {
    const { core, pendingChanges } = this.#parts.records;
    if (members.length > 0) this.#publishResults(run, members);
    const data = toSummary(this.#parts, run.plan, run.members);
    const { id, enterpriseId } = run.plan;
    pendingChanges.put(id, enterpriseId, run.pending);
    core.changes.announce({ enterpriseId, deviceId: null, fleet: { name: 'plan', data } });
  }

  #publishResults(run: Run, members: readonly Member[]): void {
    const { id: planId, enterpriseId } = run.plan;
    const data = { planId, items: members.map((member) => run.result(member)) };
    const { changes } = this.#parts.records.core;
    changes.announce({ enterpriseId, deviceId: null, fleet: { name: 'planResults', data } });
  }

  /** Schedules a check for when the next headset times out. */
  #expectNext(driven: Driven): void {
    if (!this.#isDriven(driven)) return;
    driven.cancel();
    const { run } = driven;
    const moments = run.members.flatMap((member) => {
      if (isOpen(member.state)) return [run.deadlineOf(member)];
      return member.state === 'waiting' && member.untilMs !== null ? [member.untilMs] : [];
    });
    if (moments.length === 0) return;
    const soonest = moments.reduce((least, each) => Math.min(least, each));
    const { clock } = this.#parts.records.core;
    driven.cancel = callAt(soonest, clock, () => this.#checkAll(driven));
  }
}

/** A rollout that is done is followed as long as a headset failed: it may confirm later. */
function isFollowed({ run }: PlanRow, members: readonly PlanDeviceRow[]): boolean {
  return run !== null && (run.state !== 'done' || members.some(({ state }) => state === 'failed'));
}

/** Returns the plan's entry in the history: its waves are one change. */
export function actOfPlan({ id, author, source, changeId }: PlanRow): Act {
  const kinds = { settings: 'plan', profile: 'profile', revert: 'revert', repair: 'repair' } as const;
  return { by: author, kind: kinds[source.kind], planId: id, reverts: source.changeId, continues: changeId };
}
