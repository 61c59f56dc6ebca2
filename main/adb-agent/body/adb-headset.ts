import { randomUUID } from 'node:crypto';

import { removeClaim } from '../../adb/claim.ts';
import { type AdbConnection, CableError, isGone } from '../../adb/connection.ts';
import type { Fetcher } from '../../agent/contents/fetcher.ts';
import type {
  Enrolled,
  Headset,
  HeadsetIdentity,
  HeadsetReport,
  Order,
  Reaction,
} from '../../agent/headset.ts';
import type { Ledger } from '../../agent/reports/ledger.ts';
import { WakeSignal } from '../../agent/wake-signal.ts';
import { systemClock } from '../../agent/clock.ts';
import type {
  EffectiveSettings,
  Settings,
} from '../../../shared/contract/configuration/settings/settings.ts';
import type { Brand } from '../../../shared/contract/devices/reported.ts';
import { brandOf } from '../../../shared/domain/devices/brand.ts';
import { ADB_AGENT } from '../../../shared/domain/configuration/adb/settings.ts';
import { activityOf, foregroundOf, isInstalled, startActivity } from './apps.ts';
import { AdbContents } from './contents.ts';
import { restoreWifiSleep } from '../wireless/wifi-sleep.ts';
import type { LocalCopies } from './local-copies.ts';
import { type HeadsetFacts, type HeadsetState, readState } from './inventory.ts';
import { execute, refusal } from './orders.ts';
import { Pictures } from './pictures.ts';
import { valueAt, withValue } from './settings-paths.ts';
import { WifiNetworks } from './wifi-networks.ts';
import { quickly, type Writer, writersFor } from './writers.ts';

/** How often the state is read, in ms: with the reading itself, and on a slow computer, no report is older than 15 s. */
const STATE_MS = 12_000;
/** How often the guard of kiosk mode looks at the foreground, in ms. */
const GUARD_MS = 1_000;
/** Commands that change nothing on a headset. */
const READING: ReadonlySet<string> = new Set(['ping', 'is-available', 'identify']);
/** How often the guard looks for the app that it started, before it starts it again. */
const GUARD_LOOKS = 4;

/** The body of a real headset: everything that its agent asks of it goes over adb. */
export class AdbHeadset implements Headset {
  readonly identity: HeadsetIdentity;
  readonly #facts: HeadsetFacts;
  readonly #onSilent: () => void;
  readonly #ledger: Ledger;
  readonly #contents: AdbContents;
  readonly #brand: Brand;
  readonly #writers: ReadonlyMap<string, Writer>;
  readonly #wake = new WakeSignal();
  readonly #networks = new WifiNetworks();
  #adb: AdbConnection | null = null;
  #lane: keyof LocalCopies['lanes'] = 'usb';
  #fetcher: Fetcher | null = null;
  #pictures: Pictures | null = null;
  #report: () => void = () => undefined;
  #settings: Settings = {};
  #wantedRevision: number | null = null;
  #revision: number | null = null;
  #effective: EffectiveSettings = {};
  #state: HeadsetState | null = null;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #isUnmanaged = false;
  /** The app in use, as it was reported last. */
  #running: string | null = null;
  #guarding: Promise<void> | null = null;
  #kioskActivity: string | null = null;
  readonly #contentsWake = new WakeSignal();
  readonly #kioskWake = new WakeSignal();
  /** The contents change one after the other; everything else may happen beside them. */
  #contentsTurn: Promise<unknown> = Promise.resolve();

