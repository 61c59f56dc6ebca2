import type { EffectiveSettings, Settings } from '../../shared/contract/configuration/settings.ts';
import { Contents, type ContentsReport } from './contents.ts';
import { anEncoder } from './encoder.ts';
import type { Faults } from './faults.ts';
import type { Job } from './job.ts';
import { InEffect } from './in-effect.ts';
import { Life, type BodyReport, type Habits, type Happening } from './life.ts';
import type { Identity } from './models.ts';
import { seededRandom, type Random } from './random.ts';
import type { App } from './sessions.ts';
import { Streaming } from './streaming.ts';
import { contentsWanted } from './wanted.ts';

/** What an agent is made from. `note` hears of everything that happens, with its time by the headset's clock. */
export type AgentOptions = Readonly<{
  seed: string;
  identity: Identity;
  habits: Habits;
  faults: Faults;
  beatMs: number;
  note: (happening: Happening, atMs: number) => void;
}>;

/** How often whoever wears it turns the volume up, in beats. */
const TURN_EVERY_BEATS = 24;

/**
 * The management agent on a headset, and everything that it knows: what is used, what is on it, what it streams, which
 * settings it has taken over. It knows nothing of the network, and moves by the times it is told: ms since 1970 UTC by
 * the headset's own clock. The same seed and the same orders at the same times make the same life.
 */
export class Agent {
  readonly #note: AgentOptions['note'];
  readonly #ids: Random;
  readonly #life: Life;
  readonly #contents: Contents;
  /** The video that somebody ordered; paused without a start. */
  #video: Readonly<{ contentId: string; startedAtMs: number | null }> | null = null;
  readonly #streaming: Streaming;
  readonly #inEffect = new InEffect();
  #settings: Settings = {};
  #revision: number | null = null;
  #beatAtMs = 0;
  #beats = 0;
  readonly #turnsVolumeUp: boolean;
  /** Of the contents that people can choose from. */
  #edition = 0;
  #volume = 50;
  #isOff = false;
  #isUnmanaged = false;

