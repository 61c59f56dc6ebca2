import type { CableHeadset as HeadsetView, CableView } from '../../../../shared/contract/enrolment/cable.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { freshSteps } from '../../../../shared/domain/enrolment/cable/steps.ts';
import type { ProfileStore } from '../../configuration/index.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { Failure } from '../../kernel/failure.ts';
import { toAcceptance } from '../carts/acceptance.ts';
import { AdbServer, type AdbPlace } from './adb-server.ts';
import { type CablePlan, type CableRun, enrolOverNetwork } from './enrol.ts';
import { CableError, CableHeadset } from './headset.ts';
import { CableJob } from './job.ts';
import type { CableLibrary } from './library.ts';
import { type Plugged, PluggedHeadsets } from './plugged.ts';
import { isInCart, nextSlot } from './slots.ts';
import { previewSteps, STEP_WORK, type StepContext } from './steps.ts';
import type { CableStore } from './store.ts';

/** Headsets that are prepared at a time: more would share one cable to the hub without being done sooner. */
const CONCURRENCY = 16;

/** What the bench stands on. */
export type BenchParts = {
  readonly records: Records;
  readonly profiles: ProfileStore;
  readonly store: CableStore;
  readonly library: CableLibrary;
  readonly adb: AdbPlace;
  readonly usbFolder: string;
  /** Where headsets reach the station over the local network; null while they cannot. */
  readonly reach: () => { readonly url: string; readonly fingerprint: string | null } | null;
};

/** The headsets at the cables of this computer, and how each is prepared. */
export class CableBench {
  readonly #parts: BenchParts;
  readonly #server: AdbServer;
  readonly #plugged: PluggedHeadsets;
  readonly #jobs = new Map<string, CableJob>();
  /** Headsets for which the cart has no slot left. */
  readonly #withoutSlot = new Map<string, CableJob>();
  /** Slots that were chosen by label, by serial number. */
  readonly #chosen = new Map<string, string>();
  readonly #working = new Set<Promise<void>>();
  #run: CableRun | undefined;
  #isRunning = false;
  #isStopped = false;

  constructor(parts: BenchParts) {
    this.#parts = parts;
    this.#server = new AdbServer(parts.adb);
    this.#plugged = new PluggedHeadsets(this.#server, parts.usbFolder, () => this.#pump());
  }

