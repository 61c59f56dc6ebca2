import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';

import type { ClassAction, ClassResult, ClassRun } from '../../../../shared/contract/classroom/class-run.ts';
import type { DeviceId, EnterpriseId } from '../../../../shared/contract/ids.ts';

import { toInstant } from '../../kernel/clock.ts';
import { Failure, noOrganisation } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { Mutex } from '../../kernel/mutex.ts';
import { JsonStream } from '../../kernel/http/routes/json-stream.ts';
import { newId } from '../../kernel/new-id.ts';
import { Yielder } from '../../kernel/yielding.ts';
import { type CommandSender, FROM_CALLER } from '../../commands/index.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { type DeviceEvent, findDevice, reaches } from '../../devices/live/index.ts';
import { kioskOf, type LessonKiosks } from './lesson-kiosks.ts';
import { RunRegistry } from './run-registry.ts';
import { commandOf, partOf, shows } from './orders.ts';
import { aRun, isWaiting, lateUntilMs, type Run, toView } from './run.ts';
import { type ClassStore, openClassStore } from './store.ts';

/** How long to wait for a headset's own report after it accepted, in ms. */
const REPORT_WITHIN_MS = 120_000;

const answerSchema = z.object({ accepted: z.boolean().optional(), reason: z.string().max(64).optional() });

type Step = { readonly stage: ClassResult['stage']; readonly reason?: string; readonly isLate?: true };

/**
 * Actions for classes, with the result on each headset. Stored on disk too, so that a station that restarts during a
 * lesson still knows what to send to returning headsets.
 */
export class ClassRuns {
  readonly #records: Records;
  readonly #commands: CommandSender;
  readonly #kiosks: LessonKiosks;
  readonly #store: ClassStore;
  readonly #registry = new RunRegistry();
  /** Settles once the state on disk is loaded. Nothing is read or sent before. */
  readonly #restored: Promise<void>;
  /** Actions run one after the other, so that the later one applies everywhere. */
  readonly #orders = new Mutex();
  #isStopped = false;

