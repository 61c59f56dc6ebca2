import { z } from 'zod';

import type { ClassAction, ClassResult, ClassRun } from '../../../../shared/contract/class-run.ts';
import type { DeviceId, EnterpriseId } from '../../../../shared/contract/ids.ts';

import type { NumberedChange } from '../../changes.ts';
import { toInstant } from '../../clock.ts';
import { Failure } from '../../failure.ts';
import type { Caller } from '../../http/caller.ts';
import { JsonParts } from '../../http/json-parts.ts';
import { newId } from '../../new-id.ts';
import { Pause } from '../../pause.ts';
import { type Commands, GIVEN } from '../commands/index.ts';
import { type DeviceRecord, findDevice, type Records } from '../devices/index.ts';
import { commandOf, partOf, shows } from './orders.ts';

/** Orders of one organisation that are remembered. */
const KEPT = 20;
/** How long a headset's own report is waited for after it said yes, in ms. */
const REPORT_WITHIN_MS = 120_000;
/** How long a headset that was away is told on its return, in ms: about a lesson. The next class begins without. */
const LATE_WITHIN_MS = 45 * 60_000;

/** One order, as it moves. */
type Run = {
  readonly id: string;
  readonly enterpriseId: EnterpriseId;
  readonly action: ClassAction;
  readonly startedAt: string;
  /** Until when those are told that come back. */
  readonly lateUntilMs: number;
  readonly results: Map<string, ClassResult>;
  /** Headsets that came further since it was last said. */
  readonly moved: Set<string>;
  /** Until all have been told, nothing is said of it. */
  isBegun: boolean;
  stopFollowing: () => void;
};

const answerSchema = z.object({ accepted: z.boolean().optional(), reason: z.string().max(64).optional() });

/** Orders to classes, in memory: who was told what, and how far it came with each. */
export class ClassRuns {
  readonly #records: Records;
  readonly #commands: Commands;
  readonly #byEnterprise = new Map<string, Run[]>();
  #isStopped = false;

  constructor(records: Records, commands: Commands) {
    this.#records = records;
    this.#commands = commands;
    // In a turn of its own: who opens its stream is greeted first.
    records.core.links.onOpened((id) => setImmediate(() => this.#catchUp(id)));
  }

  /** Tells these headsets, and answers before they do. */
  async start(devicesId: readonly string[], action: ClassAction, caller: Caller): Promise<ClassRun> {
    const nowMs = this.#records.core.clock.now();
    const enterpriseId = caller.enterpriseId;
    if (enterpriseId === null) throw new Failure('FORBIDDEN', 'This token is attached to no organisation.');
    const run: Run = {
      id: newId(),
      enterpriseId,
      action,
      startedAt: toInstant(nowMs),
      lateUntilMs: nowMs + LATE_WITHIN_MS,
      results: new Map(),
      moved: new Set(),
      isBegun: false,
      stopFollowing: () => undefined,
    };
    this.#follow(run);
    this.#keep(run);
    const pause = new Pause();
    for (const id of new Set(devicesId)) {
      this.#begin(run, id, caller);
      await pause.ifDue();
    }
    run.isBegun = true;
    run.moved.clear();
    const view = toView(run);
    this.#records.core.changes.announce(about(run, view));
    return view;
  }

  /** What was told last, newest first, as the text of a reply. */
  async list(enterpriseId: string | null): Promise<JsonParts> {
    const runs = this.#byEnterprise.get(enterpriseId ?? '') ?? [];
    const pause = new Pause();
    const parts: string[] = ['{"items":['];
    for (const [index, run] of runs.entries()) {
      parts.push(index === 0 ? '' : ',', JSON.stringify(toView(run)));
      await pause.ifDue();
    }
    return new JsonParts([...parts, ']}']);
  }

  find(id: string, enterpriseId: string | null): ClassRun | Failure<'NOT_FOUND'> {
    const run = this.#byEnterprise.get(enterpriseId ?? '')?.find((each) => each.id === id);
    return run === undefined ? new Failure('NOT_FOUND', 'There is no such order.') : toView(run);
  }

  /** Nothing is followed any more. */
  stop(): void {
    this.#isStopped = true;
    for (const runs of this.#byEnterprise.values()) for (const run of runs) run.stopFollowing();
  }

  #begin(run: Run, id: string, caller: Caller): void {
    this.#replaceOlder(run, id);
    const record = findDevice(this.#records, id, caller);
    if (record instanceof Failure) return this.#move(run, id, { stage: 'failed', reason: record.code });
    if (!this.#commands.canReach(record)) return this.#move(run, id, { stage: 'absent', isLate: true });
    this.#send(run, record);
  }

  #send(run: Run, record: DeviceRecord): void {
    const { id } = record;
    const { links, log } = this.#records.core;
    const link = links.newest(id);
    this.#move(run, id, { stage: 'sent' });
    this.#commands.send(record, commandOf(run.action), GIVEN).then(
      (outcome) => {
        if (!(outcome instanceof Failure)) return this.#answered(run, id, outcome.answer);
        this.#move(run, id, { stage: 'failed', reason: 'NO_ANSWER', isLate: true });
        // It came back on another link while the old one was still believed.
        if (links.newest(id) !== link) this.#catchUp(id);
      },
      (error: unknown) => {
        log.error({ err: error, id }, 'an order to a class failed');
        this.#move(run, id, { stage: 'failed', reason: 'INTERNAL' });
      },
    );
  }

  #answered(run: Run, id: string, answer: unknown): void {
    const { accepted, reason } = answerSchema.safeParse(answer).data ?? {};
    // Nothing to stop is what was wanted.
    const isSo = run.action.do === 'stop' && reason === 'NOT_RUNNING';
    if (accepted === false && !isSo)
      return this.#move(run, id, { stage: 'failed', reason: reason ?? 'REFUSED' });
    this.#move(run, id, { stage: isSo || this.#isShown(run, id) ? 'done' : 'delivered' });
  }

  /** Tells a headset that is back what the class was told while it was away, oldest first. */
  #catchUp(id: DeviceId): void {
    if (this.#isStopped) return;
    const nowMs = this.#records.core.clock.now();
    const waiting = [...this.#byEnterprise.values()].flatMap((runs) =>
      runs.filter((run) => isWaiting(run.results.get(id)) && nowMs < run.lateUntilMs),
    );
    const record = waiting.length === 0 ? undefined : this.#records.devices.find(id);
    if (record === undefined || !this.#commands.canReach(record)) return;
    for (const run of waiting.toReversed())
      if (run.enterpriseId === record.enterpriseId) this.#send(run, record);
  }

  /** What an older order still had for this headset no longer stands. */
  #replaceOlder(run: Run, id: string): void {
    const part = partOf(run.action);
    if (part === null) return;
    for (const older of this.#byEnterprise.get(run.enterpriseId) ?? []) {
      const result = older.results.get(id);
      if (older !== run && isWaiting(result) && partOf(older.action) === part)
        this.#note(older, id, { ...result, waitsUntil: null });
    }
  }

  /** True where the headset's own report shows it, or it is of no kind that a report shows. */
  #isShown({ action }: Run, id: string): boolean {
    if (action.do !== 'start' && action.do !== 'stop') return true;
    const record = this.#records.devices.find(id);
    if (record === undefined) return false;
    return shows(action, this.#records.reports.report(record.key).runningPackage);
  }

  #move(run: Run, id: string, to: { stage: ClassResult['stage']; reason?: string; isLate?: true }): void {
    const { stage, reason = null, isLate = false } = to;
    const at = toInstant(this.#records.core.clock.now());
    const reachedAt = stage === 'delivered' || stage === 'done' ? at : null;
    const before = run.results.get(id);
    const waitsUntil = isLate && this.#isNewestFor(run, id) ? toInstant(run.lateUntilMs) : null;
    this.#note(run, id, { id, stage, at, reachedAt: before?.reachedAt ?? reachedAt, reason, waitsUntil });
  }

  /** False where the class was told something else meanwhile, or the order is of nothing that stays. */
  #isNewestFor(run: Run, id: string): boolean {
    const part = partOf(run.action);
    const runs = this.#byEnterprise.get(run.enterpriseId) ?? [];
    const newest = runs.find(
      (each) => partOf(each.action) === part && (each === run || each.results.has(id)),
    );
    return part !== null && newest === run;
  }

