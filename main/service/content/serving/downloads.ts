import { DEFAULT_CONCURRENCY, type Download } from '../../../../shared/contract/content/library-serving.ts';
import { DownloadQueue } from './queue.ts';
import { RateMeter } from './rate.ts';
import { freeSpaceFor, spaceNeeded } from '../coverage/space.ts';
import { Failure } from '../../kernel/failure.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { storagesOf } from '../../devices/views/index.ts';
import type { LibraryItem } from '../files/store.ts';
import { LiveDownload } from './download.ts';
import { type DownloadPart, type DownloadStore, type StoredDownload, openDownloadStore } from './store.ts';
import { ThrottledPublisher } from './throttled-publisher.ts';

/** How often progress is stored while sending, in ms. */
const STORE_INTERVAL_MS = 5_000;
/** Maximum number of cached downloads; beyond it, idle ones are read again when needed. */
const MAX_CACHED = 1_000;
const IDLE_MS = 600_000;

/** A part of a content that a headset requests; `end` is inclusive. */
export type DownloadRequest = {
  readonly record: DeviceRecord;
  readonly item: LibraryItem;
  readonly start: number;
  readonly end: number;
};

/** A transfer in progress. */
export type Transfer = { sent(start: number, end: number): void; ended(): void };

/** All downloads of headsets from this station: the queue, their progress, and what is stored of it. */
export class Downloads {
  readonly #records: Records;
  readonly #isComplete: (deviceId: string) => boolean;
  readonly #store: DownloadStore;
  readonly #queue: DownloadQueue;
  readonly #publisher: ThrottledPublisher<LiveDownload>;
  readonly #live = new Map<string, LiveDownload>();
  /** Changes since the last write. */
  readonly #unsaved = new Map<LiveDownload, number>();

  /** Rate per organisation: counts all its headsets together, one after the other. */
  readonly #rates = new Map<string, RateMeter>();

  /** `isComplete`: returns whether a headset has nothing left to download here. */
  constructor(records: Records, isComplete: (deviceId: string) => boolean) {
    this.#records = records;
    this.#isComplete = isComplete;
    this.#store = openDownloadStore(records.core.db);
    this.#queue = new DownloadQueue(this.#store.concurrency() ?? DEFAULT_CONCURRENCY);
    this.#publisher = new ThrottledPublisher(records.core.clock, (download) => this.#publish(download));
  }

  get concurrency(): number {
    return this.#queue.concurrency;
  }

