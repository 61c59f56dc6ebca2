import type { BatteryInfo, Storage } from '../../shared/contract/settings.ts';
import { LESSON_PACKAGES } from './models.ts';
import type { Identity } from './models.ts';
import { seededRandom } from './random.ts';
import type { Random } from './random.ts';

/** How one headset is used. A `beat` is the time between two reports. */
export type Habits = Readonly<{
  /** `flat`: nearly empty and far from its charger, so that somebody must see to it. */
  battery: 'usual' | 'flat';
  /** The share of its time that it is out of reach (0 to below 1), in outings of 2 to 8 beats. */
  awayShare: number;
  /** An outing that is sure to come: after so many beats, for so many, and again every so many. */
  outing: Readonly<{ afterBeats: number; forBeats: number; everyBeats: number }> | null;
}>;

/** An everyday headset that stays within reach. */
export const USUAL_HABITS: Habits = { battery: 'usual', awayShare: 0, outing: null };

/** Something that happened on the headset. */
export type Happening = Readonly<{ eventId: string; type: string; payload: Record<string, unknown> }>;

/** What a headset reports of its body. */
export type BodyReport = Readonly<{ batteryInfo: BatteryInfo; storages: Storage[]; worn: boolean }>;

/** What one beat brought. `outingBeats` is how long the headset now leaves for, 0 when it stays. */
export type Beat = Readonly<{ happenings: readonly Happening[]; outingBeats: number }>;

type Play = { contentId: string; startedAtBeat: number };
type Session = { packageName: string; startedAtBeat: number; video: Play | null };

const MEAN_OUTING_BEATS = 5;

/**
 * The life of one headset, beat by beat: who wears it, what runs, how its battery and storage move, when it leaves.
 * It depends on the seed and on the number of the beat alone, never on the network or the time of day.
 */
export class Life {
  readonly #random: Random;
  readonly #ids: Random;
  readonly #habits: Habits;
  readonly #beatMs: number;
  readonly #lessons: readonly string[];
  readonly #totalBytes: number;
  #beat = 0;
  #level: number;
  #isCharging = false;
  #usedBytes: number;
  #session: Session | null = null;
  #happenings: Happening[] = [];

  constructor(seed: string, identity: Identity, habits: Habits, beatMs: number) {
    this.#random = seededRandom(`${seed}/life`);
    this.#ids = seededRandom(`${seed}/event-ids`);
    this.#habits = habits;
    this.#beatMs = beatMs;
    const installed = new Set(identity.packages.map(({ packageName }) => packageName));
    this.#lessons = LESSON_PACKAGES.filter((name) => installed.has(name));
    this.#totalBytes = identity.model.storageBytes;
    this.#level = habits.battery === 'flat' ? 12 : this.#random.integer(35, 100);
    this.#usedBytes = Math.floor(this.#totalBytes * (0.15 + 0.6 * this.#random.next()));
  }

  get isWorn(): boolean {
    return this.#session !== null;
  }

