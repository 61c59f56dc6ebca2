import type { CentralOptions } from '../client/central.ts';
import { retryDelayMs } from '../../../../shared/domain/kernel/retry.ts';
import { newId } from '../../kernel/new-id.ts';
import { onLeap } from './leap.ts';
import type { CentralClient, SyncParts } from './parts.ts';
import { Live } from './live.ts';
import { Pace } from './pace.ts';
import { type Phase, type RunOrder, SyncRun } from './run.ts';
import { RunLog } from './run-log.ts';
import { RunStop } from './stop.ts';
import { type EngineView, INTERNAL, OFF } from '../routes/view.ts';
import { alarmAt, waitFor } from './waits.ts';
import type { Upstream } from '../routes/upstream-store.ts';

/** Why a run is made. */
export type Cause = 'start' | 'asked' | 'changed' | 'heard' | 'regular' | 'again';

/** What was changed here waits this long for company; what headsets report, that. */
const CHANGED_MS = 1_000;
const REPORTED_MS = 15_000;
/** The list is looked at this often, and a little less where it is long. */
const LIST_EVERY_MS = 60_000;
const LIST_MS_PER_PAGE = 2_000;
/** Every device is read again this often; of many, each at most this often, so that the limit of a token is left to others. */
const SWEEP_EVERY_MS = 15 * 60_000;
const SWEEP_MS_PER_DEVICE = 1_000;
/** What somebody has to put right is looked at again this often. */
const BLOCKED_MS = 5 * 60_000;
/** What waited while the station was off goes up this long after its start, which has better things to do first. */
const FIRST_LOOK_MS = 250;

export type EngineParts = SyncParts & {
  /** Opens the client of the central. */
  readonly open: (options: CentralOptions) => CentralClient;
  /** 0 to 1. */
  readonly random: () => number;
  /** What the waits between two tries of one request are multiplied with. */
  readonly pace: number;
  /** Called when something is to be seen that was not before. */
  readonly onView: () => void;
};

type Due = { readonly cause: Cause; readonly isAll: boolean; readonly isLocal: boolean };

/**
 * Decides when to sync: at once where something was changed or heard, every minute otherwise, later and later where the
 * central is away. One run at a time.
 */
