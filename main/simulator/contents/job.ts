import type { DownloadTask } from '../../../shared/contract/devices/reported.ts';
import { seededRandom } from '../../agent/random.ts';
import type { ContentKind, Wanted } from '../../agent/contents/wanted.ts';

const MB = 1_000_000;
const MIN_AND_MOST_MB: Record<ContentKind, readonly [number, number]> = {
  application: [60, 900],
  video: [150, 1_800],
  file: [1, 80],
};

/** Returns the simulated size of the content at a URL, in bytes: the same for every headset. */
export function simulatedBytes(url: string, kind: ContentKind): number {
  const [least, most] = MIN_AND_MOST_MB[kind];
  return seededRandom(`size/${url}`).integer(least * MB, most * MB);
}

/** How a job will proceed. The same plan and the same times give the same course. */
export type JobPlan = Readonly<{
  downloadId: number;
  /** 0: unknown. */
  totalBytes: number;
  bytesPerSec: number;
  /** Duration of the installation; 0 without one. */
  installMs: number;
  /** Fails for good after so many bytes; null: succeeds. */
  failsAtBytes: number | null;
  /** The bytes are really downloaded: `receive` reports them, and time alone makes no progress. */
  isFetched: boolean;
}>;

type Phase = 'PENDING' | 'RUNNING' | 'INSTALLING' | 'COMPLETED' | 'FAILED';

/** One content in progress: its download and, for an application, its installation. Times in ms since 1970 UTC. */
export class Job {
  readonly #plan: JobPlan;
  #wanted: Wanted;
  #phase: Phase = 'PENDING';
  #totalBytes: number;
  /** Bytes at `#sinceMs`, when the current download or installation step began. */
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

  /** Continues the same content from another URL, because the station moved. */
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

  /** True if its download fails at the end of this phase. */
  get isToFail(): boolean {
    return this.#plan.failsAtBytes !== null;
  }

  /** Was never started. */
  get isUntouched(): boolean {
    return this.#startedAtMs === null;
  }

  /** When the current phase ends on its own; null if it does not. */
  get endsAtMs(): number | null {
    if (this.#phase === 'INSTALLING') return this.#sinceMs + this.#plan.installMs;
    if (this.#phase !== 'RUNNING' || this.isFetched) return null;
    const missing = Math.max(0, this.#lastByte - this.#arrived);
    return this.#sinceMs + Math.ceil((missing / this.#plan.bytesPerSec) * 1_000);
  }

  get #lastByte(): number {
    return this.#plan.failsAtBytes ?? this.#totalBytes;
  }

  /** Starts or resumes the download. */
  run(nowMs: number): void {
    this.#startedAtMs ??= nowMs;
    this.#phase = 'RUNNING';
    this.#sinceMs = nowMs;
  }

  /** Pauses the download; received bytes are kept. An installation needs no network and continues. */
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

  /** Records how much of a downloaded content has arrived, and its size. */
  receive(arrived: number, totalBytes: number): void {
    this.#arrived = arrived;
    this.#totalBytes = totalBytes;
  }

  /** Returns the number of bytes received. */
  bytesAt(nowMs: number): number {
    if (this.#phase !== 'RUNNING' || this.isFetched) return this.#arrived;
    const ran = Math.max(0, nowMs - this.#sinceMs);
    return Math.min(this.#lastByte, this.#arrived + Math.floor((ran / 1_000) * this.#plan.bytesPerSec));
  }

  /** Returns the report about it. */
  task(nowMs: number): DownloadTask {
    const { kind, contentId, packageName, urls, dir, fileName } = this.wanted;
    const lastBytes = this.bytesAt(nowMs);
    const isDownloaded = this.#phase === 'INSTALLING' || this.#phase === 'COMPLETED';
    return {
      downloadId: this.#plan.downloadId,
      url: urls[0] ?? '',
      dir,
      fileName,
      totalBytes: this.#totalBytes,
      lastBytes,
      status: this.#phase === 'PENDING' && lastBytes > 0 ? 'PAUSED' : this.#phase,
      progress: isDownloaded ? 1 : shareOf(lastBytes, this.#totalBytes),
      speed: this.#phase === 'RUNNING' ? this.#speed(nowMs) : 0,
      typeFile: kind,
      ...(this.#startedAtMs === null ? {} : { startTime: this.#startedAtMs }),
      associatedObject: { contentId, packageName },
    };
  }

  /** Returns bytes per second; for real downloads, the average since the start. */
  #speed(nowMs: number): number {
    if (!this.isFetched || this.#startedAtMs === null) return this.#plan.bytesPerSec;
    return Math.round((this.#arrived * 1_000) / Math.max(1, nowMs - this.#startedAtMs));
  }
}

function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.round((part / whole) * 1_000) / 1_000) : 0;
}
