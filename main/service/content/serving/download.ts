import type { Download } from '../../../../shared/contract/content/library-serving.ts';
import { cover, type Coverage, coveredBytes } from './sent-ranges.ts';
import { RateMeter, secondsLeft } from './rate.ts';
import { toInstant } from '../../kernel/clock.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { LibraryItem } from '../files/store.ts';
import type { StoredDownload } from './store.ts';

/** A content that this station sends to one headset. */
export class LiveDownload {
  readonly #rate = RateMeter.ofHeadset();
  #stored: StoredDownload;
  #open = 0;
  #lacksSpace = false;

  constructor(stored: StoredDownload) {
    this.#stored = stored;
  }

  /** Creates one that starts now. */
  static new(record: DeviceRecord, item: LibraryItem, nowMs: number): LiveDownload {
    const { sha256, name, kind, sizeBytes } = item;
    return new LiveDownload({
      deviceKey: record.key,
      deviceId: record.id,
      enterpriseId: record.enterpriseId,
      sha256,
      name,
      kind,
      sizeBytes,
      covered: [],
      servedBytes: 0,
      startedAtMs: nowMs,
      updatedAtMs: nowMs,
    });
  }

  get stored(): StoredDownload {
    return this.#stored;
  }

  get isRunning(): boolean {
    return this.#open > 0;
  }

  get sentBytes(): number {
    return coveredBytes(this.#stored.covered);
  }

  get isSent(): boolean {
    return this.sentBytes >= this.#stored.sizeBytes;
  }

  /** Returns how much is missing for a headset that continues from `start`. */
  remainingFrom(start: number): number {
    return this.#stored.sizeBytes - Math.max(start, this.isSent ? 0 : this.sentBytes);
  }

  /** Records that the headset was refused: it has to wait its turn, or lacks space. */
  noteRefusal(why: 'waiting' | 'noSpace', nowMs: number): void {
    this.#lacksSpace = why === 'noSpace';
    this.#change({ updatedAtMs: nowMs });
  }

  /** Records the start of a transfer. A request for the whole after everything was sent starts over. */
  begin(isWhole: boolean, nowMs: number): void {
    if (isWhole && this.isSent) this.#change({ covered: [], startedAtMs: nowMs });
    this.#lacksSpace = false;
    this.#open += 1;
    this.#change({ updatedAtMs: nowMs });
  }

  /** Records bytes sent, `[start, end)`. */
  sent(start: number, end: number, nowMs: number): void {
    this.#rate.add(end - start, nowMs);
    const covered: Coverage = cover(this.#stored.covered, start, end);
    this.#change({ covered, servedBytes: this.#stored.servedBytes + end - start, updatedAtMs: nowMs });
  }

  end(nowMs: number): void {
    this.#open -= 1;
    this.#change({ updatedAtMs: nowMs });
  }

  bytesPerSec(nowMs: number): number {
    return this.#rate.bytesPerSec(nowMs);
  }

  /** Returns it as others see it. `place` is the position of its headset in the queue, null if not queued. */
  view(position: number | null, nowMs: number): Download {
    const { deviceId, sha256, name, kind, sizeBytes, servedBytes, startedAtMs, updatedAtMs } = this.#stored;
    const { sentBytes } = this;
    const bytesPerSec = this.bytesPerSec(nowMs);
    const state = this.#state(position);
    return {
      deviceId,
      sha256,
      name,
      kind,
      sizeBytes,
      state,
      place: state === 'waiting' ? position : null,
      sentBytes,
      servedBytes,
      bytesPerSec,
      progress: sizeBytes === 0 ? 1 : sentBytes / sizeBytes,
      secondsLeft: secondsLeft(sizeBytes - sentBytes, bytesPerSec),
      startedAt: toInstant(startedAtMs),
      updatedAt: toInstant(updatedAtMs),
    };
  }

  #state(position: number | null): Download['state'] {
    if (this.isRunning) return 'running';
    if (this.#lacksSpace) return 'noSpace';
    if (this.isSent) return 'sent';
    return position === null ? 'paused' : 'waiting';
  }

  #change(change: Partial<StoredDownload>): void {
    this.#stored = { ...this.#stored, ...change };
  }
}