  /** `onSilent`: it is connected, and does not answer. */
  constructor(facts: HeadsetFacts, ledger: Ledger, copies: LocalCopies, onSilent: () => void) {
    this.#facts = facts;
    this.#onSilent = onSilent;
    this.#ledger = ledger;
    this.identity = {
      androidId: facts.androidId,
      model: { name: facts.modelName, product: facts.product },
    };
    this.#brand = brandOf(this.identity.model.name, facts.product);
    this.#writers = writersFor(this.#brand);
    this.#contents = new AdbContents({
      adb: () => this.#connection(),
      fetcher: () => this.#fetcher,
      copies,
      lane: () => this.#lane,
      happened: (type, payload) => this.#happened(type, payload),
      changed: () => this.#contentsChanged(),
    });
  }

  get revision(): number | null {
    return this.#revision;
  }

  /** It slept when it told its state last. */
  get isAsleep(): boolean {
    return this.#state?.report.worn === false;
  }

  get knownContents(): ReadonlySet<string> {
    return this.#contents.known;
  }

  /** The app of kiosk mode; null if it is off. */
  get kioskPackage(): string | null {
    const { kioskMode } = this.#settings;
    return kioskMode?.isActive === true ? (kioskMode.packageName ?? null) : null;
  }

  /** A connection was opened, or lost (null). */
  connect(adb: AdbConnection | null, lane: keyof LocalCopies['lanes'] = 'usb'): void {
    this.#adb = adb;
    this.#lane = lane;
    if (adb === null) return;
    this.#contents.reset();
    this.#readAtMs = Number.NEGATIVE_INFINITY;
    // What a restart resets is written again.
    this.#revision = null;
    this.#wakeAll();
  }

  apply(settings: Settings, revision: number, known: ReadonlySet<string>): void {
    if (this.#isUnmanaged) return;
    this.#settings = settings;
    this.#wantedRevision = revision;
    this.#contents.setWanted(settings, known);
    this.#wakeAll();
  }

  async execute(order: Order): Promise<Reaction> {
    const shown = await this.#pictures?.execute(order);
    if (shown !== undefined && shown !== null) return shown;
    const adb = this.#adb;
    if (adb === null) return refusal('NOT_CONNECTED');
    const { kioskPackage } = this;
    const happened = this.#happened.bind(this);
    try {
      const pathOf = (contentId: string): string | null => this.#contents.pathOf(contentId);
      const reaction = await execute({ adb, kioskPackage, happened, brand: this.#brand, pathOf }, order);
      // What it changed is reported now: the app in front above all.
      if (!READING.has(order.event)) this.#readAgain();
      return reaction;
    } catch (error) {
      if (error instanceof CableError) return refusal(error.failure);
      throw error;
    }
  }

  report(): HeadsetReport {
    const { macAddress, androidVersion, firmware } = this.#facts;
    return {
      ...this.#state?.report,
      ...this.#contents.report(),
      mdmInfo: ADB_AGENT,
      ...(macAddress === null ? {} : { macAddress }),
      osVersion: firmware === null ? androidVersion : `${androidVersion} (${firmware})`,
      effectiveSettings: this.#effective,
    };
  }

  confirmReport(): void {
    this.#contents.confirm();
  }

  reach(): void {
    // The connection of the headset itself is what counts here.
  }

  async unenrol(): Promise<void> {
    this.#isUnmanaged = true;
    this.#settings = {};
    // Without a connection its contents stay: they are no secret, and a new enrolment removes them.
    await this.#inTurn(() => this.#contents.clear()).catch(ignoreIfGone);
    if (this.#adb === null) return this.#happened('UNENROLLED', {});
    await this.#networks.follow(this.#adb, []).catch(ignoreIfGone);
    await restore(this.#adb);
    this.#happened('UNENROLLED', {});
  }

  /** Follows what is wanted, guards the kiosk, and reads the state, until `signal` is aborted. */
  async run({ record, station, fetcher, report }: Enrolled, signal: AbortSignal): Promise<void> {
    this.#fetcher = fetcher;
    this.#report = report;
    this.#pictures = new Pictures({
      station,
      deviceId: record.id,
      adb: () => this.#adb,
      isAllowed: () => this.#settings.isScreensharingEnabled !== false,
      isAsleep: () => this.isAsleep,
      hasTwoEyes: this.#brand !== 'generic',
      signal,
    });
    const follow = (): Promise<void> => this.#inTurn(() => this.#contents.follow(signal));
    await Promise.all([
      this.#repeat(this.#wake, signal, (adb) => this.#watch(adb)),
      this.#repeat(this.#contentsWake, signal, follow),
      // Apart from the rest, which may take longer than a wearer should be away from the app.
      this.#repeat(this.#kioskWake, signal, (adb) => this.#guardKiosk(adb)),
    ]);
  }

  async #repeat(
    wake: WakeSignal,
    signal: AbortSignal,
    work: (adb: AdbConnection) => Promise<void>,
  ): Promise<void> {
    while (!signal.aborted) {
      // Disconnected in the middle: with the next connection everything is looked at again.
      const adb = this.#adb;
      if (adb !== null && !this.#isUnmanaged)
        await work(adb).catch((error: unknown) => this.#failed(adb, error));
      const isGuard = wake === this.#kioskWake && this.kioskPackage !== null;
      await wake.waitWithin(isGuard ? GUARD_MS : STATE_MS, systemClock, signal);
    }
  }

  /** Whatever a headset refuses or says is no reason to end; one that does not answer is connected anew. */
  #failed(adb: AdbConnection, error: unknown): void {
    ignoreIfGone(error);
    if (isSilence(error) && adb === this.#adb) this.#onSilent();
  }

  async #watch(adb: AdbConnection): Promise<void> {
    if (this.#revision !== this.#wantedRevision) await this.#applySettings(adb);
    if (performance.now() - this.#readAtMs < STATE_MS - GUARD_MS) return;
    if (this.#networks.isIncomplete) await this.#followWifi(adb);
    this.#state = await readState(quickly(adb));
    this.#isInFront(this.#state.foreground);
    this.#effective = await this.#readEffective(adb);
    this.#readAtMs = performance.now();
    this.#report();
  }

  async #applySettings(adb: AdbConnection): Promise<void> {
    const revision = this.#wantedRevision;
    const settings = this.#settings;
    const isFirst = this.#revision === null;
    for (const [path, writer] of this.#writers) {
      const wanted = valueAt(settings, path);
      if (wanted === undefined || wanted === null || (await writer.read(adb))?.isSame(wanted) === true)
        continue;
      // What a headset refuses is not in effect, which the report says: the others are written anyway.
      await writer.write(adb, wanted).catch(throwIfGone);
    }
    await this.#followWifi(adb);
    // An app that is on its way starts once it is installed: until then the revision is not applied in full.
    if (await this.#isKioskComing(adb)) return;
    await this.#guardKiosk(adb);
    this.#effective = await this.#readEffective(adb);
    // One that it refuses is tried again first; then the report says that it is not in effect.
    if (revision !== this.#wantedRevision || this.#networks.isOpen) return;
    this.#revision = revision;
    if (!isFirst) this.#happened('SETTINGS_APPLIED', { revision });
    this.#report();
  }

  /** Absent networks are not managed: those that are on it stay. */
  async #followWifi(adb: AdbConnection): Promise<void> {
    const { wifi } = this.#settings;
    if (wifi === undefined) return;
    for (const ssid of await this.#networks.follow(adb, wifi)) this.#happened('WIFI_NOT_SAVED', { ssid });
  }

  /** Only what was read back is in effect. */
  async #readEffective(connection: AdbConnection): Promise<EffectiveSettings> {
    const adb = quickly(connection);
    let effective: EffectiveSettings = {};
    for (const [path, writer] of this.#writers) {
      const now = await writer.read(adb);
      if (now === null) continue;
      const wanted = valueAt(this.#settings, path);
      // Within a step of the headset's own scale the wanted value is in effect.
      effective = withValue(effective, path, now.isSame(wanted) ? wanted : now.value);
    }
    const { wifi } = this.#settings;
    if (wifi !== undefined)
      effective = { ...effective, savedNetworks: await this.#networks.saved(adb, wifi) };
    const kiosk = this.kioskPackage;
    if (this.#settings.kioskMode === undefined) return effective;
    const isInFront = kiosk !== null && (await foregroundOf(adb)) === kiosk;
    return {
      ...effective,
      kioskMode: isInFront ? { isActive: true, packageName: kiosk } : { isActive: false },
    };
  }

  async #isKioskComing(adb: AdbConnection): Promise<boolean> {
    const kiosk = this.kioskPackage;
    return kiosk !== null && this.#contents.isComing(kiosk) && !(await isInstalled(adb, kiosk));
  }

  #contentsChanged(): void {
    if (this.#revision !== this.#wantedRevision) this.#wake.wake();
    this.#report();
  }

  /** Not a lock: an app that left the foreground is brought back. */
  #guardKiosk(adb: AdbConnection): Promise<void> {
    this.#guarding ??= this.#bringKioskBack(adb).finally(() => {
      this.#guarding = null;
    });
    return this.#guarding;
  }

  async #bringKioskBack(adb: AdbConnection): Promise<void> {
    const kiosk = this.kioskPackage;
    if (kiosk === null) return;
    const front = await foregroundOf(quickly(adb));
    this.#isInFront(front);
    if (front === kiosk) return;
    // Known from the last time: each command takes a part of the time that a wearer is away from the app.
    const known = this.#kioskActivity;
    const activity = known?.startsWith(`${kiosk}/`) === true ? known : await activityOf(adb, kiosk);
    if (activity === null) return;
    const isStarted = (await startActivity(adb, activity, GUARD_LOOKS)) === null;
    this.#kioskActivity = isStarted ? activity : null;
    if (!isStarted) return;
    this.#isInFront(kiosk);
    this.#readAgain();
  }

  #readAgain(): void {
    this.#readAtMs = Number.NEGATIVE_INFINITY;
    this.#wake.wake();
  }

  /** Records which app is in use. The manufacturer's own, as its home, are none. */
  #isInFront(packageName: string | null): void {
    const isOwn =
      packageName === this.kioskPackage ||
      this.#state?.report.installedPackages?.some((each) => each.packageName === packageName) === true;
    const running = isOwn ? packageName : null;
    if (running === this.#running) return;
    if (running !== null) this.#happened('APP_STARTED', { packageName: running });
    else this.#happened('APP_STOPPED', { packageName: this.#running });
    this.#running = running;
  }

  #connection(): AdbConnection {
    if (this.#adb === null) throw new CableError('UNPLUGGED');
    return this.#adb;
  }

  #happened(type: string, payload: Record<string, unknown>): void {
    this.#ledger.record({ eventId: randomUUID(), type, timestamp: Date.now(), payload });
  }

  #wakeAll(): void {
    this.#wake.wake();
    this.#contentsWake.wake();
    this.#kioskWake.wake();
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = this.#contentsTurn.then(work);
    this.#contentsTurn = next.catch(() => undefined);
    return next;
  }
}

/** Undoes what managing a headset changed on it besides its settings: any station may have it. */
export async function restore(adb: AdbConnection): Promise<void> {
  // One that refuses the first is given back anyway.
  await restoreWifiSleep(adb).catch(ignoreIfGone);
  await removeClaim(adb).catch(ignoreIfGone);
}

/** A refusal of one setting is reported by what is read back; a lost connection ends everything. */
function throwIfGone(error: unknown): void {
  if (!(error instanceof CableError) || isGone(error)) throw error;
}

function isSilence(error: unknown): boolean {
  return error instanceof CableError && error.failure === 'NOT_ANSWERING' && error.message === '';
}

/** Whatever a headset refuses or says is no reason to end; anything else is a fault of ours. */
function ignoreIfGone(error: unknown): void {
  if (!(error instanceof CableError)) throw error;
}
