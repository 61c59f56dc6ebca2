import type {
  EffectiveSettings,
  Settings,
} from '../../../shared/contract/configuration/settings/settings.ts';
import {
  fromPercent,
  type LevelRange,
  levelRange,
  toPercent,
} from '../../../shared/domain/configuration/catalog/levels.ts';
import { brandOf } from '../../../shared/domain/devices/brand.ts';
import { Contents, type ContentsReport } from '../contents/contents.ts';
import { anEncoder } from '../views/encoder.ts';
import type { Faults } from './faults.ts';
import type { Job } from '../contents/job.ts';
import { InEffect } from './in-effect.ts';
import { JoinedNetwork } from './joined-network.ts';
import { Life, type BodyReport, type Habits, type LifeEvent } from './life.ts';
import type { Identity } from './models.ts';
import { seededRandom, type Random } from '../../agent/random.ts';
import type { App } from './sessions.ts';
import { Streaming } from '../views/streaming.ts';
import { contentsWanted } from '../../agent/contents/wanted.ts';

/** Input of a simulated headset. `note` is called with every event, with its time by the headset's clock. */
export type SimulatedHeadsetOptions = Readonly<{
  seed: string;
  identity: Identity;
  habits: Habits;
  faults: Faults;
  beatMs: number;
  note: (event: LifeEvent, atMs: number) => void;
}>;

/** How often the wearer turns the volume up, and the first time, in beats. */
const TURN_EVERY_BEATS = 24;
const FIRST_TURN = 6;

/**
 * The state of a simulated headset: use, contents, stream, applied settings. It does not know the network, and
 * advances with the times passed to it: ms since 1970 UTC by the headset's own clock. The same seed and
 * the same calls at the same times give the same life.
 */
export class SimulatedHeadset {
  readonly #note: SimulatedHeadsetOptions['note'];
  readonly #ids: Random;
  readonly #life: Life;
  readonly #contents: Contents;
  /** The video started by a command; paused without a start. */
  #video: Readonly<{ contentId: string; startedAtMs: number | null }> | null = null;
  readonly #streaming: Streaming;
  readonly #network = new JoinedNetwork();
  readonly #inEffect = new InEffect();
  #settings: Settings = {};
  #revision: number | null = null;
  #beatAtMs = 0;
  #beats = 0;
  readonly #turnsVolumeUp: boolean;
  /** Version of the contents that people can choose from. */
  #edition = 0;
  /** In the model's own numbers, as settings and reports have it. */
  #volume: number;
  readonly #volumeRange: LevelRange;
  #isOff = false;
  #isUnmanaged = false;

