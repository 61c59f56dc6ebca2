import { z } from 'zod';

import type { ClassAction, ClassResult, ClassRun } from '../../../../shared/contract/class-run.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';

import type { NumberedChange } from '../../changes.ts';
import { toInstant } from '../../clock.ts';
import { Failure } from '../../failure.ts';
import type { Caller } from '../../http/caller.ts';
import { newId } from '../../new-id.ts';
import { type Commands, type CommandToSend, GIVEN } from '../commands/index.ts';
import { findDevice, type Records } from '../devices/index.ts';

/** Orders of one organisation that are remembered. */
const KEPT = 20;
/** How long a headset's own report is waited for after it said yes, in ms. */
const REPORT_WITHIN_MS = 120_000;

/** One order, as it moves. */
type Run = {
  readonly id: string;
  readonly enterpriseId: EnterpriseId;
  readonly action: ClassAction;
  readonly startedAt: string;
  readonly results: Map<string, ClassResult>;
  /** Headsets that came further since it was last said. */
  readonly moved: Set<string>;
  stopFollowing: () => void;
};

const answerSchema = z.object({ accepted: z.boolean().optional(), reason: z.string().max(64).optional() });

/** What headsets are told. */
function commandOf(action: ClassAction): CommandToSend {
  switch (action.do) {
    case 'start':
      return { event: 'launch-app', message: { packageName: action.packageName } };
    case 'stop':
      return { event: 'stop-app', message: {} };
    case 'volume':
      return { event: 'set-volume', message: { volume: action.volume } };
    case 'identify':
      return { event: 'identify', message: {} };
    case 'look':
      return { event: 'lock', message: {} };
    case 'resume':
      return { event: 'unlock', message: {} };
  }
}

/** Orders to classes, in memory: who was told what, and how far it came with each. */
export class ClassRuns {
  readonly #records: Records;
  readonly #commands: Commands;
  readonly #byEnterprise = new Map<string, Run[]>();

  constructor(records: Records, commands: Commands) {
    this.#records = records;
    this.#commands = commands;
  }

  /** Tells these headsets, and answers at once. */
  start(devicesId: readonly string[], action: ClassAction, caller: Caller): ClassRun {
    const { clock } = this.#records.core;
    const enterpriseId = caller.enterpriseId;
    if (enterpriseId === null) throw new Failure('FORBIDDEN', 'This token is attached to no organisation.');
    const run: Run = {
      id: newId(),
      enterpriseId,
      action,
      startedAt: toInstant(clock.now()),
      results: new Map(),
      moved: new Set(),
      stopFollowing: () => undefined,
    };
    const command = commandOf(action);
    for (const id of new Set(devicesId)) this.#send(run, id, command, caller);
    run.moved.clear();
    this.#follow(run);
    this.#keep(run);
    const view = toView(run);
    this.#records.core.changes.announce(about(run, view));
    return view;
  }

  list(enterpriseId: string | null): ClassRun[] {
    return (this.#byEnterprise.get(enterpriseId ?? '') ?? []).map((run) => toView(run));
  }

  find(id: string, enterpriseId: string | null): ClassRun | Failure<'NOT_FOUND'> {
    const run = this.#byEnterprise.get(enterpriseId ?? '')?.find((each) => each.id === id);
    return run === undefined ? new Failure('NOT_FOUND', 'There is no such order.') : toView(run);
  }

  /** Nothing is followed any more. */
  stop(): void {
    for (const runs of this.#byEnterprise.values()) for (const run of runs) run.stopFollowing();
  }

  #send(run: Run, id: string, command: CommandToSend, caller: Caller): void {
    const record = findDevice(this.#records, id, caller);
    if (record instanceof Failure) return this.#move(run, id, 'failed', record.code);
    if (!this.#commands.canReach(record)) return this.#move(run, id, 'absent', null);
    this.#move(run, id, 'sent', null);
    this.#commands.send(record, command, GIVEN).then(
      (outcome) => {
        if (outcome instanceof Failure) return this.#move(run, id, 'failed', 'NO_ANSWER');
        this.#answered(run, id, outcome.answer);
      },
      (error: unknown) => {
        this.#records.core.log.error({ err: error, id }, 'an order to a class failed');
        this.#move(run, id, 'failed', 'INTERNAL');
      },
    );
  }

  #answered(run: Run, id: string, answer: unknown): void {
    const { accepted, reason } = answerSchema.safeParse(answer).data ?? {};
    // Nothing to stop is what was wanted.
    const isSo = run.action.do === 'stop' && reason === 'NOT_RUNNING';
    if (accepted === false && !isSo) return this.#move(run, id, 'failed', reason ?? 'REFUSED');
    this.#move(run, id, isSo || this.#isShown(run, id) ? 'done' : 'delivered', null);
  }

  /** True where the headset's own report shows it, or it is of no kind that a report shows. */
  #isShown({ action }: Run, id: string): boolean {
    if (action.do !== 'start' && action.do !== 'stop') return true;
    const record = this.#records.devices.find(id);
    if (record === undefined) return false;
    return shows(action, this.#records.reports.report(record.key).runningPackage);
  }

  #move(run: Run, id: string, stage: ClassResult['stage'], reason: string | null): void {
    const at = toInstant(this.#records.core.clock.now());
    const reachedAt = stage === 'delivered' || stage === 'done' ? at : null;
    const before = run.results.get(id);
    run.results.set(id, { id, stage, at, reachedAt: before?.reachedAt ?? reachedAt, reason });
    run.moved.add(id);
    // Together with what else comes in this turn.
    if (run.moved.size === 1) setImmediate(() => this.#tell(run));
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
        this.#move(run, id, 'done', null);
    };
    const stop = this.#records.core.changes.followEnterprise(run.enterpriseId, onChange);
    const timer = setTimeout(stop, REPORT_WITHIN_MS).unref();
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

function shows(action: ClassAction, runningPackage: string | null): boolean {
  return action.do === 'start' ? runningPackage === action.packageName : runningPackage === null;
}

function toView({ id, action, startedAt, results }: Run): ClassRun {
  const list = [...results.values()];
  return { id, action, startedAt, isRunning: list.some(({ stage }) => stage === 'sent'), results: list };
}

function about({ enterpriseId }: Run, data: ClassRun) {
  return { enterpriseId, deviceId: null, fleet: { name: 'classRun', data } } as const;
}
