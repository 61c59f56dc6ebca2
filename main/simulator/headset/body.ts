import type { Enrolled, Headset, HeadsetReport, Order, Reaction } from '../../agent/headset.ts';
import { type Random, seededRandom } from '../../agent/random.ts';
import type { Ledger } from '../../agent/reports/ledger.ts';
import type {
  EffectiveSettings,
  Settings,
} from '../../../shared/contract/configuration/settings/settings.ts';
import { ContentLoop } from '../contents/content-loop.ts';
import { react } from './commands.ts';
import { type HeadsetOptions, type HeadsetViews, viewsOf } from './headset-options.ts';
import { anIdentity, type Identity } from './models.ts';
import { SimulatedHeadset } from './simulated-headset.ts';

/** What the agent of this headset does for it. */
type Presence = Readonly<{ ledger: Ledger; leave: () => Promise<void>; comeBack: () => void }>;

/** What the simulated management agent says about itself. */
const AGENT = { codeVersion: 120, labelVersion: '1.2.0', isDeviceOwner: true };
const REBOOT_BEATS = 2;
/** For how many beats a headset stays away after it was switched off. */
const OFF_BEATS = 20;

/** The body of a simulated headset: lives beat by beat, whether or not its agent reaches the station. */
export class Body implements Headset {
  readonly identity: Identity;
  views: HeadsetViews | undefined;
  readonly #options: HeadsetOptions;
  readonly #presence: Presence;
  readonly #simulated: SimulatedHeadset;
  readonly #beats: Random;
  #contentLoop: ContentLoop | null = null;
  #report: () => void = () => undefined;
  #offlineBeatsLeft = 0;

  constructor(options: HeadsetOptions, presence: Presence) {
    const { seed, habits, faults, heartbeatMs } = options;
    this.#options = options;
    this.#presence = presence;
    this.identity = anIdentity(seededRandom(`${seed}/identity`), habits.model, habits.shipsLessons);
    this.#beats = seededRandom(`${seed}/beats`);
    this.#simulated = new SimulatedHeadset({
      seed,
      identity: this.identity,
      habits,
      faults,
      beatMs: heartbeatMs,
      note: ({ eventId, type, payload }, atMs) =>
        presence.ledger.record({ eventId, type, timestamp: atMs, payload }),
    });
  }

  get revision(): number | null {
    return this.#simulated.revision;
  }

  get knownContents(): ReadonlySet<string> {
    return this.#simulated.knownContents;
  }

  apply(settings: Settings, revision: number, known: ReadonlySet<string>, nowMs: number): void {
    const isFirst = this.revision === null;
    this.#simulated.apply(settings, revision, known, nowMs);
    if (!isFirst) this.#simulated.recordEvent('SETTINGS_APPLIED', { revision }, nowMs);
    this.#contentLoop?.wake();
  }

  async execute(order: Order, nowMs: number): Promise<Reaction> {
    const shown = await this.views?.execute(order.event, order.message);
    if (shown !== undefined) return { answer: shown, afterwards: null };
    const { answer, afterwards } = react(this.#simulated, order, nowMs);
    if (afterwards === null) return { answer, afterwards };
    return { answer, afterwards: () => this.#goOff(afterwards === 'reboot' ? REBOOT_BEATS : OFF_BEATS) };
  }

  report(nowMs: number): HeadsetReport {
    const { macAddress, osVersion } = this.identity;
    return { ...this.#simulated.report(nowMs), mdmInfo: AGENT, macAddress, osVersion };
  }

  confirmReport(): void {
    this.#simulated.confirmReport();
  }

  reach(isReachable: boolean, nowMs: number): void {
    this.#simulated.reach(isReachable, nowMs);
    if (isReachable) this.#simulated.turnOn(nowMs);
    else this.views?.leave();
    this.#contentLoop?.wake();
  }

  unenrol(nowMs: number): void {
    this.#simulated.unenrol(nowMs);
  }

  async run({ record, station, fetcher, report }: Enrolled, signal: AbortSignal): Promise<void> {
    const { clock, habits } = this.#options;
    this.#report = report;
    this.views = viewsOf(this.#options, station, record);
    this.#contentLoop = new ContentLoop({
      agent: this.#simulated,
      ledger: this.#presence.ledger,
      clock,
      ownNowMs: () => this.#nowMs,
      report,
      fetcher: habits.fetchesContents ? fetcher : null,
    });
    await Promise.all([this.#live(signal), this.#contentLoop.run(signal)]);
  }

  stop(): void {
    this.views?.stop();
  }

  tamper(change: EffectiveSettings): void {
    this.#simulated.tamper(change);
    this.#report();
  }

  uninstall(packageName: string): void {
    this.#simulated.uninstall(packageName, this.#nowMs);
    this.#report();
  }

  repairFaults(): void {
    this.#simulated.repairFaults();
  }

  /** The headset's own clock, in ms since 1970 UTC. */
  get #nowMs(): number {
    return this.#options.clock.nowMs() + this.#options.faults.clockOffsetMs;
  }

  /** Advances whether or not it is connected. Headsets that started together drift apart with the first interval. */
  async #live(signal: AbortSignal): Promise<void> {
    const { clock, heartbeatMs } = this.#options;
    let gapMs = Math.round(heartbeatMs * (0.2 + 0.8 * this.#beats.next()));
    while (!signal.aborted) {
      const absenceBeats = this.#simulated.beat(this.#nowMs);
      if (this.#offlineBeatsLeft > 0) {
        this.#offlineBeatsLeft -= 1;
        if (this.#offlineBeatsLeft === 0) this.#presence.comeBack();
      } else if (absenceBeats > 0) {
        this.#offlineBeatsLeft = absenceBeats;
        await this.#presence.leave();
      }
      this.#report();
      await clock.wait(gapMs, signal);
      gapMs = heartbeatMs;
    }
  }

  /** Goes offline and returns after so many beats, on its own or switched on by hand; the next beat may come soon. */
  async #goOff(beats: number): Promise<void> {
    if (this.#offlineBeatsLeft > 0) return;
    this.#offlineBeatsLeft = beats;
    this.#simulated.turnOff(this.#nowMs);
    await this.#presence.leave();
  }
}