  /** What the headset would report of itself now. */
  get report(): BodyReport {
    return { batteryInfo: this.#battery(), storages: [this.#storage()], worn: this.isWorn };
  }

  /** Lives on for the time between two reports. */
  step(): Beat {
    this.#happenings = [];
    if (this.#beat === 0) this.#happen('DEVICE_STARTED', { level: Math.round(this.#level) });
    this.#beat += 1;
    this.#use();
    this.#moveBattery();
    this.#moveStorage();
    return { happenings: this.#happenings, outingBeats: this.#outing() };
  }

  #happen(type: string, payload: Record<string, unknown>): void {
    this.#happenings.push({ eventId: this.#ids.uuid(), type, payload });
  }

  #use(): void {
    const session = this.#session;
    if (session === null) {
      if (this.#lessons.length > 0 && this.#random.chance(0.15)) this.#start();
    } else if (this.#random.chance(0.1)) {
      this.#stop(session);
    } else {
      this.#watch(session);
    }
  }

  #start(): void {
    const packageName = this.#random.pick(this.#lessons);
    this.#session = { packageName, startedAtBeat: this.#beat, video: null };
    this.#unplug();
    this.#happen('APP_STARTED', { packageName });
  }

  #stop(session: Session): void {
    if (session.video !== null) this.#stopVideo(session, session.video);
    this.#session = null;
    this.#happen('APP_STOPPED', {
      packageName: session.packageName,
      durationMs: this.#since(session.startedAtBeat),
    });
  }

  #watch(session: Session): void {
    if (session.video !== null) {
      if (this.#random.chance(0.3)) this.#stopVideo(session, session.video);
    } else if (this.#random.chance(0.2)) {
      const contentId = `video-${this.#random.integer(1, 12)}`;
      session.video = { contentId, startedAtBeat: this.#beat };
      this.#happen('VIDEO_STARTED', { contentId, packageName: session.packageName });
    }
  }

  #stopVideo(session: Session, video: Play): void {
    session.video = null;
    const durationMs = this.#since(video.startedAtBeat);
    this.#happen('VIDEO_STOPPED', {
      contentId: video.contentId,
      packageName: session.packageName,
      durationMs,
    });
  }

  #since(beat: number): number {
    return (this.#beat - beat) * this.#beatMs;
  }

  #moveBattery(): void {
    const before = this.#level;
    const drain = this.isWorn ? 0.5 : 0.06;
    const change = this.#isCharging ? 0.7 : -drain * (0.8 + 0.4 * this.#random.next());
    const lowest = this.#habits.battery === 'flat' ? 7 : 1;
    this.#level = Math.min(100, Math.max(lowest, this.#level + change));
    if (before > 15 && this.#level <= 15) this.#happen('BATTERY_LOW', { level: Math.round(this.#level) });
    if (this.#isCharging && this.#level >= 100) this.#unplug();
    else if (this.#wantsCharger()) this.#plugIn();
  }

  #wantsCharger(): boolean {
    const isFree = !this.#isCharging && !this.isWorn && this.#habits.battery === 'usual';
    return isFree && (this.#level < 25 || (this.#level < 80 && this.#random.chance(0.1)));
  }

  #plugIn(): void {
    this.#isCharging = true;
    this.#happen('CHARGING_STARTED', { level: Math.round(this.#level) });
  }

  #unplug(): void {
    if (!this.#isCharging) return;
    this.#isCharging = false;
    this.#happen('CHARGING_STOPPED', { level: Math.round(this.#level) });
  }

  /** Recordings and caches come and are cleared; system images keep the rest. */
  #moveStorage(): void {
    const step = Math.floor(this.#totalBytes * 0.002 * (this.#random.next() - (this.isWorn ? 0.3 : 0.6)));
    const [least, most] = [this.#totalBytes * 0.12, this.#totalBytes * 0.97];
    this.#usedBytes = Math.floor(Math.min(most, Math.max(least, this.#usedBytes + step)));
  }

  #outing(): number {
    const { outing, awayShare } = this.#habits;
    if (outing !== null) {
      const sinceFirst = this.#beat - outing.afterBeats;
      return sinceFirst >= 0 && sinceFirst % outing.everyBeats === 0 ? outing.forBeats : 0;
    }
    // With this chance at every beat in reach, the mean share of beats out of reach is `awayShare`.
    const chance = awayShare / (MEAN_OUTING_BEATS * (1 - awayShare));
    return this.#random.chance(chance) ? this.#random.integer(2, 8) : 0;
  }

  #battery(): BatteryInfo {
    return {
      level: Math.round(this.#level),
      isCharging: this.#isCharging,
      health: 'Good',
      temperature: (this.isWorn ? 36 : 27) + (this.#isCharging ? 3 : 0),
      voltage: 3_400 + Math.round(this.#level * 9),
    };
  }

  #storage(): Storage {
    const usedSpace = this.#usedBytes;
    return {
      volumeDescription: 'Internal shared storage',
      totalSpace: this.#totalBytes,
      freeSpace: this.#totalBytes - usedSpace,
      usedSpace,
      isRemovable: false,
    };
  }
}
