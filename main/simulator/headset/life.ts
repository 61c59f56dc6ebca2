import type { BatteryInfo, Storage } from '../../../shared/contract/configuration/settings/settings.ts';
import { Battery, type BatteryKind } from './battery.ts';
import { LESSON_PACKAGES, type Identity } from './models.ts';
import { seededRandom, type Random } from '../../agent/random.ts';
import type { SimulatedApp } from '../simulated-app.ts';
import { Sessions, type App, type Scene } from './sessions.ts';

/** How one headset is used. A `beat` is the time between two reports. */
export type Habits = Readonly<{
  battery: BatteryKind;
  /** Share of time out of reach (0 to below 1), in absences of 2 to 8 beats. */
  awayShare: number;
  /** A planned absence: its start, its length and its interval, in heartbeats. */
  absence: Readonly<{ afterBeats: number; forBeats: number; everyBeats: number }> | null;
  /** Download rate, varied by a third. */
  bandwidthBytesPerSec: number;
  /** True to download the bytes of its contents, and count and discard them; otherwise only the time passes. */
  fetchesContents: boolean;
  /** The wearer turns the volume up now and then, whatever is assigned. */
  turnsVolumeUp: boolean;
  /** The model by its name; null: any. */
  model: string | null;
  /** True to have preinstalled applications besides those of the manufacturer. */
  shipsLessons: boolean;
  /** Applications whose size and version are known; any other gets a size of its own. */
  apps: readonly SimulatedApp[];
}>;

/** An ordinary headset that stays within reach. */
export const DEFAULT_HABITS: Habits = {
  battery: 'usual',
  awayShare: 0,
  absence: null,
  bandwidthBytesPerSec: 20_000_000,
  fetchesContents: false,
  turnsVolumeUp: false,
  model: null,
  shipsLessons: true,
  apps: [],
};

export type LifeEvent = Readonly<{ eventId: string; type: string; payload: Record<string, unknown> }>;

/** What a headset reports about its hardware. */
export type BodyReport = Readonly<{ batteryInfo: BatteryInfo; storages: Storage[]; worn: boolean }>;

/** The result of one beat. `outingBeats` is how long the headset leaves for, 0 if it stays. */
export type Beat = Readonly<{ events: readonly LifeEvent[]; absenceBeats: number }>;

const MEAN_OUTING_BEATS = 5;

/**
 * The life of one headset, beat by beat: who wears it, what runs, battery and storage, absences. Depends only on the
 * seed, the number of the beat and calls, never on the network or the time of day. `sinceBeatMs` is how much of the
 * current beat has passed.
 */
export class Life {
  readonly #ids: Random;
  readonly #storageRandom: Random;
  readonly #offlineRandom: Random;
  readonly #habits: Habits;
  readonly #beatMs: number;
  readonly #shippedLessons: readonly App[];
  readonly #totalBytes: number;
  readonly #battery: Battery;
  readonly #sessions: Sessions;
  #beat = 0;
  #usedBytes: number;
  #events: LifeEvent[] = [];

  constructor(seed: string, identity: Identity, habits: Habits, beatMs: number) {
    this.#ids = seededRandom(`${seed}/event-ids`);
    this.#storageRandom = seededRandom(`${seed}/storage`);
    this.#offlineRandom = seededRandom(`${seed}/outings`);
    this.#habits = habits;
    this.#beatMs = beatMs;
    const recordEvent = (type: string, payload: Record<string, unknown>) => this.#recordEvent(type, payload);
    this.#battery = new Battery(seededRandom(`${seed}/battery`), habits.battery, recordEvent);
    this.#sessions = new Sessions(seededRandom(`${seed}/sessions`), recordEvent);
    const installed = new Set(identity.packages.map(({ packageName }) => packageName));
    const lessons = LESSON_PACKAGES.filter((name) => installed.has(name));
    this.#shippedLessons = lessons.map((packageName) => ({ packageName, contentId: null }));
    this.#sessions.use({ apps: this.#shippedLessons, videos: [], kiosk: null }, 0);
    this.#totalBytes = identity.model.storageBytes;
    this.#usedBytes = Math.floor(this.#totalBytes * (0.15 + 0.6 * this.#storageRandom.next()));
  }

  get isWorn(): boolean {
    return this.#sessions.isWorn;
  }

  /** Locked or switched off. */
  get isPaused(): boolean {
    return this.#sessions.isPaused;
  }

  /** The application in the foreground; null if there is none. */
  get runningPackage(): string | null {
    return this.#sessions.runningPackage;
  }

  get battery(): BatteryInfo {
    return this.#battery.info;
  }

