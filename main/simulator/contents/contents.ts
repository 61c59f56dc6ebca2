import type { Heartbeat } from '../../../shared/contract/enrolment/heartbeat.ts';
import type { DownloadTask } from '../../../shared/contract/devices/reported.ts';
import { Job, simulatedBytes } from './job.ts';
import type { InstalledPackage } from '../headset/models.ts';
import type { Random } from '../../agent/random.ts';
import { appAt, installMs, type SimulatedApp } from '../simulated-app.ts';
import { isOtherBinary, isOtherSource, type Wanted } from '../../agent/contents/wanted.ts';

type ContentPresence = NonNullable<Heartbeat['contentPresence']>[number];

/** Parameters of contents, and callbacks. Times in ms since 1970 UTC by the headset's clock. */
export type ContentsOptions = Readonly<{
  /** Packages of the manufacturer. */
  shipped: readonly InstalledPackage[];
  random: Random;
  bytesPerSec: number;
  /** Share of downloads that fail for good, 0 to 1. */
  failedShare: number;
  /** The first download fails, and no other because of this. */
  breaksFirst: boolean;
  /** True if bytes are really downloaded, by the reader of `fetching`. */
  isFetched: boolean;
  /** Applications whose size and version are known. */
  apps: readonly SimulatedApp[];
  /** Returns the space left by everything but contents, in bytes. */
  freeBytes: () => number;
  happened: (type: string, payload: Record<string, unknown>, atMs: number) => void;
  /** Called when a package is about to be replaced or removed. */
  leaving: (packageName: string, atMs: number) => void;
}>;

/** A content on the headset. `wanted` is the entry that it was downloaded for. */
type Held = Readonly<{ wanted: Wanted; sizeBytes: number; versionCode: number | null }>;

/** Why a content was removed. */
type Leave = 'UNASSIGNED' | 'REPLACED' | 'EXPIRED' | 'UNENROLLED' | 'REMOVED_BY_HAND';

/** What a headset reports about its contents. */
export type ContentsReport = Readonly<{
  installedPackages: InstalledPackage[];
  contentPresence: ContentPresence[];
  downloads: DownloadTask[];
}>;

/** How long a finished download stays listed, in ms. */
const COMPLETED_RETENTION_MS = 60_000;

/**
 * The contents of one headset: downloads what is assigned, one after another, installs it, and removes what is
 * unassigned or expired. Advances only with the times passed to it: one long step equals many short ones.
 */
export class Contents {
  readonly #options: ContentsOptions;
  readonly #held = new Map<string, Held>();
  readonly #failed = new Map<string, Readonly<{ job: Job; atMs: number; lacksSpace: boolean }>>();
  #wanted: ReadonlyMap<string, Wanted> = new Map();
  #queue: Job[] = [];
  #completed: Readonly<{ job: Job; atMs: number }>[] = [];
  #isReachable = true;
  #isAllowed = true;
  #nowMs = 0;
  #edition = 0;
  #isRepaired = false;
  #lastDownloadId = 0;
  /** Contents that the last report named as settled. */
  #named: ReadonlySet<string> = new Set();
  #known: ReadonlySet<string> = new Set();

  constructor(options: ContentsOptions) {
    this.#options = options;
  }