export class Engine {
  readonly #parts: EngineParts;
  #central: CentralClient | undefined;
  #live: Live | undefined;
  #view: EngineView = OFF;
  #due: Due | undefined;
  #dueAtMs: number | null = null;
  #callOff: () => void = () => undefined;
  #running: Promise<void> | undefined;
  #abort = new AbortController();
  #failures = 0;
  readonly #pace = new Pace();
  #confirmsRemovals = false;
  #isStopped = false;
  /** Who waits for the run under way to end, and who for the next one. */
  #waitThis: (() => void)[] = [];
  #waitNext: (() => void)[] = [];
  #stopListening: () => void = () => undefined;

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  get view(): EngineView {
    // What somebody has just let go of or paused is not shown as it was, though a last run is still being ended.
    const upstream = this.#parts.stores.upstream.get();
    if (upstream === undefined) return OFF;
    if (upstream.isPaused) return { ...OFF, state: 'paused' };
    return { ...this.#view, nextRunAtMs: this.#running === undefined ? this.#dueAtMs : null };
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** The client of the central that is set. */
  get central(): CentralClient | undefined {
    return this.#central;
  }

  /** Begins to work, where a central is set. */
  start(): void {
    const { records, enterpriseId, stores } = this.#parts;
    if (stores.upstream.get() === undefined) return;
    this.#stopListening();
    const stopFollowing = records.core.changes.followEnterprise(enterpriseId, (change) => {
      if (change.deviceId === null) return;
      const isWanted =
        change.fleet?.name === 'removed' ||
        change.device?.name === 'settings' ||
        change.device?.name === 'metadata' ||
        (change.device !== undefined && WANTED.some((field) => field in (change.device?.data ?? {})));
      if (this.#view.state === 'off' || this.#view.state === 'paused') return;
      this.#schedule({ cause: 'changed', isAll: false, isLocal: true }, isWanted ? CHANGED_MS : REPORTED_MS);
    });
    const stopLeaps = onLeap(records.core.clock, () => this.#wake());
    this.#stopListening = () => {
      stopFollowing();
      stopLeaps();
    };
    this.#connect('start', FIRST_LOOK_MS);
  }

  /** The computer slept, or its clock was set: streams are dead, and what was waited for by the clock means nothing. */
  #wake(): void {
    // Where nobody is listened to now, the run that succeeds begins to.
    if (this.#view.state !== 'blocked' && this.#view.reason?.code !== 'LIMITED') this.#live?.renew();
    this.#schedule({ cause: 'again', isAll: false, isLocal: false }, 0);
  }

  /** Begins anew after somebody changed address, token, choice or pause. */
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

  /** Syncs now, whatever the backoff says; not before the central wants to be asked again. */
  runNow(cause: Cause, confirmsRemovals: boolean): void {
    this.#confirmsRemovals ||= confirmsRemovals;
    if (this.#view.state === 'off' || this.#view.state === 'paused') return;
    this.#schedule({ cause, isAll: true, isLocal: false }, 0);
  }

  /** Settles when the run is over that was ordered last, however it ended. */
  rest(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#due?.isAll === true) this.#waitNext.push(resolve);
      else if (this.#running === undefined) resolve();
      else this.#waitThis.push(resolve);
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
      const message = 'The token of the central was encrypted by another station. Enter it again.';
      return this.#show({ ...OFF, state: 'blocked', reason: { code: 'TOKEN_UNREADABLE', message } });
    }
    this.#abort = new AbortController();
    const central = open({
      address: upstream.url,
      token,
      now: () => core.clock.now(),
      wait: (ms, signal) => waitFor(ms * pace, signal, core.clock),
      random,
    });
    this.#central = central;
    this.#live = new Live(this.#parts, central, () =>
      this.#schedule({ cause: 'heard', isAll: false, isLocal: true }, CHANGED_MS),
    );
    this.#show({ ...OFF, state: 'offline' });
    this.#schedule({ cause, isAll: this.#isSweepDue(upstream), isLocal: false }, inMs);
  }

  async #disconnect(): Promise<void> {
    this.#callOff();
    this.#due = undefined;
    this.#dueAtMs = null;
    this.#abort.abort();
    await this.#running;
    const [live, central] = [this.#live, this.#central];
    this.#live = undefined;
    this.#central = undefined;
    // Who begins anew reads everything.
    this.#parts.echoes.clear();
    this.#waitThis.push(...this.#waitNext.splice(0));
    this.#tellRested();
    await live?.stop();
    await central?.close();
  }

  /** Lines a run up; one that is lined up already takes in the other and is not put off. */
  #schedule(due: Due, inMs: number): void {
    if (this.#isStopped || this.#central === undefined) return;
    const { clock } = this.#parts.records.core;
    const nowMs = clock.now();
    // After a fault what changes here waits for the next try.
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
    // What came while a run was under way begins right after it.
    if (known !== undefined && this.#dueAtMs === null && this.#running !== undefined) return;
    const wantedMs = Math.max(nowMs + inMs, this.#central.limitedUntilMs);
    const isKept = this.#dueAtMs !== null && this.#dueAtMs <= wantedMs;
    // One that is overdue by more than its timer may be late was overtaken by the clock.
    if (isKept && nowMs - (this.#dueAtMs ?? 0) < CHANGED_MS) return;
    this.#setAlarm(isKept ? nowMs : wantedMs);
  }

  #setAlarm(atMs: number): void {
    const { clock } = this.#parts.records.core;
    this.#callOff();
    this.#dueAtMs = atMs;
    const ring = (): void => {
      this.#callOff();
      this.#dueAtMs = null;
      this.#begin();
    };
    this.#callOff = alarmAt(atMs, clock, ring);
  }

  #begin(): void {
    // Who comes while one is under way is served right after it.
    if (this.#running !== undefined || this.#due === undefined || this.#central === undefined) return;
    const due = this.#due;
    this.#due = undefined;
    this.#waitThis.push(...this.#waitNext.splice(0));
    const central = this.#central;
    const running = this.#run(due, central)
      .catch((error: unknown) => {
        this.#parts.records.core.log.error({ err: error }, 'a run of sync failed');
        this.#failures += 1;
        this.#show({ ...this.#view, state: 'offline', reason: INTERNAL, progress: null });
        this.#again(this.#backoffMs());
      })
      .finally(() => {
        if (this.#running === running) this.#running = undefined;
        if (this.#due !== undefined && this.#dueAtMs === null)
          this.#setAlarm(this.#parts.records.core.clock.now());
        this.#tellRested();
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
      await new SyncRun(this.#parts, order).run();
      this.#confirmsRemovals = false;
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
      if (!isWorthNoting) return stores.runs.remove(runKey);
      const end = {
        outcome: stop?.outcome ?? 'done',
        reason: stop?.reason ?? null,
        counts: log.counts,
      } as const;
      stores.runs.end(runKey, end, nowMs);
      stores.runs.tidy();
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
      LIST_EVERY_MS + pages * LIST_MS_PER_PAGE,
    );
  }

  #failed(central: CentralClient, { outcome, reason, untilMs }: RunStop): void {
    this.#failures += 1;
    const state = outcome === 'blocked' ? 'blocked' : 'offline';
    const clockSkewMs = central.clockSkewMs ?? null;
    this.#show({ ...this.#view, state, reason, progress: null, clockSkewMs });
    const nowMs = this.#parts.records.core.clock.now();
    if (outcome === 'blocked' || reason.code === 'LIMITED') this.#live?.rest();
    this.#again(Math.max(outcome === 'blocked' ? BLOCKED_MS : this.#backoffMs(), (untilMs ?? 0) - nowMs));
  }

  #again(inMs: number): void {
    const { clock } = this.#parts.records.core;
    // Somebody asked meanwhile: that is not put off, whether its turn is set already or comes right after this run.
    if (this.#due?.isAll === true) return;
    this.#due = { cause: 'again', isAll: false, isLocal: false };
    this.#setAlarm(Math.max(clock.now() + inMs, this.#central?.limitedUntilMs ?? 0));
  }

  /** Source: interface.md "Errors", rule 4. */
  #backoffMs(): number {
    return retryDelayMs(this.#failures, this.#parts.random());
  }

  #isSweepDue({ sweptAtMs, epoch }: Upstream): boolean {
    const nowMs = this.#parts.records.core.clock.now();
    // A Muster central answers hundreds in one request; any other is asked for each.
    const everyMs =
      epoch === null
        ? Math.max(SWEEP_EVERY_MS, this.#parts.stores.links.counts().links * SWEEP_MS_PER_DEVICE)
        : SWEEP_EVERY_MS;
    return sweptAtMs === null || Math.abs(nowMs - sweptAtMs) > everyMs;
  }

  #progress(phase: Phase, done: number, total: number): void {
    const nowMs = this.#parts.records.core.clock.now();
    const leftSec = this.#pace.leftSec(phase, { done, total, nowMs, perMinute: this.#central?.perMinute });
    const progress = phase === 'connecting' ? null : { done, total, leftSec };
    this.#show({ ...this.#view, state: phase, reason: null, progress });
  }

  #tellRested(): void {
    const waiting = this.#waitThis;
    this.#waitThis = [];
    for (const each of waiting) each();
  }

  #show(view: EngineView): void {
    this.#view = view;
    this.#parts.onView();
  }
}

/** Fields of a device that are wanted, or that say who is enrolled. */
const WANTED = ['label', 'license', 'androidId', 'isArchived'];

function totalOf(sent: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const count of sent.values()) total += count;
  return total;
}
