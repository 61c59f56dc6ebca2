import type { CentralClient, CentralOptions } from '../client/central.ts';
import type { Sender } from '../client/exchange.ts';
import { retryDelayMs } from '../../kernel/outgoing/retry.ts';
import { newId } from '../../kernel/new-id.ts';
import { onClockJump } from './clock-jump.ts';
import type { SyncParts } from '../records/parts.ts';
import { Live } from './live.ts';
import { Pace } from './pace.ts';
import { type Phase, type RunOrder, SyncRun } from '../runs/run.ts';
import { RunLog } from '../records/run-log.ts';
import { RunStop } from '../records/stop.ts';
import { type EngineView, INTERNAL, OFF } from '../records/view.ts';
import { alarmAt, waitFor } from './alarms.ts';
import type { Upstream } from '../records/upstream-store.ts';

/** Why a run is made. */
export type Cause = 'start' | 'asked' | 'changed' | 'heard' | 'regular' | 'again';

/** Delays before a run, to collect local changes and reports of headsets. */
const CHANGE_DELAY_MS = 1_000;
const REPORT_DELAY_MS = 15_000;
/** Interval between reads of the list, plus an addition per page. */
const LIST_INTERVAL_MS = 60_000;
const LIST_MS_PER_PAGE = 2_000;
/**
 * Interval between reads of every device. With many devices it is longer, so that the token's rate limit leaves room
 * for others.
 */
const SWEEP_INTERVAL_MS = 15 * 60_000;
const SWEEP_MS_PER_DEVICE = 1_000;
/** Interval between runs while sync is blocked until someone acts. */
const BLOCKED_RETRY_MS = 5 * 60_000;
/** Delay of the first run after the start, so that more urgent work goes first. */
const FIRST_RUN_DELAY_MS = 250;

export type EngineParts = SyncParts & {
  readonly open: (options: CentralOptions) => CentralClient;
  /** Identifies this station to the central. */
  readonly sender: Sender;
  /** 0 to 1. */
  readonly random: () => number;
  /** Factor for the waits between attempts of a request. */
  readonly pace: number;
  /** Called when the view may have changed. */
  readonly onView: () => void;
};

type Due = { readonly cause: Cause; readonly isAll: boolean; readonly isLocal: boolean };

/**
 * Decides when to sync: right after a change on either side, otherwise every minute, and with growing delays while the
 * central is unreachable. One run at a time.
 */