  constructor(records: Records, commands: CommandSender, kiosks: LessonKiosks) {
    this.#kiosks = kiosks;
    this.#records = records;
    this.#commands = commands;
    const { core } = records;
    this.#store = openClassStore(core.db);
    this.#restored = this.#restore().catch((error: unknown) => {
      core.log.error({ err: error }, 'the class commands could not be read');
    });
    void this.#orders.run(() => this.#restored);
    // Deferred, so that the stream of the headset first gets its hello event.
    core.links.onOpened((id) => setImmediate(() => void this.#restored.then(() => this.#catchUp(id))));
  }

  /** Sends an action to these headsets, and answers before they do. */
  async start(devicesId: readonly string[], action: ClassAction, caller: Caller): Promise<ClassRun> {
    const { enterpriseId } = caller;
    if (enterpriseId === null) throw noOrganisation();
    return this.#orders.run(() => this.#start(devicesId, action, { caller, enterpriseId }));
  }

  /** Returns the last actions, newest first, as the text of a reply. */
  async list(caller: Caller): Promise<JsonStream<never>> {
    await this.#restored;
    const yielder = new Yielder();
    const parts: string[] = ['{"items":['];
    for (const run of this.#of(caller.enterpriseId)) {
      const view = this.#viewFor(run, caller);
      if (view !== undefined) parts.push(parts.length === 1 ? '' : ',', JSON.stringify(view));
      await yielder.yieldIfDue();
    }
    return JsonStream.parts([...parts, ']}']);
  }

  async find(id: string, caller: Caller): Promise<ClassRun | Failure<'NOT_FOUND'>> {
    await this.#restored;
    const run = this.#of(caller.enterpriseId).find((each) => each.id === id);
    const view = run === undefined ? undefined : this.#viewFor(run, caller);
    return view ?? new Failure('NOT_FOUND', 'There is no such order.');
  }

  /** Returns an action with the results of the headsets that the caller reaches; undefined if limited and without any. */
  #viewFor(run: Run, caller: Caller): ClassRun | undefined {
    if (caller.carts === null) return toView(run);
    const { enterpriseId } = run;
    const view = toView(run, (id) => reaches(this.#records, caller, { id, enterpriseId }));
    return view.results.length === 0 ? undefined : view;
  }

  /** Returns an organisation's actions, without those whose headsets are still being looked up. */
  #of(enterpriseId: string | null): readonly Run[] {
    return this.#registry.of(enterpriseId).filter(({ isBegun }) => isBegun);
  }

  /** Stops following; unanswered commands count as not delivered. */
  stop(): void {
    for (const run of this.#registry.all()) {
      run.stopFollowing();
      this.#publish(run);
    }
    this.#isStopped = true;
  }

  async #start(
    devicesId: readonly string[],
    action: ClassAction,
    { caller, enterpriseId }: { readonly caller: Caller; readonly enterpriseId: EnterpriseId },
  ): Promise<ClassRun> {
    if (action.do === 'start' && action.inKiosk === true)
      await this.#kiosks.follow(devicesId, action.packageName, caller);
    // The end of a lesson: whatever the headsets answer, their kiosks return.
    if (action.do === 'stop') await this.#kiosks.end(devicesId, caller);
    const startedAtMs = this.#records.core.clock.now();
    const run = aRun({ id: newId(), enterpriseId, action, startedAtMs });
    const dropped = this.#registry.add(run, startedAtMs);
    const reachable: DeviceRecord[] = [];
    const beyond: ClassResult[] = [];
    const yielder = new Yielder();
    for (const id of new Set(devicesId)) {
      const record = findDevice(this.#records, id, caller);
      // Only the caller sees this: others may have access to a headset with this id, and see its results.
      if (record instanceof Failure && caller.carts !== null)
        beyond.push(failedWith(id, record.code, startedAtMs));
      else if (this.#lookUp(run, id, record)) reachable.push(record);
      await yielder.yieldIfDue();
    }
    await this.#save(run, dropped);
    const view = toView(run);
    run.isBegun = true;
    this.#follow(run);
    this.#records.core.changes.announce(announcementOf(run, view));
    // Headsets that returned while it was written.
    this.#publish(run);
    for (const record of reachable) {
      this.#send(run, record);
      await yielder.yieldIfDue();
    }
    return { ...view, results: [...view.results, ...beyond] };
  }

  /** Determines the initial result for a headset. Returns true if it gets the action now. */
  #lookUp(run: Run, id: string, record: DeviceRecord | Failure<'DEVICE_NOT_FOUND'>): record is DeviceRecord {
    this.#replaceOlder(run, id);
    if (record instanceof Failure) this.#move(run, id, { stage: 'failed', reason: record.code });
    else if (!this.#commands.canReach(record)) this.#move(run, id, { stage: 'absent', isLate: true });
    else this.#move(run, id, { stage: 'sent' });
    return run.results.get(id)?.stage === 'sent';
  }

  /** Writes the action to disk before it is sent. It is sent anyway if the disk refuses. */
  async #save(run: Run, dropped: readonly Run[]): Promise<void> {
    const { writer, log } = this.#records.core;
    await writer
      .run(() => {
        for (const each of dropped) this.#store.remove(each);
        this.#store.add(run);
        run.moved.clear();
      })
      .catch((error: unknown) => log.error({ err: error }, 'an order to a class could not be kept'));
  }

  #send(run: Run, record: DeviceRecord): void {
    const { id } = record;
    const { links, log } = this.#records.core;
    // It disconnected since it was looked up.
    if (!this.#commands.canReach(record)) return this.#move(run, id, { stage: 'absent', isLate: true });
    const link = links.newest(id);
    this.#commands.send(record, commandOf(run.action), FROM_CALLER).then(
      (outcome) => {
        if (this.#isStopped) return;
        if (!(outcome instanceof Failure)) return this.#answered(run, id, outcome.answer);
        this.#move(run, id, { stage: 'failed', reason: 'NO_ANSWER', isLate: true });
        // It reconnected while the old connection still seemed to be alive.
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
    // If there is nothing to stop, or only the app of the kiosk, the goal is reached.
    const isSatisfied = run.action.do === 'stop' && (reason === 'NOT_RUNNING' || reason === 'KIOSK_MODE');
    // Its kiosk is about to open the app.
    if (accepted === false && reason === 'KIOSK_MODE' && this.#isKioskOf(run, id))
      return this.#move(run, id, { stage: this.#isShown(run, id) ? 'done' : 'delivered' });
    if (accepted === false && !isSatisfied)
      return this.#move(run, id, { stage: 'failed', reason: reason ?? 'REFUSED' });
    this.#move(run, id, { stage: isSatisfied || this.#isShown(run, id) ? 'done' : 'delivered' });
  }

  /** Returns true if the app that an action starts is the one of the headset's desired kiosk. */
  #isKioskOf({ action }: Run, id: string): boolean {
    const record = this.#records.devices.find(id);
    return action.do === 'start' && record !== undefined && kioskOf(record) === action.packageName;
  }

  /** Sends a returning headset the actions that the class got while it was offline, oldest first. */
  #catchUp(id: DeviceId): void {
    if (this.#isStopped) return;
    const waiting = this.#registry.waitingFor(id, this.#records.core.clock.now());
    const record = waiting.length === 0 ? undefined : this.#records.devices.find(id);
    if (record === undefined || !this.#commands.canReach(record)) return;
    for (const run of waiting) {
      if (run.enterpriseId !== record.enterpriseId) continue;
      this.#move(run, id, { stage: 'sent' });
      this.#send(run, record);
    }
  }

  /** Ends what an older action still had pending for this headset. */
  #replaceOlder(run: Run, id: string): void {
    const older = this.#registry.markNewest(run, id);
    const result = older?.results.get(id);
    if (older !== undefined && isWaiting(result)) this.#note(older, id, { ...result, waitsUntil: null });
  }

  /** Returns true if the headset's own report shows it, or a report cannot show it. */
  #isShown({ action }: Run, id: string): boolean {
    if (action.do !== 'start' && action.do !== 'stop') return true;
    const record = this.#records.devices.find(id);
    if (record === undefined) return false;
    return shows(action, this.#records.reports.report(record.key).runningPackage);
  }

  #move(run: Run, id: string, to: Step): void {
    const { stage, reason = null, isLate = false } = to;
    const at = toInstant(this.#records.core.clock.now());
    const reachedAt = stage === 'delivered' || stage === 'done' ? at : null;
    const before = run.results.get(id);
    const waitsUntil = isLate && this.#registry.isNewest(run, id) ? toInstant(lateUntilMs(run)) : null;
    this.#note(run, id, { id, stage, at, reachedAt: before?.reachedAt ?? reachedAt, reason, waitsUntil });
  }

  #note(run: Run, id: string, result: ClassResult): void {
    run.results.set(id, result);
    run.moved.add(id);
    // Together with other changes in this turn.
    if (run.isBegun && run.moved.size === 1) setImmediate(() => this.#publish(run));
  }

  /** Stores and publishes new results. */
  #publish(run: Run): void {
    if (this.#isStopped || run.moved.size === 0) return;
    const { writer, changes, log } = this.#records.core;
    const results = [...run.moved].flatMap((id) => run.results.get(id) ?? []);
    run.moved.clear();
    const announce = (): void => changes.announce(announcementOf(run, { ...toView(run), results }));
    writer
      .run((afterCommit) => {
        this.#store.note(run, results);
        afterCommit(announce);
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'the progress of a class command could not be saved');
        announce();
      });
  }

  /** Follows the app that each headset reports, while that is awaited. */
  #follow(run: Run): void {
    const { action } = run;
    const { deviceEvents, core } = this.#records;
    const untilMs = lateUntilMs(run) + REPORT_WITHIN_MS - core.clock.now();
    if ((action.do !== 'start' && action.do !== 'stop') || untilMs <= 0) return;
    const onEvent = (event: DeviceEvent): void => {
      if (event.name !== 'device.reported' || event.runningPackage === undefined) return;
      const { deviceId, runningPackage } = event;
      if (run.results.get(deviceId)?.stage === 'delivered' && shows(action, runningPackage))
        this.#move(run, deviceId, { stage: 'done' });
    };
    const stop = deviceEvents.subscribe(run.enterpriseId, onEvent);
    const timer = setTimeout(stop, untilMs).unref();
    run.stopFollowing = () => {
      clearTimeout(timer);
      stop();
    };
  }

  /** Loads the actions from before this start. */
  async #restore(): Promise<void> {
    // The start of the station does not wait for it.
    await nextTurn();
    const { clock, writer } = this.#records.core;
    const yielder = new Yielder();
    const dropped: Run[] = [];
    for (const run of this.#isStopped ? [] : this.#store.runs()) {
      if (this.#isStopped) return;
      for (const result of this.#store.resultsOf(run)) run.results.set(result.id, result);
      dropped.push(...this.#registry.add(run, clock.now()));
      for (const id of run.results.keys()) this.#registry.markNewest(run, id);
      await yielder.yieldIfDue();
    }
    for (const run of this.#registry.all()) {
      run.isBegun = true;
      this.#follow(run);
      for (const result of run.results.values()) {
        if (this.#isStopped) return;
        this.#resolveResult(run, result);
        await yielder.yieldIfDue();
      }
    }
    if (dropped.length > 0)
      await writer.run(() => {
        for (const run of dropped) this.#store.remove(run);
      });
  }

  /** Determines the result for a headset after a restart: no headset is connected, and no answer is pending. */
  #resolveResult(run: Run, result: ClassResult): void {
    const { id, stage } = result;
    if (stage === 'sent') {
      const isForLater = partOf(run.action) !== null;
      this.#move(run, id, isForLater ? { stage: 'absent', isLate: true } : NO_ANSWER);
    } else if (stage === 'delivered' && this.#isShown(run, id)) this.#move(run, id, { stage: 'done' });
    // The newer action was written, then the power failed.
    else if (isWaiting(result) && !this.#registry.isNewest(run, id))
      this.#note(run, id, { ...result, waitsUntil: null });
  }
}

function failedWith(id: string, reason: string, atMs: number): ClassResult {
  return { id, stage: 'failed', at: toInstant(atMs), reachedAt: null, reason, waitsUntil: null };
}

const NO_ANSWER: Step = { stage: 'failed', reason: 'NO_ANSWER' };

function announcementOf({ enterpriseId }: Run, data: ClassRun) {
  return { enterpriseId, deviceId: null, fleet: { name: 'classRun', data } } as const;
}