  constructor({ seed, identity, habits, faults, beatMs, note }: SimulatedHeadsetOptions) {
    this.#note = note;
    this.#ids = seededRandom(`${seed}/agent-events`);
    this.#turnsVolumeUp = habits.turnsVolumeUp;
    this.#volumeRange = levelRange('volume', brandOf(identity.model.name, identity.model.product));
    this.#volume = fromPercent(50, this.#volumeRange);
    this.#life = new Life(seed, identity, habits, beatMs);
    const encoder = anEncoder(identity.model.tier, seededRandom(`${seed}/encoder`));
    const happened = this.recordEvent.bind(this);
    this.#streaming = new Streaming(encoder, Math.round((habits.bandwidthBytesPerSec * 8) / 1_000), happened);
    this.#contents = new Contents({
      shipped: identity.packages,
      random: seededRandom(`${seed}/downloads`),
      bytesPerSec: habits.bandwidthBytesPerSec,
      failedShare: faults.failedDownloadShare,
      breaksFirst: faults.breaksFirstDownload,
      isFetched: habits.fetchesContents,
      apps: habits.apps,
      freeBytes: () => this.#life.freeBytes,
      happened,
      leaving: (packageName, atMs) => this.#stopIf(packageName, atMs),
    });
  }

  /** The settings revision that was applied; null before the first. Contents follow later. */
  get revision(): number | null {
    return this.#revision;
  }

  /** In percent. */
  get volume(): number {
    return toPercent(this.#volume, this.#volumeRange);
  }

  get life(): Readonly<Pick<Life, 'battery' | 'isPaused' | 'isWorn' | 'runningPackage'>> {
    return this.#life;
  }

  /** The application of kiosk mode, installed or not; null if kiosk mode is off. */
  get kioskPackage(): string | null {
    const { kioskMode } = this.#settings;
    return kioskMode?.isActive === true ? (kioskMode.packageName ?? null) : null;
  }

  get isScreensharingAllowed(): boolean {
    return this.#settings.isScreensharingEnabled !== false;
  }

  /** Names of contents whose state was reported. */
  get knownContents(): ReadonlySet<string> {
    return this.#contents.known;
  }

  /** True while contents are being downloaded. */
  get isBusy(): boolean {
    return this.#contents.isBusy;
  }

  /** When contents change next without a call; null if they do not. */
  get dueAtMs(): number | null {
    return this.#contents.dueAtMs;
  }

  /** The download to really fetch now; null if there is none. */
  get fetching(): Job | null {
    return this.#contents.fetching;
  }

  /** Advances by one beat. Returns for how many beats the headset leaves, 0 if it stays. */
  beat(nowMs: number): number {
    this.advance(nowMs);
    this.#beatAtMs = nowMs;
    this.#beats += 1;
    if (this.#turnsVolumeUp && this.#beats % TURN_EVERY_BEATS === FIRST_TURN) this.#turnVolumeUp(nowMs);
    const { events, absenceBeats } = this.#life.step(this.#streaming.isRunning);
    this.#report(events, nowMs);
    this.#streaming.sendState(nowMs);
    return this.#isOff ? 0 : absenceBeats;
  }

  /** Advances the contents. */
  advance(nowMs: number): void {
    this.#contents.advance(nowMs);
    if (this.#contents.edition !== this.#edition) this.#setScene(nowMs);
  }

  /** Applies settings. `known` is `knownContents` as it was when they were requested. */
  apply(settings: Settings, revision: number, known: ReadonlySet<string>, nowMs: number): void {
    if (this.#isUnmanaged) return;
    this.#contents.advance(nowMs);
    this.#settings = settings;
    this.#revision = revision;
    this.#inEffect.apply(settings);
    this.#network.apply(settings);
    if (settings.volume !== undefined) this.#volume = settings.volume;
    if (!this.isScreensharingAllowed) this.#streaming.stop(nowMs);
    const isAllowed = settings.isContentDownloadAllowed !== false;
    this.#contents.setWanted(contentsWanted(settings), isAllowed, known);
    this.#setScene(nowMs);
  }

  /** Sets whether a network is reachable. */
  reach(isReachable: boolean, nowMs: number): void {
    this.#contents.advance(nowMs);
    this.#contents.reach(isReachable);
    if (!isReachable) this.#streaming.stop(nowMs);
  }

  /** Returns what is installed under this name; null if nothing is. */
  installed(packageName: string): App | null {
    const managed = this.#contents.applications.find((each) => each.packageName === packageName);
    if (managed !== undefined) return managed;
    return this.#contents.isInstalled(packageName) ? { packageName, contentId: null } : null;
  }

  launch(app: App, nowMs: number): void {
    this.#report(this.#life.launch(app, nowMs - this.#beatAtMs), nowMs);
  }

  /** Ends the app in the foreground. */
  stop(nowMs: number): void {
    this.#report(this.#life.stop(nowMs - this.#beatAtMs), nowMs);
  }

  lock(nowMs: number): void {
    if (this.#life.isPaused) return;
    this.recordEvent('DEVICE_LOCKED', {}, nowMs);
    this.#report(this.#life.lock(nowMs - this.#beatAtMs), nowMs);
  }

  unlock(nowMs: number): void {
    if (!this.#life.isPaused) return;
    this.recordEvent('DEVICE_UNLOCKED', {}, nowMs);
    this.#report(this.#life.unlock(nowMs - this.#beatAtMs), nowMs);
  }

  /** Switches off until `turnOn`: nothing is used, streamed or downloaded. */
  turnOff(nowMs: number): void {
    this.reach(false, nowMs);
    this.#isOff = true;
    this.#report(this.#life.turnOff(nowMs - this.#beatAtMs), nowMs);
  }

  /** Does nothing if it is on. */
  turnOn(nowMs: number): void {
    if (!this.#isOff) return;
    this.#isOff = false;
    this.#report(this.#life.turnOn(nowMs - this.#beatAtMs), nowMs);
  }

  /** Plays a video that is on the headset; returns false if it is not. */
  playVideo(contentId: string, nowMs: number): boolean {
    if (!this.#contents.videos.includes(contentId)) return false;
    this.pauseVideo(nowMs);
    this.#video = { contentId, startedAtMs: nowMs };
    this.recordEvent('VIDEO_STARTED', { contentId }, nowMs);
    return true;
  }

  /** Pauses the video started by a command; returns false without one. */
  pauseVideo(nowMs: number): boolean {
    if (this.#video === null) return false;
    const { contentId, startedAtMs } = this.#video;
    if (startedAtMs === null) return true;
    this.#video = { contentId, startedAtMs: null };
    this.recordEvent('VIDEO_STOPPED', { contentId, durationMs: nowMs - startedAtMs }, nowMs);
    return true;
  }

  /** Plays it again from the start; returns false without one. */
  restartVideo(nowMs: number): boolean {
    return this.#video !== null && this.playVideo(this.#video.contentId, nowMs);
  }

  /** Sets the volume, in percent. */
  setVolume(volume: number, nowMs: number): void {
    this.#volume = fromPercent(volume, this.#volumeRange);
    this.recordEvent('VOLUME_CHANGED', { volume }, nowMs);
  }

  /** Only if a volume is assigned: otherwise the change would be invisible. */
  #turnVolumeUp(nowMs: number): void {
    const { volume } = this.#settings;
    if (typeof volume !== 'number' || this.#isOff) return;
    this.setVolume(Math.min(100, toPercent(volume, this.#volumeRange) + 30), nowMs);
  }

  get streaming(): Streaming {
    return this.#streaming;
  }

  /** Ends management: stops everything, removes managed contents, and accepts no more settings. */
  unenrol(nowMs: number): void {
    this.#contents.advance(nowMs);
    this.#isUnmanaged = true;
    this.#settings = {};
    this.#inEffect.apply({});
    this.#streaming.stop(nowMs);
    this.#report(this.#life.turnOff(nowMs - this.#beatAtMs), nowMs);
    this.#contents.clear();
    this.#setScene(nowMs);
    this.recordEvent('UNENROLLED', {}, nowMs);
  }

  /** Records how much of a download has arrived. */
  receive(job: Job, arrived: number, totalBytes: number): void {
    this.#contents.receive(job, arrived, totalBytes);
  }

  /** Records the end of a download: null, or why it failed. */
  endFetch(job: Job, failure: string | null, nowMs: number): void {
    this.#contents.advance(nowMs);
    this.#contents.endFetch(job, failure);
    this.advance(nowMs);
  }

  /** Returns the whole state of the headset. */
  report(
    nowMs: number,
  ): BodyReport & ContentsReport & { effectiveSettings: EffectiveSettings; wifiSsid?: string | null } {
    this.advance(nowMs);
    const kiosk = this.kioskPackage;
    const kioskPackage = kiosk !== null && this.#contents.isInstalled(kiosk) ? kiosk : null;
    return {
      ...this.#life.reportWith(this.#contents.usedBytes),
      ...this.#contents.report(),
      ...this.#network.report(),
      effectiveSettings: this.#inEffect.report({ volume: this.#volume, kioskPackage }),
    };
  }

  /** Changes settings on the headset itself, until settings are applied again. */
  tamper(change: EffectiveSettings): void {
    this.#inEffect.tamper(change);
  }

  /** Removes an application by hand. */
  uninstall(packageName: string, nowMs: number): void {
    this.#contents.lose(packageName);
    this.#setScene(nowMs);
  }

  /** From now on no download breaks. */
  repairFaults(): void {
    this.#contents.repairFaults();
  }

  /** Records that the last report arrived. */
  confirmReport(): void {
    this.#contents.confirm();
  }

  /** Records an event that no part of the headset reports itself. */
  recordEvent(type: string, payload: Record<string, unknown>, atMs: number): void {
    this.#note({ eventId: this.#ids.uuid(), type, payload }, atMs);
  }

  #setScene(nowMs: number): void {
    this.#edition = this.#contents.edition;
    const kiosk = this.kioskPackage;
    const { applications: apps, videos } = this.#contents;
    const scene = { apps, videos, kiosk: kiosk === null ? null : this.installed(kiosk) };
    this.#report(this.#life.use(scene, nowMs - this.#beatAtMs), nowMs);
  }

  #stopIf(packageName: string, atMs: number): void {
    if (this.#life.runningPackage === packageName) this.stop(atMs);
  }

  #report(events: readonly LifeEvent[], atMs: number): void {
    for (const event of events) this.#note(event, atMs);
  }
}