export class Engine {
  readonly #parts: EngineParts;
  #central: CentralClient | undefined;
  #live: Live | undefined;
  #view: EngineView = OFF;
  #due: Due | undefined;
  #dueAtMs: number | null = null;
  #cancelAlarm: () => void = () => undefined;
  #running: Promise<void> | undefined;
  #abort = new AbortController();
  #failures = 0;
  readonly #pace = new Pace();
  #confirmsRemovals = false;
  #isStopped = false;
  /** Callers that wait for the current run, and those that wait for the next one. */
  #currentWaiters: (() => void)[] = [];
  #nextWaiters: (() => void)[] = [];
  #stopListening: () => void = () => undefined;

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  get view(): EngineView {
    // A disconnected or paused central shows as such, even while its last run is ending.
    const upstream = this.#parts.stores.upstream.get();
    if (upstream === undefined) return OFF;
    if (upstream.isPaused) return { ...OFF, state: 'paused' };
    return { ...this.#view, nextRunAtMs: this.#running === undefined ? this.#dueAtMs : null };
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** The client of the configured central. */
  get central(): CentralClient | undefined {
    return this.#central;
  }

  /** Starts syncing if a central is configured. */
  start(): void {
    const { records, enterpriseId, stores } = this.#parts;
    if (stores.upstream.get() === undefined) return;
    this.#stopListening();
    const stopFollowing = records.deviceEvents.subscribe(enterpriseId, (event) => {
      const changesDesired = !('fields' in event) || DESIRED_FIELDS.some((field) => field in event.fields);
      if (this.#view.state === 'off' || this.#view.state === 'paused') return;
      this.#schedule(
        { cause: 'changed', isAll: false, isLocal: true },
        changesDesired ? CHANGE_DELAY_MS : REPORT_DELAY_MS,
      );
    });
    const stopJumpWatch = onClockJump(records.core.clock, () => this.#resync());
    this.#stopListening = () => {
      stopFollowing();
      stopJumpWatch();
    };
    this.#connect('start', FIRST_RUN_DELAY_MS);
  }

  /** Call it after the computer slept or its clock was set: streams are dead and timers are wrong. */
  #resync(): void {
    // If nothing is followed now, the next successful run starts it.
    if (this.#view.state !== 'blocked' && this.#view.reason?.code !== 'LIMITED') this.#live?.reopen();
    this.#schedule({ cause: 'again', isAll: false, isLocal: false }, 0);
  }

  /** Starts over after a change of the URL, the token, the selection or the pause. */
  async restart(cause: Cause = 'asked'): Promise<void> {
    await this.#disconnect();
    if (this.#isStopped) return;
    this.#failures = 0;
    if (this.#parts.stores.upstream.get() === undefined) {
      this.#stopListening();
      return this.#show(OFF);
    }
    this.start();
    this.runNow(cause, false);
  }

  /** Syncs now regardless of the backoff, but not before the end of a pause that the central asked for. */
  runNow(cause: Cause, confirmsRemovals: boolean): void {
    this.#confirmsRemovals ||= confirmsRemovals;
    if (this.#view.state === 'off' || this.#view.state === 'paused') return;
    this.#schedule({ cause, isAll: true, isLocal: false }, 0);
  }

  /** Resolves when the last requested run has ended, however it ended. */
  untilIdle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#due?.isAll === true) this.#nextWaiters.push(resolve);
      else if (this.#running === undefined) resolve();
      else this.#currentWaiters.push(resolve);
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopListening();
    await this.#disconnect();
  }

  #connect(cause: Cause, inMs: number): void {
    const { records, stores, open, random, pace } = this.#parts;
    const { core } = records;
    const upstream = stores.upstream.get();
    if (upstream === undefined) return;
    if (upstream.isPaused) return this.#show({ ...OFF, state: 'paused' });
    const token = core.vault.unseal(upstream.token);
    if (token === undefined) {
      const message = 'The token was encrypted by another station. Enter it again.';
      return this.#show({ ...OFF, state: 'blocked', reason: { code: 'TOKEN_UNREADABLE', message } });
    }
    this.#abort = new AbortController();
    const central = open({
      address: upstream.url,
      token,
      now: () => core.clock.now(),
      wait: (ms, signal) => waitFor(ms * pace, signal, core.clock),
      random,
      sender: this.#parts.sender,
    });
    this.#central = central;
    this.#live = new Live(this.#parts, central, () =>
      this.#schedule({ cause: 'heard', isAll: false, isLocal: true }, CHANGE_DELAY_MS),
    );
    this.#show({ ...OFF, state: 'offline' });
    this.#schedule({ cause, isAll: this.#isSweepDue(upstream), isLocal: false }, inMs);
  }

  async #disconnect(): Promise<void> {
    this.#cancelAlarm();
    this.#due = undefined;
    this.#dueAtMs = null;
    this.#abort.abort();
    await this.#running;
    const [live, central] = [this.#live, this.#central];
    this.#live = undefined;
    this.#central = undefined;
    // A restart reads everything anyway.
    this.#parts.echoes.clear();
    this.#currentWaiters.push(...this.#nextWaiters.splice(0));
    this.#notifyWaiters();
    await live?.stop();
    await central?.close();
  }

  /** Schedules a run. A run that is already scheduled is merged with the new one and not postponed. */
  #schedule(due: Due, inMs: number): void {
    if (this.#isStopped || this.#central === undefined) return;
    const { clock } = this.#parts.records.core;
    const nowMs = clock.now();
    // After a fault, local changes wait for the next retry.
    const isHeldBack = this.#failures > 0 && due.isLocal;
    const known = this.#due;
    this.#due =
      known === undefined
        ? due
        : {
            cause: due.cause === 'asked' ? 'asked' : known.cause,
            isAll: known.isAll || due.isAll,
            isLocal: known.isLocal && due.isLocal,
          };
    if (isHeldBack && this.#dueAtMs !== null) return;
    // Work that arrives during a run starts right after it.
    if (known !== undefined && this.#dueAtMs === null && this.#running !== undefined) return;
    const requestedMs = Math.max(nowMs + inMs, this.#central.limitedUntilMs);
    const isKept = this.#dueAtMs !== null && this.#dueAtMs <= requestedMs;
    // A run that is overdue by more than the delay of a timer was overtaken by a clock change.
    if (isKept && nowMs - (this.#dueAtMs ?? 0) < CHANGE_DELAY_MS) return;
    this.#setAlarm(isKept ? nowMs : requestedMs);
  }

  #setAlarm(atMs: number): void {
    const { clock } = this.#parts.records.core;
    this.#cancelAlarm();
    this.#dueAtMs = atMs;
    const onAlarm = (): void => {
      this.#cancelAlarm();
      this.#dueAtMs = null;
      this.#begin();
    };
    this.#cancelAlarm = alarmAt(atMs, clock, onAlarm);
  }

  #begin(): void {
    // A run that is due during another one starts right after it.
    if (this.#running !== undefined || this.#due === undefined || this.#central === undefined) return;
    const due = this.#due;
    this.#due = undefined;
    this.#currentWaiters.push(...this.#nextWaiters.splice(0));
    const central = this.#central;
    const running = this.#run(due, central)
      .catch((error: unknown) => {
        this.#parts.records.core.log.error({ err: error }, 'a run of sync failed');
        this.#failures += 1;
        this.#show({ ...this.#view, state: 'offline', reason: INTERNAL, progress: null });
        this.#retryIn(this.#backoffMs());
      })
      .finally(() => {
        if (this.#running === running) this.#running = undefined;
        if (this.#due !== undefined && this.#dueAtMs === null)
          this.#setAlarm(this.#parts.records.core.clock.now());
        this.#notifyWaiters();
      });
    this.#running = running;
  }

  async #run(due: Due, central: CentralClient): Promise<void> {
    const { records, stores } = this.#parts;
    const { core } = records;
    const { signal } = this.#abort;
    const startedAtMs = core.clock.now();
    const upstream = stores.upstream.get();
    if (upstream === undefined) return;
    const runKey = await core.writer.run(() => stores.runs.begin(newId(), due.cause, startedAtMs));
    const log = new RunLog(this.#parts, runKey);
    const before = totalOf(central.sent);
    const confirmsRemovals = this.#confirmsRemovals;
    const scope = due.isAll || this.#isSweepDue(upstream) ? 'all' : due.isLocal ? 'local' : 'list';
    let stop: RunStop | undefined;
    let isSomeAbsent = false;
    const onAbsent = (): void => void (isSomeAbsent = true);
    try {
      const onProgress = (phase: Phase, done: number, total: number): void =>
        this.#progress(phase, done, total);
      const order: RunOrder = { central, signal, log, scope, confirmsRemovals, onProgress, onAbsent };
      const faults = await new SyncRun(this.#parts, order).run();
      // A confirmation that came during this run is for the next one.
      if (confirmsRemovals) this.#confirmsRemovals = false;
      faults.end();
    } catch (error) {
      if (!(error instanceof RunStop)) throw error;
      stop = error;
    }
    log.count('requests', totalOf(central.sent) - before);
    await this.#endRun(runKey, log, stop, due.cause);
    if (signal.aborted) return;
    if (stop === undefined) this.#succeeded(central, scope);
    else this.#failed(central, stop);
    if (isSomeAbsent) this.#schedule({ cause: 'heard', isAll: false, isLocal: false }, 0);
  }

  async #endRun(runKey: number, log: RunLog, stop: RunStop | undefined, cause: Cause): Promise<void> {
    const { records, stores } = this.#parts;
    const nowMs = records.core.clock.now();
    await records.core.writer.run(() => {
      const isWorthNoting =
        stop !== undefined ? this.#failures === 0 || !log.isIdle : cause === 'asked' || !log.isIdle;
      if (!isWorthNoting) return void stores.runs.remove(runKey);
      const end = {
        outcome: stop?.outcome ?? 'done',
        reason: stop?.reason ?? null,
        counts: log.counts,
      } as const;
      stores.runs.end(runKey, end, nowMs);
      stores.runs.prune();
    });
  }

  #succeeded(central: CentralClient, scope: 'all' | 'list' | 'local'): void {
    this.#failures = 0;
    const { clock } = this.#parts.records.core;
    this.#show({
      state: 'upToDate',
      reason: null,
      progress: null,
      upToDateAtMs: clock.now(),
      nextRunAtMs: null,
      clockSkewMs: central.clockSkewMs ?? null,
    });
    if (scope !== 'local') this.#live?.follow();
    const pages = Math.ceil(this.#parts.stores.links.counts().links / 100);
    this.#schedule(
      { cause: 'regular', isAll: false, isLocal: false },
      LIST_INTERVAL_MS + pages * LIST_MS_PER_PAGE,
    );
  }

  #failed(central: CentralClient, { outcome, reason, untilMs }: RunStop): void {
    this.#failures += 1;
    const state = outcome === 'blocked' ? 'blocked' : 'offline';
    const clockSkewMs = central.clockSkewMs ?? null;
    this.#show({ ...this.#view, state, reason, progress: null, clockSkewMs });
    const nowMs = this.#parts.records.core.clock.now();
    if (outcome === 'blocked' || reason.code === 'LIMITED') this.#live?.pause();
    this.#retryIn(
      Math.max(outcome === 'blocked' ? BLOCKED_RETRY_MS : this.#backoffMs(), (untilMs ?? 0) - nowMs),
    );
  }

  #retryIn(inMs: number): void {
    const { clock } = this.#parts.records.core;
    // A run that someone requested meanwhile is not postponed.
    if (this.#due?.isAll === true) return;
    this.#due = { cause: 'again', isAll: false, isLocal: false };
    this.#setAlarm(Math.max(clock.now() + inMs, this.#central?.limitedUntilMs ?? 0));
  }

  /** Source: the API documentation, "Errors", rule 4. */
  #backoffMs(): number {
    return retryDelayMs(this.#failures, this.#parts.random());
  }

  #isSweepDue({ sweptAtMs, epoch }: Upstream): boolean {
    const nowMs = this.#parts.records.core.clock.now();
    // A Muster central returns hundreds of devices per request; another one needs a request for each.
    const intervalMs =
      epoch === null
        ? Math.max(SWEEP_INTERVAL_MS, this.#parts.stores.links.counts().links * SWEEP_MS_PER_DEVICE)
        : SWEEP_INTERVAL_MS;
    return sweptAtMs === null || Math.abs(nowMs - sweptAtMs) > intervalMs;
  }

  #progress(phase: Phase, done: number, total: number): void {
    const nowMs = this.#parts.records.core.clock.now();
    const leftSec = this.#pace.leftSec(phase, { done, total, nowMs, perMinute: this.#central?.perMinute });
    const progress = phase === 'connecting' ? null : { done, total, leftSec };
    this.#show({ ...this.#view, state: phase, reason: null, progress });
  }

  #notifyWaiters(): void {
    const waiting = this.#currentWaiters;
    this.#currentWaiters = [];
    for (const each of waiting) each();
  }

  #show(view: EngineView): void {
    this.#view = view;
    this.#parts.onView();
  }
}

/** Fields of the desired state, and those that show which headset is enrolled. */
const DESIRED_FIELDS = ['label', 'license', 'androidId', 'isArchived'];

function totalOf(sent: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const count of sent.values()) total += count;
  return total;
}