  /** Everything as it stands now, for one organisation. */
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
    return {
      adb: {
        state: adb.state,
        platform: process.platform,
        isOwn: adb.state === 'ready' && adb.isOwn,
        words: adb.state === 'failed' ? adb.words : null,
      },
      isRunning: isOurs && this.#isRunning,
      cart: isOurs ? (this.#run?.recipe.cart ?? null) : null,
      hubs,
      away: away.map((job) => this.#viewOfJob(job, false)),
    };
  }

  /** Prepares what is plugged in now and later. */
  async start(
    enterpriseId: EnterpriseId,
    cart: string,
  ): Promise<undefined | Failure<'NOT_FOUND' | 'CONFLICT' | 'LAN_ADDRESS_UNKNOWN'>> {
    const plan = this.planOf(enterpriseId, cart);
    if (plan instanceof Failure) return plan;
    const isElsewhere =
      this.#run !== undefined && (this.#run.enterpriseId !== enterpriseId || this.#run.recipe.cart !== cart);
    if (isElsewhere && this.#working.size > 0) {
      return new Failure(
        'CONFLICT',
        'Headsets of another cart are being prepared. Wait until they are done.',
      );
    }
    const station =
      plan.recipe.stationUrl === null
        ? this.#parts.reach()
        : { url: plan.recipe.stationUrl, fingerprint: null };
    if (station === null) {
      return new Failure(
        'LAN_ADDRESS_UNKNOWN',
        'Headsets cannot reach this station: allow LAN access first.',
      );
    }
    if (isElsewhere) this.#jobs.clear();
    this.#run = { ...plan, enterpriseId, station };
    this.#isRunning = true;
    await this.#plugged.ensure();
    this.#pump();
    return undefined;
  }

  /** Begins no further headset. */
  pause(): void {
    this.#isRunning = false;
  }

  /** Goes on with a headset whose step failed. */
  retry(enterpriseId: string, serial: string): undefined | Failure<'NOT_FOUND' | 'CONFLICT'> {
    const job = this.#run?.enterpriseId === enterpriseId ? this.#jobs.get(serial) : undefined;
    if (job === undefined)
      return new Failure('NOT_FOUND', 'No headset with this serial number is being prepared.');
    const plugged = this.#plugged.all.find(({ identity }) => identity?.serial === serial);
    if (plugged === undefined)
      return new Failure('CONFLICT', 'The headset is not plugged in. Plug it in again.');
    if (!job.isActive && job.failed !== undefined) this.#begin(job, plugged);
    return undefined;
  }

  /** Gives a headset a certain slot, before it is begun. */
  choose(serial: string, record: DeviceRecord): undefined | Failure<'CONFLICT'> {
    const job = this.#jobs.get(serial);
    if (job !== undefined) {
      if (job.deviceId === record.id) return undefined;
      return new Failure('CONFLICT', 'This headset has a slot already, and is being prepared for it.');
    }
    if (record.androidId !== null || record.isArchived || this.#isClaimed(record.id)) {
      return new Failure('CONFLICT', 'This slot is taken. Scan the label of a free one.');
    }
    this.#chosen.set(serial, record.id);
    this.#pump();
    return undefined;
  }

  /** The recipe of a cart with everything that it names. */
  planOf(enterpriseId: EnterpriseId, cart: string): CablePlan | Failure<'NOT_FOUND'> {
    const stored = this.#parts.store.recipe(enterpriseId, cart);
    if (stored === undefined) return new Failure('NOT_FOUND', 'This cart has no recipe yet. Save one first.');
    const contents = this.#parts.library.contentsOf(enterpriseId, stored.recipe);
    if (contents instanceof Failure) return contents;
    return { ...contents, recipe: stored.recipe, wifiPassword: stored.password };
  }

  /** What every headset that is plugged in and allowed lacks of a recipe. */
  async preview(plan: CablePlan) {
    await this.#plugged.ensure();
    const ready = this.#plugged.all.filter(({ identity }) => identity !== null);
    const previews = ready.map(async (plugged) => {
      const { serial, model } = plugged.identity ?? { serial: plugged.name, model: null };
      try {
        await using headset = await CableHeadset.open(this.#server.client, plugged.listed?.transportId ?? 0n);
        const steps = await previewSteps(this.#contextOf(plan, headset, () => undefined));
        return { serial, model, steps };
      } catch (error) {
        // It was pulled out meanwhile: the others are shown.
        if (error instanceof CableError) return undefined;
        throw error;
      }
    });
    return (await Promise.all(previews)).filter((preview) => preview !== undefined);
  }

  /** Ends what is under way, and the adb server where it was started here. */
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
    headset: CableHeadset,
    onProgress: (share: number) => void,
  ): StepContext {
    return { headset, recipe, wifiPassword, library: this.#parts.library, agent, contents, onProgress };
  }

  /** Begins what can be begun, in the order of the ports. */
  #pump(): void {
    const run = this.#run;
    if (!this.#isRunning || this.#isStopped || run === undefined) return;
    this.#plugged.keepLooking();
    if (this.#plugged.isReading) return;
    for (const plugged of this.#plugged.all) {
      if (this.#working.size >= CONCURRENCY) return;
      const { identity } = plugged;
      if (identity === null) continue;
      const job = this.#jobs.get(identity.serial) ?? this.#newJob(run, identity);
      if (job === undefined || job.isActive || job.next === undefined) continue;
      // What failed for another reason waits for somebody to look at it.
      if (job.failed !== undefined && job.failed.failure !== 'UNPLUGGED') continue;
      this.#begin(job, plugged);
    }
  }

  /** The job of a headset: the one that was broken off where its slot still waits for it, else a new one. */
  #newJob(
    run: CableRun,
    { serial, model }: { readonly serial: string; readonly model: string | null },
  ): CableJob | undefined {
    const { store, records } = this.#parts;
    const now = (): number => records.core.clock.now();
    const before = store.headset(run.enterpriseId, serial);
    const slot = before === undefined ? undefined : records.devices.find(before.deviceId);
    const isIn =
      typeof before?.preparedAtMs === 'number' &&
      slot !== undefined &&
      slot.androidId !== null &&
      !slot.isArchived;
    if (isIn) return undefined;
    const isWaiting =
      before !== undefined && before.preparedAtMs === null && slot?.androidId === null && isInCart(run, slot);
    const chosen = this.#chosen.get(serial);
    const deviceId =
      chosen ??
      (isWaiting && !this.#isClaimed(before.deviceId)
        ? before.deviceId
        : nextSlot(this.#parts.records, run, (id) => this.#isClaimed(id)));
    const isResumed = isWaiting && before.deviceId === deviceId;
    const job = new CableJob(
      { serial, model, deviceId: deviceId ?? '', begunAtMs: isResumed ? before.begunAtMs : now() },
      now,
      isResumed ? before.steps : freshSteps(),
    );
    // Without a slot nothing is kept: it is looked for again at the next change.
    if (deviceId === undefined) {
      job.fail('check', new CableError('NO_FREE_SLOT'));
      this.#withoutSlot.set(serial, job);
      return undefined;
    }
    this.#withoutSlot.delete(serial);
    this.#chosen.delete(serial);
    this.#jobs.set(serial, job);
    return job;
  }

  #isClaimed(deviceId: string): boolean {
    return (
      [...this.#jobs.values()].some((job) => job.deviceId === deviceId) ||
      [...this.#chosen.values()].includes(deviceId)
    );
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

  /** Goes through the steps from the one that is next. */
  async #work(run: CableRun, job: CableJob, transportId: bigint): Promise<void> {
    const first = job.next;
    if (first === undefined) return;
    let step = first;
    job.begin(step);
    await this.#save(run, job);
    try {
      await using headset = await CableHeadset.open(this.#server.client, transportId);
      for (let next: typeof first | undefined = first; next !== undefined; next = job.next) {
        step = next;
        job.begin(step);
        const now = step;
        const end =
          now === 'enrol'
            ? await enrolOverNetwork(this.#parts, { run, job, headset, isStopped: () => this.#isStopped })
            : await this.#doStep(run, job, headset, now);
        // A step is over when that is written: the sheet is made from what is written.
        await this.#save(run, job, () => job.end(now, end));
      }
    } catch (error) {
      job.fail(step, error instanceof CableError ? error : new CableError('COMMAND_FAILED', String(error)));
      if (!(error instanceof CableError))
        this.#parts.records.core.log.error({ err: error }, 'preparing by cable');
      await this.#save(run, job);
    }
  }

  async #doStep(run: CableRun, job: CableJob, headset: CableHeadset, step: keyof typeof STEP_WORK) {
    const password = run.wifiPassword();
    if (password !== null) job.secrets.add(password);
    const context = this.#contextOf(run, headset, (share) => job.progress(step, share));
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
    if (listed === null) return { ...bare, state: 'debuggingOff' };
    if (listed.state !== 'device') return { ...bare, state: listed.state };
    if (identity === null) return { ...bare, state: 'connecting' };
    const job = this.#run?.enterpriseId === enterpriseId ? this.#jobs.get(identity.serial) : undefined;
    if (job !== undefined) return this.#viewOfJob(job, true);
    const known = this.#parts.store.headset(enterpriseId, identity.serial);
    const record = known === undefined ? undefined : this.#parts.records.devices.find(known.deviceId);
    if (
      typeof known?.preparedAtMs === 'number' &&
      record !== undefined &&
      record.androidId !== null &&
      !record.isArchived
    ) {
      return { ...bare, state: 'known', slot: { id: record.id, label: record.label } };
    }
    const homeless = this.#isRunning ? this.#withoutSlot.get(identity.serial) : undefined;
    if (homeless !== undefined) return { ...bare, state: 'failed', steps: [...homeless.steps] };
    const chosen = this.#chosen.get(identity.serial);
    const slot = chosen === undefined ? undefined : this.#parts.records.devices.find(chosen);
    return { ...bare, state: 'free', slot: slot === undefined ? null : { id: slot.id, label: slot.label } };
  }

  #viewOfJob(job: CableJob, isPlugged: boolean): HeadsetView {
    const { serial, model, deviceId, steps } = job;
    const record = this.#parts.records.devices.find(deviceId);
    const slot = { id: deviceId, label: record?.label ?? null };
    return { serial, model, slot, steps: [...steps], state: this.#stateOf(job, record, isPlugged) };
  }

  /** Ready is only what the headset itself has proved over the network. */
  #stateOf(job: CableJob, record: DeviceRecord | undefined, isPlugged: boolean): HeadsetView['state'] {
    if (job.next === undefined && record !== undefined) {
      const { isConfirmed } = toAcceptance(this.#parts.records, this.#parts.profiles, record);
      return isConfirmed ? 'ready' : 'enrolled';
    }
    if (job.isActive) return 'running';
    if (job.failed !== undefined && job.failed.failure !== 'UNPLUGGED') return 'failed';
    return isPlugged ? 'queued' : 'unplugged';
  }
}
