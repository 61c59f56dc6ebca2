import type { DownloadTask } from '../../shared/contract/devices/reported.ts';
import { seededRandom } from './random.ts';
import type { ContentKind, Wanted } from './wanted.ts';

const MB = 1_000_000;
const LEAST_AND_MOST_MB: Record<ContentKind, readonly [number, number]> = {
  application: [60, 900],
  video: [150, 1_800],
  file: [1, 80],
};

/** How large the content at an address is said to be, in bytes: the same for every headset. */
export function simulatedBytes(url: string, kind: ContentKind): number {
  const [least, most] = LEAST_AND_MOST_MB[kind];
  return seededRandom(`size/${url}`).integer(least * MB, most * MB);
}

/** How a job will go. The same plan and the same times give the same course. */
export type JobPlan = Readonly<{
  downloadId: number;
  /** 0: not known yet. */
  totalBytes: number;
  bytesPerSec: number;
  /** How long the installation takes; 0 for what needs none. */
  installMs: number;
  /** Breaks for good after so many bytes; null: comes through. */
  failsAtBytes: number | null;
  /** The bytes are really fetched: they are told by `receive`, and time alone brings nothing forward. */
  isFetched: boolean;
}>;

type Phase = 'PENDING' | 'RUNNING' | 'INSTALLING' | 'COMPLETED' | 'FAILED';

/** One content on its way to the headset: its download and, for an application, its installation. Times in ms since 1970 UTC. */
export class Job {
  readonly #plan: JobPlan;
  #wanted: Wanted;
  #phase: Phase = 'PENDING';
  #totalBytes: number;
  /** What had arrived at `#sinceMs`, where the present stretch of the download or installation began. */
  #arrived = 0;
  #sinceMs = 0;
  #startedAtMs: number | null = null;

  constructor(wanted: Wanted, plan: JobPlan) {
    this.#wanted = wanted;
    this.#plan = plan;
    this.#totalBytes = plan.totalBytes;
  }

  get wanted(): Wanted {
    return this.#wanted;
  }

  /** The same content, from now on fetched from elsewhere: the station has another address. */
  moveTo(wanted: Wanted): void {
    this.#wanted = wanted;
  }

  get phase(): Phase {
    return this.#phase;
  }

  get totalBytes(): number {
    return this.#totalBytes;
  }

  get isFetched(): boolean {
    return this.#plan.isFetched;
  }

  get needsInstallation(): boolean {
    return this.#plan.installMs > 0;
  }

  /** True when its download breaks at the end of this phase. */
  get isToFail(): boolean {
    return this.#plan.failsAtBytes !== null;
  }

  /** Was never begun. */
  get isUntouched(): boolean {
    return this.#startedAtMs === null;
  }

  /** When the present phase ends by itself; null when it does not. */
  get endsAtMs(): number | null {
    if (this.#phase === 'INSTALLING') return this.#sinceMs + this.#plan.installMs;
    if (this.#phase !== 'RUNNING' || this.isFetched) return null;
    const missing = Math.max(0, this.#lastByte - this.#arrived);
    return this.#sinceMs + Math.ceil((missing / this.#plan.bytesPerSec) * 1_000);
  }

  get #lastByte(): number {
    return this.#plan.failsAtBytes ?? this.#totalBytes;
  }

  /** Starts the download, or goes on with it. */
  run(nowMs: number): void {
    this.#startedAtMs ??= nowMs;
    this.#phase = 'RUNNING';
    this.#sinceMs = nowMs;
  }

  /** Holds the download; what arrived is kept. An installation needs no network and goes on. */
  pause(nowMs: number): void {
    if (this.#phase !== 'RUNNING') return;
    this.#arrived = this.bytesAt(nowMs);
    this.#phase = 'PENDING';
  }

  install(nowMs: number): void {
    this.#arrived = this.#totalBytes;
    this.#phase = 'INSTALLING';
    this.#sinceMs = nowMs;
  }

  finish(phase: 'COMPLETED' | 'FAILED', nowMs: number): void {
    this.#arrived = phase === 'COMPLETED' ? this.#totalBytes : this.bytesAt(nowMs);
    this.#phase = phase;
  }

  /** So much of a fetched content is here, out of so much. */
  receive(arrived: number, totalBytes: number): void {
    this.#arrived = arrived;
    this.#totalBytes = totalBytes;
  }

  /** Whole bytes that have arrived. */
  bytesAt(nowMs: number): number {
    if (this.#phase !== 'RUNNING' || this.isFetched) return this.#arrived;
    const ran = Math.max(0, nowMs - this.#sinceMs);
    return Math.min(this.#lastByte, this.#arrived + Math.floor((ran / 1_000) * this.#plan.bytesPerSec));
  }

  /** What the headset says of it. */
  task(nowMs: number): DownloadTask {
    const { kind, contentId, packageName, urls, dir, fileName } = this.wanted;
    const lastBytes = this.bytesAt(nowMs);
    const isThrough = this.#phase === 'INSTALLING' || this.#phase === 'COMPLETED';
    return {
      downloadId: this.#plan.downloadId,
      url: urls[0] ?? '',
      dir,
      fileName,
      totalBytes: this.#totalBytes,
      lastBytes,
      status: this.#phase === 'PENDING' && lastBytes > 0 ? 'PAUSED' : this.#phase,
      progress: isThrough ? 1 : shareOf(lastBytes, this.#totalBytes),
      speed: this.#phase === 'RUNNING' ? this.#speed(nowMs) : 0,
      typeFile: kind,
      ...(this.#startedAtMs === null ? {} : { startTime: this.#startedAtMs }),
      associatedObject: { contentId, packageName },
    };
  }

  /** In bytes per second; of what is fetched, since its start. */
  #speed(nowMs: number): number {
    if (!this.isFetched || this.#startedAtMs === null) return this.#plan.bytesPerSec;
    return Math.round((this.#arrived * 1_000) / Math.max(1, nowMs - this.#startedAtMs));
  }
}

function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.round((part / whole) * 1_000) / 1_000) : 0;
}
