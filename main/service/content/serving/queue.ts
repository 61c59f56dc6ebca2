import { byText } from '../../../../shared/domain/kernel/by-text.ts';

/** A headset that requests bytes of an item, and how much of it is missing. Sizes in bytes. */
export type Request = {
  readonly headset: string;
  readonly sizeBytes: number;
  readonly remainingBytes: number;
};

/** The headset may download now, or has to ask again after so many seconds; `place` counts from 1. */
export type Admission =
  | { readonly kind: 'go' }
  | { readonly kind: 'wait'; readonly place: number; readonly retryAfterSec: number };

type Waiting = Request & { readonly sinceMs: number; readonly expectedAtMs: number };
type Lease = { open: number; touchedAtMs: number };

/** How long a slot is held after the last byte, in ms: for the next range, the next item, or a lost connection. */
export const SLOT_HOLD_MS = 15_000;

/** How long a free slot is reserved for a headset ahead in the queue that is due back, in ms. */
const RESERVED_MS = 5_000;
/** A headset that is this late is dropped from the queue, in ms. */
const EXPIRY_MS = 30_000;

const FIRST_RETRY_SEC = 2;
const MAX_RETRY_SEC = 60;

/** With this share left, or in one last piece, a headset is nearly done: it goes before those that have to start. */
const NEARLY_SHARE = 0.25;
const NEARLY_BYTES = 8 * 1024 * 1024;

/**
 * Decides which headsets may download at once. A headset has one slot for all its downloads, and holds it from range
 * to range and item to item until it has been idle for a while: if thirty download at once, all finish late and none
 * is ready before the last. Waiting headsets ask again on their own; nearly finished ones go first, then those that
 * have waited longest. Times in ms; the caller passes the time.
 */
export class DownloadQueue {
  #concurrency: number;
  readonly #leases = new Map<string, Lease>();
  readonly #waiting = new Map<string, Waiting>();

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  get concurrency(): number {
    return this.#concurrency;
  }

  /** Sets the number of slots. Headsets that have one keep it, even if there are fewer now. */
  setConcurrency(concurrency: number): void {
    this.#concurrency = concurrency;
  }

  /** Grants a headset a slot, or tells it when to ask again. */
  request(request: Request, nowMs: number): Admission {
    this.#tidy(nowMs);
    const { headset } = request;
    const lease = this.#leases.get(headset);
    if (lease !== undefined) {
      lease.touchedAtMs = nowMs;
      return { kind: 'go' };
    }
    const sinceMs = this.#waiting.get(headset)?.sinceMs ?? nowMs;
    const before = this.#before({ ...request, sinceMs, expectedAtMs: nowMs });
    const reserved = before.filter(({ expectedAtMs }) => expectedAtMs <= nowMs + RESERVED_MS).length;
    if (this.#leases.size + reserved < this.#concurrency) {
      this.#waiting.delete(headset);
      this.#leases.set(headset, { open: 0, touchedAtMs: nowMs });
      return { kind: 'go' };
    }
    const retryAfterSec = retryAfter(before.length);
    this.#waiting.set(headset, { ...request, sinceMs, expectedAtMs: nowMs + retryAfterSec * 1_000 });
    return { kind: 'wait', place: before.length + 1, retryAfterSec };
  }

  /** Records the start of a transfer to a headset with a slot. */
  begin(headset: string, nowMs: number): void {
    const lease = this.#leases.get(headset) ?? { open: 0, touchedAtMs: nowMs };
    this.#leases.set(headset, { open: lease.open + 1, touchedAtMs: nowMs });
  }

  /**
   * Records the end of a transfer, successful or not. A headset that has finished everything frees its slot at once.
   */
  end(headset: string, nowMs: number, isComplete = false): void {
    const lease = this.#leases.get(headset);
    if (lease === undefined) return;
    lease.open = Math.max(0, lease.open - 1);
    lease.touchedAtMs = nowMs;
    if (isComplete && lease.open === 0) this.#leases.delete(headset);
  }

  /** Returns the headsets that have a slot. */
  admitted(nowMs: number): ReadonlySet<string> {
    this.#tidy(nowMs);
    return new Set(this.#leases.keys());
  }

  /** Returns the position of a waiting headset, counted from 1; null if it is not waiting. */
  positionOf(headset: string, nowMs: number): number | null {
    this.#tidy(nowMs);
    const waiting = this.#waiting.get(headset);
    return waiting === undefined ? null : this.#before(waiting).length + 1;
  }

  /** Returns the positions of all waiting headsets, counted from 1. */
  positions(nowMs: number): ReadonlyMap<string, number> {
    this.#tidy(nowMs);
    const order = [...this.#waiting.values()].toSorted(byPriority);
    return new Map(order.map(({ headset }, at) => [headset, at + 1]));
  }

  #before(waiting: Waiting): readonly Waiting[] {
    return [...this.#waiting.values()].filter(
      (each) => each.headset !== waiting.headset && byPriority(each, waiting) < 0,
    );
  }

  #tidy(nowMs: number): void {
    for (const [headset, { open, touchedAtMs }] of this.#leases) {
      if (open === 0 && nowMs - touchedAtMs >= SLOT_HOLD_MS) this.#leases.delete(headset);
    }
    for (const [headset, { expectedAtMs }] of this.#waiting) {
      if (nowMs - expectedAtMs >= EXPIRY_MS) this.#waiting.delete(headset);
    }
  }
}

/** Nearly finished first, those with least left before the others; then those that have waited longest. */
function byPriority(a: Waiting, b: Waiting): number {
  const [nearlyA, nearlyB] = [isNearlyFinished(a), isNearlyFinished(b)];
  if (nearlyA !== nearlyB) return nearlyA ? -1 : 1;
  const left = nearlyA ? a.remainingBytes - b.remainingBytes : 0;
  return left || a.sinceMs - b.sinceMs || byText(a.headset, b.headset);
}

function isNearlyFinished({ sizeBytes, remainingBytes }: Request): boolean {
  return remainingBytes <= NEARLY_BYTES || remainingBytes <= sizeBytes * NEARLY_SHARE;
}

/**
 * Returns one second more per position, so that headsets do not return together; far positions are spread over
 * another half minute.
 */
function retryAfter(before: number): number {
  const sec = FIRST_RETRY_SEC + before;
  return sec <= MAX_RETRY_SEC ? sec : MAX_RETRY_SEC + (before % 30);
}