  /** Sets how many headsets may download at once, from the commit on. */
  async setConcurrency(concurrency: number): Promise<void> {
    await this.#records.core.writer.run((afterCommit) => {
      this.#store.setConcurrency(concurrency);
      afterCommit(() => this.#queue.setConcurrency(concurrency));
    });
  }

  /** Returns why a headset may not have this now: no space for it, or others come first. Undefined: it may. */
  refuse(request: DownloadRequest): Failure<'HEADSET_STORAGE_FULL' | 'DOWNLOAD_QUEUED'> | undefined {
    const nowMs = this.#nowMs;
    const download = this.#at(request, nowMs);
    const noSpace = this.#refuseForSpace(request, download);
    if (noSpace !== undefined) {
      download.noteRefusal('noSpace', nowMs);
      this.#changed(download);
      return noSpace;
    }
    const { record, item, start } = request;
    const remainingBytes = download.remainingFrom(start);
    const admission = this.#queue.request(
      { headset: record.id, sizeBytes: item.sizeBytes, remainingBytes },
      nowMs,
    );
    if (admission.kind === 'go') return undefined;
    download.noteRefusal('waiting', nowMs);
    this.#changed(download);
    return new Failure(
      'DOWNLOAD_QUEUED',
      `The maximum number of headsets are downloading now. This one is number ${admission.place} in the queue; retry in ${admission.retryAfterSec} s.`,
      { retryAfterSec: admission.retryAfterSec },
    );
  }

  /** Starts a transfer to a headset that was not refused. */
  begin(request: DownloadRequest): Transfer {
    const { record, item, start, end } = request;
    const download = this.#at(request, this.#nowMs);
    download.begin(start === 0 && end === item.sizeBytes - 1, this.#nowMs);
    this.#queue.begin(record.id, this.#nowMs);
    this.#changed(download);
    let hasEnded = false;
    return {
      sent: (from, to) => {
        download.sent(from, to, this.#nowMs);
        this.#rateOf(record.enterpriseId).add(to - from, this.#nowMs);
        this.#changed(download);
      },
      ended: () => {
        if (hasEnded) return;
        hasEnded = true;
        download.end(this.#nowMs);
        // Checked only when this content is complete: many ranges end before that.
        this.#queue.end(record.id, this.#nowMs, download.isSent && this.#isComplete(record.id));
        this.#changed(download);
      },
    };
  }

  /** Returns a page of an organisation's downloads, most recent first, their number, and the bytes sent since. */
  async page(
    enterpriseId: string,
    part: DownloadPart & { readonly sinceMs: number },
  ): Promise<{ items: Download[]; total: number; sent: { bytes: number; headsets: number } }> {
    await this.save();
    const rows = this.#store.page(enterpriseId, part);
    const check = this.#viewer();
    return {
      items: rows.map((row) => check(this.#live.get(keyOf(row)) ?? new LiveDownload(row))),
      total: this.#store.count(enterpriseId, part.sha256),
      sent: this.#store.sent(enterpriseId, part.sinceMs),
    };
  }

  /** Returns the headsets of an organisation that are downloading or queued, with whether they have a slot. */
  active(enterpriseId: string): ReadonlyMap<string, boolean> {
    const nowMs = this.#nowMs;
    const [admitted, positions] = [this.#queue.admitted(nowMs), this.#queue.positions(nowMs)];
    const found = new Map<string, boolean>();
    for (const { stored } of this.#live.values()) {
      const isAdmitted = admitted.has(stored.deviceId);
      if (stored.enterpriseId !== enterpriseId || (!isAdmitted && !positions.has(stored.deviceId))) continue;
      found.set(stored.deviceId, isAdmitted);
    }
    return found;
  }

  /** Returns the total rate to an organisation's headsets, in bytes per second. */
  bytesPerSec(enterpriseId: string): number {
    return this.#rates.get(enterpriseId)?.bytesPerSec(this.#nowMs) ?? 0;
  }

  /** Returns the distinct bytes of a content that a headset was sent. */
  sentBytes(deviceKey: number, sha256: string): number {
    const live = this.#live.get(keyOf({ deviceKey, sha256 }));
    if (live !== undefined) return live.sentBytes;
    const stored = this.#store.find(deviceKey, sha256);
    return stored === undefined ? 0 : new LiveDownload(stored).sentBytes;
  }

  /** Stores what has changed. */
  async save(): Promise<void> {
    if (this.#unsaved.size === 0) return;
    const changed = [...this.#unsaved.keys()].map(({ stored }) => stored);
    this.#unsaved.clear();
    await this.#records.core.writer.run(() => {
      for (const each of changed) this.#store.put(each);
    });
  }

  /** Stops publishing, and stores the rest. */
  async stop(): Promise<void> {
    this.#publisher.stop();
    await this.save();
  }

  #rateOf(enterpriseId: string): RateMeter {
    const known = this.#rates.get(enterpriseId) ?? RateMeter.ofCart();
    this.#rates.set(enterpriseId, known);
    return known;
  }

  get #nowMs(): number {
    return this.#records.core.clock.now();
  }

  #at({ record, item }: Pick<DownloadRequest, 'record' | 'item'>, nowMs: number): LiveDownload {
    const key = keyOf({ deviceKey: record.key, sha256: item.sha256 });
    const known = this.#live.get(key);
    if (known !== undefined) return known;
    if (this.#live.size >= MAX_CACHED) this.#pruneIdle(nowMs);
    const stored = this.#store.find(record.key, item.sha256);
    const download = stored === undefined ? LiveDownload.new(record, item, nowMs) : new LiveDownload(stored);
    this.#live.set(key, download);
    return download;
  }

  #pruneIdle(nowMs: number): void {
    for (const [key, download] of this.#live) {
      const isIdle = !download.isRunning && !this.#unsaved.has(download);
      if (isIdle && nowMs - download.stored.updatedAtMs > IDLE_MS) this.#live.delete(key);
    }
  }

  /** Space is checked only at the beginning: later it is reserved already, and the headset's report is out of date. */
  #refuseForSpace(
    { record, item, start }: DownloadRequest,
    { sentBytes, isSent }: LiveDownload,
  ): Failure<'HEADSET_STORAGE_FULL'> | undefined {
    const hasBegun = start > 0 || (sentBytes > 0 && !isSent);
    if (hasBegun) return undefined;
    const free = freeSpaceFor(item, storagesOf(this.#records.reports.report(record.key)));
    const needed = spaceNeeded(item);
    if (free === undefined || free >= needed) return undefined;
    return new Failure(
      'HEADSET_STORAGE_FULL',
      `${item.name} needs ${inMegabytes(needed)} MB free on the headset, which has ${inMegabytes(free)} MB.`,
    );
  }

  #changed(download: LiveDownload): void {
    this.#publisher.changed(download.stored.deviceId, download);
    const sinceMs = this.#unsaved.get(download) ?? this.#nowMs;
    this.#unsaved.set(download, sinceMs);
    if (this.#nowMs - sinceMs >= STORE_INTERVAL_MS || download.isSent) this.#saveSoon();
  }

  #saveSoon(): void {
    this.save().catch((error: unknown) =>
      this.#records.core.log.warn({ err: error }, 'what was sent to headsets could not be written down'),
    );
  }

  /** Returns a function that shows downloads as of now. */
  #viewer(): (download: LiveDownload) => Download {
    const nowMs = this.#nowMs;
    const positions = this.#queue.positions(nowMs);
    return (download) => download.view(positions.get(download.stored.deviceId) ?? null, nowMs);
  }

  #publish(download: LiveDownload): void {
    // Nothing more may happen to it for a long time.
    if (!download.isRunning) this.#saveSoon();
    const { deviceId } = download.stored;
    const record = this.#records.devices.find(deviceId);
    if (record === undefined) return;
    const { enterpriseId } = record;
    const nowMs = this.#nowMs;
    const position = this.#queue.positionOf(deviceId, nowMs);
    const fleet = { name: 'download', data: download.view(position, nowMs) } as const;
    this.#records.core.changes.announce({ enterpriseId, deviceId: record.id, fleet });
  }
}

function keyOf({ deviceKey, sha256 }: Pick<StoredDownload, 'deviceKey' | 'sha256'>): string {
  return `${deviceKey} ${sha256}`;
}

function inMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(0);
}