  /** When something changes without a call; null if nothing does. */
  get dueAtMs(): number | null {
    const times = [this.#queue[0]?.endsAtMs ?? null];
    for (const { key, expiresAtMs } of this.#wanted.values()) if (this.#hasAny(key)) times.push(expiresAtMs);
    const known = times.filter((time) => time !== null);
    return known.length === 0 ? null : Math.min(...known);
  }

  /** True while a download or an installation is in progress. */
  get isBusy(): boolean {
    const phase = this.#queue[0]?.phase;
    return phase === 'RUNNING' || phase === 'INSTALLING';
  }

  /** The download to fetch now; null if there is none, or bytes are not really downloaded. */
  get fetching(): Job | null {
    const job = this.#queue[0];
    return job?.phase === 'RUNNING' && job.isFetched ? job : null;
  }

  /** Names of contents whose state was reported: for those, `ASSIGNED` from the station means "download again". */
  get known(): ReadonlySet<string> {
    return this.#known;
  }

  /** Increases whenever a content was added or removed. */
  get edition(): number {
    return this.#edition;
  }

  /** Managed applications, in the order of their installation. */
  get applications(): readonly Readonly<{ packageName: string; contentId: string }>[] {
    return [...this.#held.values()].flatMap(({ wanted: { packageName, contentId } }) =>
      packageName === null ? [] : [{ packageName, contentId }],
    );
  }

  /** Returns true if a package of this name is installed, managed or not. */
  isInstalled(packageName: string): boolean {
    const isManaged = this.applications.some((each) => each.packageName === packageName);
    return isManaged || this.#options.shipped.some((each) => each.packageName === packageName);
  }

  /** Ids of the videos that can be played. */
  get videos(): readonly string[] {
    const videos = [...this.#held.values()].filter(({ wanted }) => wanted.kind === 'video');
    return videos.map(({ wanted }) => wanted.contentId);
  }

  /** Space taken by contents, including downloads in progress. */
  get usedBytes(): number {
    const held = [...this.#held.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return this.#queue.reduce((sum, job) => sum + job.bytesAt(this.#nowMs), held);
  }

  /** Advances to `toMs`. If the clock goes back, nothing happens until it has caught up. */
  advance(toMs: number): void {
    for (;;) {
      this.#startNext();
      const dueMs = this.dueAtMs;
      if (dueMs === null || dueMs > toMs) break;
      this.#nowMs = Math.max(this.#nowMs, dueMs);
      this.#expire();
      this.#endPhase();
    }
    this.#nowMs = Math.max(this.#nowMs, toMs);
  }

  /**
   * Assigns these contents and no others. `isAllowed`: downloads are allowed. A content of `known` that the station
   * reports as assigned again is downloaded once more.
   */
  setWanted(contents: readonly Wanted[], isAllowed: boolean, known: ReadonlySet<string>): void {
    const before = this.#wanted;
    this.#wanted = new Map(contents.map((each) => [each.key, each]));
    for (const key of before.keys()) if (!this.#wanted.has(key)) this.#remove(key, 'UNASSIGNED');
    this.#expire();
    for (const each of contents) {
      const isReassigned = each.isReassigned && known.has(each.key) && this.#known.has(each.key);
      if (!this.#isExpired(each)) this.#place(each, isReassigned);
    }
    this.#isAllowed = isAllowed;
    this.#follow();
  }

  /** Sets whether a network is reachable: without one, nothing is downloaded. */
  reach(isReachable: boolean): void {
    this.#isReachable = isReachable;
    this.#follow();
  }

  /** Removes all managed contents, and assigns none. */
  clear(): void {
    for (const key of this.#wanted.keys()) this.#remove(key, 'UNENROLLED');
  }

  /** Removes an application by hand; management notices when it is assigned again. */
  lose(packageName: string): void {
    for (const held of this.#held.values()) {
      if (held.wanted.packageName === packageName) this.#drop(held, 'REMOVED_BY_HAND');
    }
  }

  /** From now on no new download fails. */
  repairFaults(): void {
    this.#isRepaired = true;
  }

  /** Records how much of a download has arrived. */
  receive(job: Job, arrived: number, totalBytes: number): void {
    if (job === this.fetching) job.receive(arrived, totalBytes);
  }

  /** Records the end of a download: null, or why it failed. */
  endFetch(job: Job, failure: string | null): void {
    if (job !== this.fetching) return;
    if (failure === null && job.totalBytes <= this.#freeBytes(job)) this.#arrive(job);
    else this.#fail(job, failure ?? 'NOT_ENOUGH_STORAGE');
    this.#startNext();
  }

  /** Returns the report about contents. `confirm` records that it arrived. */
  report(): ContentsReport {
    const queuedKeys = new Set(this.#queue.map(({ wanted }) => wanted.key));
    const settled = [...this.#held.keys(), ...this.#failed.keys()];
    this.#named = new Set(settled.filter((key) => !queuedKeys.has(key)));
    this.#completed = this.#completed.filter(({ atMs }) => atMs + COMPLETED_RETENTION_MS > this.#nowMs);
    return {
      installedPackages: this.#packages(),
      contentPresence: [...this.#wanted.values()].map((each) => this.#presence(each)),
      downloads: [
        ...this.#queue.map((job) => job.task(this.#nowMs)),
        ...[...this.#failed.values(), ...this.#completed].map(({ job, atMs }) => job.task(atMs)),
      ],
    };
  }

  /** Records that the last report arrived. */
  confirm(): void {
    this.#known = this.#named;
  }

  #hasAny(key: string): boolean {
    const isQueued = this.#queue.some(({ wanted }) => wanted.key === key);
    return isQueued || this.#held.has(key) || this.#failed.has(key);
  }

  #isExpired({ expiresAtMs }: Wanted): boolean {
    return expiresAtMs !== null && expiresAtMs <= this.#nowMs;
  }

  #expire(): void {
    for (const each of this.#wanted.values()) {
      if (this.#isExpired(each) && this.#hasAny(each.key)) this.#remove(each.key, 'EXPIRED');
    }
  }

  #place(wanted: Wanted, isReassigned: boolean): void {
    const { key } = wanted;
    const queued = this.#queue.find((job) => job.wanted.key === key);
    if (queued !== undefined && !isOtherSource(wanted, queued.wanted)) return queued.moveTo(wanted);
    this.#cancel(key);
    const failed = this.#failed.get(key);
    const isRetried = isReassigned || failed?.lacksSpace === true;
    if (failed !== undefined && !isRetried && !isOtherSource(wanted, failed.job.wanted)) return;
    this.#failed.delete(key);
    const held = this.#held.get(key);
    if (held !== undefined) {
      if (!isReassigned && !isOtherBinary(wanted, held.wanted)) return;
      // An application is kept until its successor has arrived. Other contents, and other packages, are removed first.
      const isUpdated = wanted.kind === 'application' && wanted.packageName === held.wanted.packageName;
      if (!isUpdated) this.#drop(held, 'REPLACED');
    }
    this.#enqueue(wanted);
  }

  #enqueue(wanted: Wanted): void {
    const { random, bytesPerSec, failedShare, breaksFirst, isFetched } = this.#options;
    const without = (keys: ReadonlySet<string>) => new Set([...keys].filter((key) => key !== wanted.key));
    [this.#named, this.#known] = [without(this.#named), without(this.#known)];
    if (wanted.urls.length === 0) return this.#hold(wanted, 0);
    this.#lastDownloadId += 1;
    const totalBytes = isFetched
      ? 0
      : wanted.urls.reduce(
          (sum, url) => sum + (appAt(this.#options.apps, url)?.sizeBytes ?? simulatedBytes(url, wanted.kind)),
          0,
        );
    // Every job draws the same numbers, whatever its outcome.
    const [pace, breaks, where, care] = [random.next(), random.next(), random.next(), random.next()];
    const isFirst = breaksFirst && this.#lastDownloadId === 1;
    const isToFail = !isFetched && !this.#isRepaired && (isFirst || breaks < failedShare);
    const plan = {
      downloadId: this.#lastDownloadId,
      totalBytes,
      bytesPerSec: Math.max(1, Math.round(bytesPerSec * (0.7 + 0.6 * pace))),
      installMs:
        wanted.kind === 'application' ? installMs(appAt(this.#options.apps, wanted.urls[0]), care) : 0,
      failsAtBytes: isToFail ? Math.floor(totalBytes * where) : null,
      isFetched,
    };
    this.#queue.push(new Job(wanted, plan));
  }

  /** Starts or pauses the first download, as network and settings allow. */
  #follow(): void {
    if (!this.#isReachable || !this.#isAllowed) this.#queue[0]?.pause(this.#nowMs);
    this.#startNext();
  }

  #startNext(): void {
    if (!this.#isReachable || !this.#isAllowed) return;
    for (let job = this.#queue[0]; job?.phase === 'PENDING'; job = this.#queue[0]) {
      if (job.totalBytes > this.#freeBytes(job)) {
        this.#fail(job, 'NOT_ENOUGH_STORAGE');
        continue;
      }
      const { wanted, totalBytes, isUntouched } = job;
      job.run(this.#nowMs);
      if (isUntouched) this.#happened('DOWNLOAD_STARTED', wanted, { url: wanted.urls[0], totalBytes });
    }
  }

  /** Returns the free space for this job, including its own part. */
  #freeBytes(job: Job): number {
    return this.#options.freeBytes() - this.usedBytes + job.bytesAt(this.#nowMs);
  }

  #endPhase(): void {
    const job = this.#queue[0];
    if (job === undefined || job.endsAtMs === null || job.endsAtMs > this.#nowMs) return;
    if (job.phase === 'INSTALLING') this.#settle(job);
    else if (job.isToFail) this.#fail(job, 'CONNECTION_LOST');
    else this.#arrive(job);
  }

  #arrive(job: Job): void {
    this.#happened('DOWNLOAD_COMPLETED', job.wanted, { totalBytes: job.totalBytes });
    if (job.needsInstallation) job.install(this.#nowMs);
    else this.#settle(job);
  }

  #settle(job: Job): void {
    this.#cancel(job.wanted.key);
    job.finish('COMPLETED', this.#nowMs);
    this.#completed.push({ job, atMs: this.#nowMs });
    this.#hold(job.wanted, job.totalBytes);
  }

  #fail(job: Job, reason: string): void {
    const { key } = job.wanted;
    this.#cancel(key);
    job.finish('FAILED', this.#nowMs);
    this.#failed.set(key, { job, atMs: this.#nowMs, lacksSpace: reason === 'NOT_ENOUGH_STORAGE' });
    this.#happened('DOWNLOAD_FAILED', job.wanted, { reason });
  }

  #hold(fetched: Wanted, sizeBytes: number): void {
    const { key, packageName } = fetched;
    // The reader uses the current assignment, except for the binary, which is the downloaded one.
    if (packageName !== null) this.#options.leaving(packageName, this.#nowMs);
    const versionCode = fetched.kind === 'application' ? (fetched.versionCode ?? 1) : null;
    this.#edition += 1;
    this.#held.set(key, { wanted: fetched, sizeBytes, versionCode });
    if (fetched.kind === 'application') this.#happened('APP_INSTALLED', fetched, { versionCode });
  }

  #cancel(key: string): void {
    this.#queue = this.#queue.filter(({ wanted }) => wanted.key !== key);
  }

  #remove(key: string, reason: Leave): void {
    this.#cancel(key);
    this.#failed.delete(key);
    const held = this.#held.get(key);
    if (held !== undefined) this.#drop(held, reason);
  }

  #drop({ wanted, versionCode }: Held, reason: Leave): void {
    this.#edition += 1;
    this.#held.delete(wanted.key);
    this.#completed = this.#completed.filter(({ job }) => job.wanted.key !== wanted.key);
    if (wanted.packageName !== null) this.#options.leaving(wanted.packageName, this.#nowMs);
    if (wanted.kind === 'application') this.#happened('APP_UNINSTALLED', wanted, { versionCode, reason });
    this.#happened('CONTENT_REMOVED', wanted, { type: wanted.kind, reason });
  }

  #happened(type: string, { contentId, packageName }: Wanted, more: Record<string, unknown>): void {
    const subject = packageName === null ? { contentId } : { contentId, packageName };
    this.#options.happened(type, { ...subject, ...more }, this.#nowMs);
  }

  /** A managed version hides the manufacturer's, which is back when it is removed. */
  #packages(): InstalledPackage[] {
    const byName = new Map(this.#options.shipped.map((each) => [each.packageName, each]));
    for (const { wanted, versionCode } of this.#held.values()) {
      const { packageName } = wanted;
      if (packageName === null || versionCode === null) continue;
      const versionName = appAt(this.#options.apps, wanted.urls[0])?.versionName ?? String(versionCode);
      byName.set(packageName, { packageName, versionCode, versionName });
    }
    return [...byName.values()];
  }

  #presence({ key, kind, contentId, packageName, versionCode, dir, fileName }: Wanted): ContentPresence {
    const held = this.#held.get(key);
    const isInstalling = this.#queue[0]?.wanted.key === key && this.#queue[0].phase === 'INSTALLING';
    const isPresent = held !== undefined || isInstalling;
    return {
      contentId,
      type: kind,
      packageName,
      present: isPresent,
      installed: held !== undefined,
      ...(held === undefined ? {} : { sizeBytes: held.sizeBytes }),
      installedVersionCode: held?.versionCode ?? null,
      expectedVersionCode: versionCode,
      managedPaths: isPresent ? [`${dir}/${fileName}`] : [],
    };
  }
}