  /** Free space besides managed contents, in bytes. */
  get freeBytes(): number {
    return this.#totalBytes - this.#usedBytes;
  }

  /** The current report, without managed contents. */
  get report(): BodyReport {
    return this.reportWith(0);
  }

  /** Returns the current report with so many bytes of managed contents. */
  reportWith(contentBytes: number): BodyReport {
    return { batteryInfo: this.battery, storages: [this.#storage(contentBytes)], worn: this.isWorn };
  }

  /** Advances by the time between two reports. */
  step(isStreaming = false): Beat {
    this.#flush();
    if (this.#beat === 0) this.#recordEvent('DEVICE_STARTED', { level: this.#battery.level });
    this.#beat += 1;
    if (this.#sessions.step(this.#atMs(0))) this.#battery.unplug();
    this.#battery.step({ isWorn: this.isWorn, isStreaming });
    this.#moveStorage();
    return { events: this.#flush(), absenceBeats: this.#offlineTime() };
  }

  /** From now on managed contents can be used too. */
  use({ apps, videos, kiosk }: Scene, sinceBeatMs: number): readonly LifeEvent[] {
    const managed = new Set(apps.map(({ packageName }) => packageName));
    const shipped = this.#shippedLessons.filter(({ packageName }) => !managed.has(packageName));
    this.#sessions.use({ apps: [...shipped, ...apps], videos, kiosk }, this.#atMs(sinceBeatMs));
    return this.#flush();
  }

  launch(app: App, sinceBeatMs: number): readonly LifeEvent[] {
    this.#sessions.launch(app, this.#atMs(sinceBeatMs));
    return this.#flush();
  }

  /** Ends the app in the foreground. */
  stop(sinceBeatMs: number): readonly LifeEvent[] {
    this.#sessions.stop(this.#atMs(sinceBeatMs));
    return this.#flush();
  }

  /** From now on nobody uses it; the app in the foreground stays. */
  lock(sinceBeatMs: number): readonly LifeEvent[] {
    this.#sessions.pause(this.#atMs(sinceBeatMs));
    return this.#flush();
  }

  unlock(sinceBeatMs: number): readonly LifeEvent[] {
    this.#sessions.resume(this.#atMs(sinceBeatMs));
    return this.#flush();
  }

  /** Switches off: the app in the foreground ends. */
  turnOff(sinceBeatMs: number): readonly LifeEvent[] {
    const atMs = this.#atMs(sinceBeatMs);
    this.#sessions.pause(atMs);
    this.#sessions.stop(atMs);
    return this.#flush();
  }

  /** Switches on. */
  turnOn(sinceBeatMs: number): readonly LifeEvent[] {
    this.#recordEvent('DEVICE_STARTED', { level: this.#battery.level });
    this.#sessions.resume(this.#atMs(sinceBeatMs));
    return this.#flush();
  }

  /** Returns the time since the first beat, in ms. */
  #atMs(sinceBeatMs: number): number {
    return this.#beat * this.#beatMs + Math.round(Math.min(this.#beatMs, Math.max(0, sinceBeatMs)));
  }

  #recordEvent(type: string, payload: Record<string, unknown>): void {
    this.#events.push({ eventId: this.#ids.uuid(), type, payload });
  }

  #flush(): readonly LifeEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Varies storage: recordings and caches come and go; system images keep the rest. */
  #moveStorage(): void {
    const trend = this.#storageRandom.next() - (this.isWorn ? 0.3 : 0.6);
    const step = Math.floor(this.#totalBytes * 0.002 * trend);
    const [least, most] = [this.#totalBytes * 0.12, this.#totalBytes * 0.97];
    this.#usedBytes = Math.floor(Math.min(most, Math.max(least, this.#usedBytes + step)));
  }

  #offlineTime(): number {
    const { absence, awayShare } = this.#habits;
    if (absence !== null) {
      const sinceFirst = this.#beat - absence.afterBeats;
      return sinceFirst >= 0 && sinceFirst % absence.everyBeats === 0 ? absence.forBeats : 0;
    }
    // With this chance at every beat in reach, the mean share of beats out of reach is `awayShare`.
    const chance = awayShare / (MEAN_OUTING_BEATS * (1 - awayShare));
    return this.#offlineRandom.chance(chance) ? this.#offlineRandom.integer(2, 8) : 0;
  }

  #storage(contentBytes: number): Storage {
    const usedSpace = Math.min(this.#totalBytes, this.#usedBytes + contentBytes);
    return {
      volumeDescription: 'Internal shared storage',
      totalSpace: this.#totalBytes,
      freeSpace: this.#totalBytes - usedSpace,
      usedSpace,
      isRemovable: false,
    };
  }
}
