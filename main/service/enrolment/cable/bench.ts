import type { CableHeadset as HeadsetView, CableView } from '../../../../shared/contract/enrolment/cable.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { freshSteps, MAX_CONCURRENT } from '../../../../shared/domain/enrolment/cable/steps.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { Failure } from '../../kernel/failure.ts';
import type { AdbServer } from '../../../adb/adb-server.ts';
import type { BenchParts } from './bench-parts.ts';
import { SlotClaims } from './claims.ts';
import { type CablePlan, type CableRun, enrolOverNetwork } from './enrol.ts';
import { CableError, AdbConnection } from '../../../adb/connection.ts';
import { CableJob } from './job.ts';
import { stateOfJob } from './job-state.ts';
import { knownSlot, ownerWithOtherId, unfinished } from './known.ts';
import { type Identity, type Plugged, PluggedHeadsets } from './plugged.ts';
import { previewHeadset } from './preview.ts';
import { recheck } from './recheck.ts';
import { STEP_WORK, type StepContext } from './steps.ts';

/** Number of automatic retries for a headset that adb still lists after its connection broke. */
const MAX_BREAKS = 3;

/** Prepares the headsets that are connected to this computer by USB cable. */
export class CableBench {
  readonly #parts: BenchParts;
  readonly #server: AdbServer;
  readonly #plugged: PluggedHeadsets;
  readonly #jobs = new Map<string, CableJob>();
  /** Headsets for which the cart has no slot left. */
  readonly #withoutSlot = new Map<string, CableJob>();
  readonly #claims: SlotClaims;
  readonly #working = new Set<Promise<void>>();
  #run: CableRun | undefined;
  #isRunning = false;
  #isStopped = false;

  constructor(parts: BenchParts) {
    this.#parts = parts;
    this.#server = parts.server;
    this.#claims = new SlotClaims(parts.records, (id) => this.#isOfJob(id));
    this.#plugged = new PluggedHeadsets(this.#server, parts.usbFolder, () => this.#pump());
  }