  #note(run: Run, id: string, result: ClassResult): void {
    run.results.set(id, result);
    run.moved.add(id);
    // Together with what else comes in this turn.
    if (run.isBegun && run.moved.size === 1) setImmediate(() => this.#tell(run));
  }

  #tell(run: Run): void {
    const moved = [...run.moved].flatMap((id) => run.results.get(id) ?? []);
    run.moved.clear();
    if (moved.length > 0) this.#records.core.changes.announce(about(run, { ...toView(run), results: moved }));
  }

  /** Hears which app each headset reports, while that is waited for. */
  #follow(run: Run): void {
    const { action } = run;
    if (action.do !== 'start' && action.do !== 'stop') return;
    const onChange = ({ fleet }: NumberedChange): void => {
      if (fleet?.name !== 'device' || fleet.data.runningPackage === undefined) return;
      const { id, runningPackage } = fleet.data;
      if (run.results.get(id)?.stage === 'delivered' && shows(action, runningPackage))
        this.#move(run, id, { stage: 'done' });
    };
    const stop = this.#records.core.changes.followEnterprise(run.enterpriseId, onChange);
    const timer = setTimeout(stop, LATE_WITHIN_MS + REPORT_WITHIN_MS).unref();
    run.stopFollowing = () => {
      clearTimeout(timer);
      stop();
    };
  }

  #keep(run: Run): void {
    const runs = [run, ...(this.#byEnterprise.get(run.enterpriseId) ?? [])];
    for (const old of runs.splice(KEPT)) old.stopFollowing();
    this.#byEnterprise.set(run.enterpriseId, runs);
  }
}

function isWaiting(result: ClassResult | undefined): result is ClassResult {
  return result !== undefined && result.waitsUntil !== null;
}

function toView({ id, action, startedAt, results }: Run): ClassRun {
  const list = [...results.values()];
  return { id, action, startedAt, isRunning: list.some(({ stage }) => stage === 'sent'), results: list };
}

function about({ enterpriseId }: Run, data: ClassRun) {
  return { enterpriseId, deviceId: null, fleet: { name: 'classRun', data } } as const;
}