  constructor({ seed, identity, habits, faults, beatMs, note }: AgentOptions) {
    this.#note = note;
    this.#ids = seededRandom(`${seed}/agent-events`);
    this.#turnsVolumeUp = habits.turnsVolumeUp;
    this.#life = new Life(seed, identity, habits, beatMs);
    const encoder = anEncoder(identity.model.tier, seededRandom(`${seed}/encoder`));
    const happened = this.happen.bind(this);
    this.#streaming = new Streaming(encoder, Math.round((habits.bandwidthBytesPerSec * 8) / 1_000), happened);
    this.#contents = new Contents({
      shipped: identity.packages,
      random: seededRandom(`${seed}/downloads`),
      bytesPerSec: habits.bandwidthBytesPerSec,
      failedShare: faults.failedDownloadShare,
      breaksFirst: faults.breaksFirstDownload,
      isFetched: habits.fetchesContents,
      roomBytes: () => this.#life.roomBytes,
      happened,
      leaving: (packageName, atMs) => this.#stopIf(packageName, atMs),
    });
  }

  /** The settings revision that was taken over; null before the first. Contents follow in their own time. */
  get revision(): number | null {
    return this.#revision;
  }

  /** In percent. */
  get volume(): number {
    return this.#volume;
  }

  get life(): Readonly<Pick<Life, 'battery' | 'isPaused' | 'isWorn' | 'runningPackage'>> {
    return this.#life;
  }

  /** The application of kiosk mode, installed or not; null when kiosk mode is off. */
  get kioskPackage(): string | null {
    const { kioskMode } = this.#settings;
    return kioskMode?.isActive === true ? (kioskMode.packageName ?? null) : null;
  }

  get isScreensharingAllowed(): boolean {
    return this.#settings.isScreensharingEnabled !== false;
  }

  /** Names of contents whose state the station was told of. */
  get knownContents(): ReadonlySet<string> {
    return this.#contents.known;
  }

  /** True while contents are on their way. */
  get isBusy(): boolean {
    return this.#contents.isBusy;
  }

  /** When something will happen to contents by itself; null when nothing will. */
  get dueAtMs(): number | null {
    return this.#contents.dueAtMs;
  }

  /** The download to be really fetched now; null when there is none. */
  get fetching(): Job | null {
    return this.#contents.fetching;
  }

  /** Lives on for one beat. Answers for how many beats the headset now leaves, 0 when it stays. */
  beat(nowMs: number): number {
    this.advance(nowMs);
    this.#beatAtMs = nowMs;
    this.#beats += 1;
    if (this.#turnsVolumeUp && this.#beats % TURN_EVERY_BEATS === 0) this.#turnVolumeUp(nowMs);
    const { happenings, outingBeats } = this.#life.step(this.#streaming.isRunning);
    this.#tell(happenings, nowMs);
    this.#streaming.tell(nowMs);
    return this.#isOff ? 0 : outingBeats;
  }

  /** Lets the time pass for contents. */
  advance(nowMs: number): void {
    this.#contents.advance(nowMs);
    if (this.#contents.edition !== this.#edition) this.#setScene(nowMs);
  }

  /** Takes settings over. `known` is `knownContents` as it was when they were asked for. */
  apply(settings: Settings, revision: number, known: ReadonlySet<string>, nowMs: number): void {
    if (this.#isUnmanaged) return;
    this.#contents.advance(nowMs);
    this.#settings = settings;
    this.#revision = revision;
    this.#inEffect.take(settings);
    if (settings.volume !== undefined) this.#volume = settings.volume;
    if (!this.isScreensharingAllowed) this.#streaming.stop(nowMs);
    const isAllowed = settings.isContentDownloadAllowed !== false;
    this.#contents.want(contentsWanted(settings), isAllowed, known);
    this.#setScene(nowMs);
  }

  /** Within reach of a network from now on, or not. */
  reach(isReachable: boolean, nowMs: number): void {
    this.#contents.advance(nowMs);
    this.#contents.reach(isReachable);
    if (!isReachable) this.#streaming.stop(nowMs);
  }

  /** What is installed under this name; null when nothing is. */
  installed(packageName: string): App | null {
    const managed = this.#contents.applications.find((each) => each.packageName === packageName);
    if (managed !== undefined) return managed;
    return this.#contents.isInstalled(packageName) ? { packageName, contentId: null } : null;
  }

  launch(app: App, nowMs: number): void {
    this.#tell(this.#life.launch(app, nowMs - this.#beatAtMs), nowMs);
  }

  /** Ends what is in front. */
  stop(nowMs: number): void {
    this.#tell(this.#life.stop(nowMs - this.#beatAtMs), nowMs);
  }

  lock(nowMs: number): void {
    if (this.#life.isPaused) return;
    this.happen('DEVICE_LOCKED', {}, nowMs);
    this.#tell(this.#life.lock(nowMs - this.#beatAtMs), nowMs);
  }

  unlock(nowMs: number): void {
    if (!this.#life.isPaused) return;
    this.happen('DEVICE_UNLOCKED', {}, nowMs);
    this.#tell(this.#life.unlock(nowMs - this.#beatAtMs), nowMs);
  }

  /** Switches off until `turnOn`: nothing is used, streamed or fetched. */
  turnOff(nowMs: number): void {
    this.reach(false, nowMs);
    this.#isOff = true;
    this.#tell(this.#life.turnOff(nowMs - this.#beatAtMs), nowMs);
  }

  /** Does nothing when it is on. */
  turnOn(nowMs: number): void {
    if (!this.#isOff) return;
    this.#isOff = false;
    this.#tell(this.#life.turnOn(nowMs - this.#beatAtMs), nowMs);
  }

  /** Plays a video that is there; false where it is not. */
  playVideo(contentId: string, nowMs: number): boolean {
    if (!this.#contents.videos.includes(contentId)) return false;
    this.pauseVideo(nowMs);
    this.#video = { contentId, startedAtMs: nowMs };
    this.happen('VIDEO_STARTED', { contentId }, nowMs);
    return true;
  }

  /** Pauses what was ordered to play; false where nothing was. */
  pauseVideo(nowMs: number): boolean {
    if (this.#video === null) return false;
    const { contentId, startedAtMs } = this.#video;
    if (startedAtMs === null) return true;
    this.#video = { contentId, startedAtMs: null };
    this.happen('VIDEO_STOPPED', { contentId, durationMs: nowMs - startedAtMs }, nowMs);
    return true;
  }

  /** Plays it again from its beginning; false where nothing was ordered to play. */
  restartVideo(nowMs: number): boolean {
    return this.#video !== null && this.playVideo(this.#video.contentId, nowMs);
  }

  setVolume(volume: number, nowMs: number): void {
    this.#volume = volume;
    this.happen('VOLUME_CHANGED', { volume }, nowMs);
  }

  /** Where a volume is assigned: otherwise nobody could tell. */
  #turnVolumeUp(nowMs: number): void {
    const { volume } = this.#settings;
    if (typeof volume === 'number' && !this.#isOff) this.setVolume(Math.min(100, volume + 30), nowMs);
  }

  get streaming(): Streaming {
    return this.#streaming;
  }

  /** Ends management: stops everything, takes away what it brought, and takes no settings any more. */
  unenrol(nowMs: number): void {
    this.#contents.advance(nowMs);
    this.#isUnmanaged = true;
    this.#settings = {};
    this.#inEffect.take({});
    this.#streaming.stop(nowMs);
    this.#tell(this.#life.turnOff(nowMs - this.#beatAtMs), nowMs);
    this.#contents.clear();
    this.#setScene(nowMs);
    this.happen('UNENROLLED', {}, nowMs);
  }

  /** So much of a download that is fetched has arrived. */
  receive(job: Job, arrived: number, totalBytes: number): void {
    this.#contents.receive(job, arrived, totalBytes);
  }

  /** A download that is fetched has come to its end: null, or why it failed. */
  endFetch(job: Job, failure: string | null, nowMs: number): void {
    this.#contents.advance(nowMs);
    this.#contents.endFetch(job, failure);
    this.advance(nowMs);
  }

  /** The whole state of the headset. */
  report(nowMs: number): BodyReport & ContentsReport & { effectiveSettings: EffectiveSettings } {
    this.advance(nowMs);
    const kiosk = this.kioskPackage;
    const kioskPackage = kiosk !== null && this.#contents.isInstalled(kiosk) ? kiosk : null;
    return {
      ...this.#life.reportWith(this.#contents.usedBytes),
      ...this.#contents.report(),
      effectiveSettings: this.#inEffect.report({ volume: this.#volume, kioskPackage }),
    };
  }

  /** Somebody changes settings on the headset itself, until it takes settings over again. */
  tamper(change: EffectiveSettings): void {
    this.#inEffect.tamper(change);
  }

  /** Somebody takes an application off the headset. */
  uninstall(packageName: string, nowMs: number): void {
    this.#contents.lose(packageName);
    this.#setScene(nowMs);
  }

  /** From now on no download breaks. */
  mend(): void {
    this.#contents.mend();
  }

  /** The last report arrived. */
  confirmReport(): void {
    this.#contents.confirm();
  }

  /** Something happened that no part of the headset tells by itself. */
  happen(type: string, payload: Record<string, unknown>, atMs: number): void {
    this.#note({ eventId: this.#ids.uuid(), type, payload }, atMs);
  }

  #setScene(nowMs: number): void {
    this.#edition = this.#contents.edition;
    const kiosk = this.kioskPackage;
    const { applications: apps, videos } = this.#contents;
    const scene = { apps, videos, kiosk: kiosk === null ? null : this.installed(kiosk) };
    this.#tell(this.#life.use(scene, nowMs - this.#beatAtMs), nowMs);
  }

  #stopIf(packageName: string, atMs: number): void {
    if (this.#life.runningPackage === packageName) this.stop(atMs);
  }

  #tell(happenings: readonly Happening[], atMs: number): void {
    for (const happening of happenings) this.#note(happening, atMs);
  }
}