  /** Returns the current state of everything, for one organisation. */
  async view(enterpriseId: string): Promise<CableView> {
    const adb = await this.#plugged.ensure();
    const seen = new Set<string>();
    const hubs = this.#plugged.hubs((plugged) => {
      const view = this.#viewOf(enterpriseId, plugged);
      seen.add(view.serial);
      return view;
    });
    const isOurs = this.#run?.enterpriseId === enterpriseId;
    const away = isOurs ? [...this.#jobs.values()].filter(({ serial }) => !seen.has(serial)) : [];
    const next = isOurs && this.#run !== undefined ? this.#claims.next(this.#run) : undefined;
    return {
      adb: {
        state: adb.state,
        platform: process.platform,
        isOwn: adb.state === 'ready' && adb.isOwn,
        words: adb.state === 'failed' ? adb.words : null,
        isContested: this.#server.isContested,
      },
      isRunning: isOurs && this.#isRunning,
      cart: isOurs ? (this.#run?.recipe.cart ?? null) : null,
      nextSlot: next === undefined ? null : this.#slotView(next),
      hubs,
      away: away.map((job) => this.#viewOfJob(job, false)),
    };
  }

  /** Prepares headsets that are connected now and later. */
  async start(
    enterpriseId: EnterpriseId,
    cart: string,
  ): Promise<undefined | Failure<'NOT_FOUND' | 'CONFLICT' | 'LAN_ADDRESS_UNKNOWN'>> {
    const plan = this.planOf(enterpriseId, cart);
    if (plan instanceof Failure) return plan;
    const isOtherCart =
      this.#run !== undefined && (this.#run.enterpriseId !== enterpriseId || this.#run.recipe.cart !== cart);
    if (isOtherCart && this.#working.size > 0) {
      return new Failure(
        'CONFLICT',
        'Headsets of another cart are being prepared. Wait until they are done.',
      );
    }
    const station = plan.agent === null ? null : this.#parts.reach(plan.recipe.stationUrl);
    if (station === null && plan.agent !== null) {
      return new Failure(
        'LAN_ADDRESS_UNKNOWN',
        'Headsets cannot reach this station: allow LAN access first.',
      );
    }
    if (isOtherCart) {
      this.#jobs.clear();
      this.#withoutSlot.clear();
      this.#claims.releaseAll();
    }
    this.#run = { ...plan, enterpriseId, station };
    this.#isRunning = true;
    await this.#plugged.ensure();
    this.#pump();
    return undefined;
  }

  /** Starts no further headset. */
  pause(): void {
    this.#isRunning = false;
  }

  /** Resumes a headset whose step failed; `takesOver`: also if another station manages it. */
  retry(
    enterpriseId: string,
    serial: string,
    takesOver: boolean,
  ): undefined | Failure<'NOT_FOUND' | 'CONFLICT'> {
    const isOurs = this.#run?.enterpriseId === enterpriseId;
    if (isOurs && this.#withoutSlot.delete(serial)) {
      this.#pump();
      return undefined;
    }
    const job = isOurs ? this.#jobs.get(serial) : undefined;
    if (job === undefined)
      return new Failure('NOT_FOUND', 'No headset with this serial number is being prepared.');
    const plugged = this.#plugged.all.find(({ identity }) => identity?.serial === serial);
    if (plugged === undefined)
      return new Failure('CONFLICT', 'The headset is not plugged in. Plug it in again.');
    job.clearBreaks();
    job.takesOver = takesOver;
    if (job.failed?.failure === 'NO_FREE_SLOT') {
      // Another headset has its slot: it starts again with the next one, and skips finished steps.
      this.#jobs.delete(serial);
      this.#pump();
      return undefined;
    }
    if (!job.isActive && job.failed !== undefined) this.#begin(job, plugged);
    return undefined;
  }

  /** Assigns a certain slot to a headset, before it starts. */
  choose(serial: string, record: DeviceRecord): undefined | Failure<'CONFLICT'> {
    const job = this.#jobs.get(serial);
    if (job !== undefined) {
      if (job.deviceId === record.id) return undefined;
      return new Failure('CONFLICT', 'This headset has a slot already, and is being prepared for it.');
    }
    if (!this.#claims.choose(serial, record)) {
      return new Failure('CONFLICT', 'This slot is taken. Scan the label of a free one.');
    }
    this.#pump();
    return undefined;
  }

  /** Returns the recipe of a cart with everything that it names. */
  planOf(enterpriseId: EnterpriseId, cart: string): CablePlan | Failure<'NOT_FOUND'> {
    const stored = this.#parts.store.recipe(enterpriseId, cart);
    if (stored === undefined) return new Failure('NOT_FOUND', 'This cart has no recipe yet. Save one first.');
    const contents = this.#parts.library.contentsOf(enterpriseId, stored.recipe);
    if (contents instanceof Failure) return contents;
    return { ...contents, recipe: stored.recipe, wifiPassword: stored.password };
  }

  /** Returns what each connected and authorised headset lacks of a recipe. */
  async preview(plan: CablePlan) {
    await this.#plugged.ensure();
    const contextOf = (headset: AdbConnection): StepContext =>
      this.#contextOf(plan, headset, false, () => undefined);
    const { client } = this.#server;
    const previews = this.#plugged.all.map((plugged) => previewHeadset(client, plugged, contextOf));
    return (await Promise.all(previews)).filter((preview) => preview !== undefined);
  }

  /** Aborts work in progress, and ends the adb server if it was started here. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isRunning = false;
    this.#plugged.stop();
    await this.#server.stop();
    await Promise.race([
      Promise.allSettled(this.#working),
      new Promise((resolve) => setTimeout(resolve, 500).unref()),
    ]);
  }

  #contextOf(
    { recipe, wifiPassword, agent, contents }: CablePlan,
    headset: AdbConnection,
    takesOver: boolean,
    onProgress: (share: number) => void,
  ): StepContext {
    const { library, name } = this.#parts;
    return { headset, name, takesOver, recipe, wifiPassword, library, agent, contents, onProgress };
  }

  /** Starts every headset that can start, in the order of the ports. */
  #pump(): void {
    const run = this.#run;
    if (!this.#isRunning || this.#isStopped || run === undefined) return;
    this.#plugged.keepScanning();
    if (this.#plugged.isReading) return;
    this.#claims.chooseOwn(run, this.#plugged.all, this.#withoutJob(run));
    this.#claims.reserve(run, this.#withoutJob(run));
    for (const plugged of this.#plugged.all) {
      if (this.#working.size >= MAX_CONCURRENT) return;
      const { identity, listed, name } = plugged;
      if (identity === null) continue;
      const job = this.#jobOf(identity.serial) ?? this.#newJob(run, name, identity);
      if (job === undefined || job.isActive || job.next === undefined) continue;
      if (job.failed !== undefined && job.failed.failure !== 'UNPLUGGED') {
        this.#recheck(run, job, plugged);
        continue;
      }
      if (job.isSettling(listed?.transportId ?? 0n, this.#plugged.scans)) continue;
      this.#begin(job, plugged);
    }
  }

  /**
   * Returns the headsets that are connected, need a slot and have none yet, in the order of the ports, by adb's name.
   */
  #withoutJob(run: CableRun): string[] {
    return this.#plugged.all.flatMap(({ listed, name, identity }) => {
      if (listed === null) return [];
      // Until a headset is identified, adb's name is its serial number at a USB port.
      const { serial, macAddress } = identity ?? { serial: name, macAddress: null };
      const hasSlot =
        this.#jobOf(serial) !== undefined ||
        this.#claims.chosen(serial) !== undefined ||
        knownSlot(this.#parts, run.enterpriseId, { serial, macAddress }) !== undefined;
      return hasSlot || unfinished(this.#parts, run, serial) !== undefined ? [] : [name];
    });
  }

  /** Returns the job of a headset; a job ends when its headset has left the slot. */
  #jobOf(serial: string): CableJob | undefined {
    const job = this.#jobs.get(serial);
    if (job === undefined || job.next !== undefined) return job;
    const slot = this.#parts.records.devices.find(job.deviceId);
    if (slot !== undefined && slot.androidId !== null && !slot.isArchived) return job;
    this.#jobs.delete(serial);
    return undefined;
  }

  /** Returns the job of a headset: an interrupted one if its slot is still reserved, else a new one. */
  #newJob(run: CableRun, name: string, { serial, model, macAddress }: Identity): CableJob | undefined {
    const now = (): number => this.#parts.records.core.clock.now();
    const begun = unfinished(this.#parts, run, serial);
    const before = begun !== undefined && this.#isOfJob(begun.deviceId) ? undefined : begun;
    const chosen = this.#claims.chosen(serial)?.id;
    // An enrolled headset is left alone, unless a person gave it another slot.
    const isKnown = knownSlot(this.#parts, run.enterpriseId, { serial, macAddress }) !== undefined;
    if (before === undefined && chosen === undefined && isKnown) return undefined;
    const deviceId = chosen ?? before?.deviceId ?? this.#claims.reserved(name)?.id ?? this.#claims.next(run);
    const isResumed = before !== undefined && before.deviceId === deviceId;
    const job = new CableJob(
      { serial, model, deviceId: deviceId ?? '', begunAtMs: isResumed ? before.begunAtMs : now() },
      now,
      isResumed ? before.steps : freshSteps(),
    );
    // Without a slot nothing is stored: the next change searches again.
    if (deviceId === undefined) {
      job.fail('check', new CableError('NO_FREE_SLOT'));
      this.#withoutSlot.set(serial, job);
      return undefined;
    }
    this.#withoutSlot.delete(serial);
    this.#claims.release(serial, name);
    this.#jobs.set(serial, job);
    return job;
  }

  #isOfJob(deviceId: string): boolean {
    return [...this.#jobs.values()].some((job) => job.deviceId === deviceId);
  }

  #begin(job: CableJob, plugged: Plugged): void {
    const run = this.#run;
    const transportId = plugged.listed?.transportId;
    if (run === undefined || transportId === undefined || transportId === null) return;
    job.isActive = true;
    const work = this.#work(run, job, transportId)
      .catch((error: unknown) => this.#parts.records.core.log.error({ err: error }, 'preparing by cable'))
      .finally(() => {
        job.isActive = false;
        this.#working.delete(work);
        this.#pump();
      });
    this.#working.add(work);
  }

  /** Looks whether the reason of a failed check has passed: charged, space freed. Any other failure waits for a person. */
  #recheck(run: CableRun, job: CableJob, { listed }: Plugged): void {
    const contextOf = (headset: AdbConnection): StepContext =>
      this.#contextOf(run, headset, job.takesOver, () => undefined);
    recheck(job, this.#server.client, listed?.transportId ?? null, contextOf).catch((error: unknown) =>
      this.#parts.records.core.log.error({ err: error }, 'preparing by cable'),
    );
  }

  /** Runs the steps from the next one on. */
  async #work(run: CableRun, job: CableJob, transportId: bigint): Promise<void> {
    const first = job.next;
    if (first === undefined) return;
    let step = first;
    job.begin(step);
    await this.#save(run, job);
    try {
      await using headset = await AdbConnection.open(this.#server.client, transportId);
      for (let next: typeof first | undefined = first; next !== undefined; next = job.next) {
        step = next;
        job.begin(step);
        const now = step;
        const end =
          now === 'enrol' ? await this.#enrol(run, job, headset) : await this.#doStep(run, job, headset, now);
        // A step is finished once it is stored, because the sheet is created from the store.
        await this.#save(run, job, () => job.end(now, end));
      }
    } catch (error) {
      // The station is stopping: the step counts as started, and resumes after the next start.
      if (this.#isStopped) return;
      const failed = error instanceof CableError ? error : new CableError('COMMAND_FAILED', String(error));
      const isHopeless =
        failed.failure === 'UNPLUGGED' && job.noteBreak(transportId, this.#plugged.scans) > MAX_BREAKS;
      job.fail(step, isHopeless ? new CableError('NOT_ANSWERING', failed.message) : failed);
      if (!(error instanceof CableError))
        this.#parts.records.core.log.error({ err: error }, 'preparing by cable');
      await this.#save(run, job);
    }
  }

  async #enrol(run: CableRun, job: CableJob, headset: AdbConnection): Promise<'done'> {
    // Stored before the agent is instructed: it may enrol after the station has stopped.
    await this.#save(run, job);
    return enrolOverNetwork(this.#parts, { run, job, headset, isStopped: () => this.#isStopped });
  }

  async #doStep(run: CableRun, job: CableJob, headset: AdbConnection, step: keyof typeof STEP_WORK) {
    const password = run.wifiPassword();
    if (password !== null) job.secrets.add(password);
    const context = this.#contextOf(run, headset, job.takesOver, (share) => job.progress(step, share));
    const need = await STEP_WORK[step].need(context);
    if (need.state !== 'todo') return need.state;
    await STEP_WORK[step].apply(context);
    return 'done';
  }

  #save(run: CableRun, job: CableJob, change: () => void = () => undefined): Promise<void> {
    const { store, records } = this.#parts;
    return records.core.writer.run(() => {
      change();
      store.putHeadset(run.enterpriseId, job.record);
    });
  }

  #viewOf(enterpriseId: string, plugged: Plugged): HeadsetView {
    const { listed, identity, maker, name } = plugged;
    const bare = {
      serial: identity?.serial ?? name,
      model: identity?.model ?? listed?.model ?? maker,
      slot: null,
      steps: [],
    };
    // Without adb its name is its serial number.
    const owned =
      identity === null
        ? knownSlot(this.#parts, enterpriseId, { serial: name, macAddress: null })
        : undefined;
    const ownSlot = owned === undefined ? null : this.#slotView(owned.id);
    if (listed === null) return { ...bare, state: 'debuggingOff', slot: ownSlot };
    if (listed.state === 'unauthorized' && ownSlot !== null)
      return { ...bare, state: 'revoked', slot: ownSlot };
    const isOurs = this.#run?.enterpriseId === enterpriseId;
    const reserved = isOurs && this.#isRunning ? this.#claims.reserved(name)?.id : undefined;
    const withReserved = { ...bare, slot: reserved === undefined ? null : this.#slotView(reserved) };
    if (listed.state !== 'device') return { ...withReserved, state: listed.state };
    if (identity === null) return { ...withReserved, state: 'connecting' };
    const job = isOurs ? this.#jobOf(identity.serial) : undefined;
    const owner = ownerWithOtherId(this.#parts, job?.deviceId ?? null, enterpriseId, identity);
    if (owner !== undefined) return { ...bare, state: 'changed', slot: this.#slotView(owner.id) };
    if (job !== undefined) return this.#viewOfJob(job, true);
    const chosen = this.#claims.chosen(identity.serial);
    if (chosen !== undefined) return { ...bare, state: 'free', slot: this.#slotView(chosen.id) };
    const known = knownSlot(this.#parts, enterpriseId, identity);
    if (known !== undefined) return { ...bare, state: 'known', slot: this.#slotView(known.id) };
    const homeless = this.#isRunning ? this.#withoutSlot.get(identity.serial) : undefined;
    if (homeless !== undefined) return { ...bare, state: 'failed', steps: [...homeless.steps] };
    return { ...withReserved, state: reserved === undefined ? 'free' : 'queued' };
  }

  #slotView(id: string): NonNullable<HeadsetView['slot']> {
    return { id, label: this.#parts.records.devices.find(id)?.label ?? null };
  }

  #viewOfJob(job: CableJob, isPlugged: boolean): HeadsetView {
    const { serial, model, deviceId, steps } = job;
    const slot = this.#slotView(deviceId);
    return { serial, model, slot, steps: [...steps], state: stateOfJob(this.#parts, job, isPlugged) };
  }
}
