import { byText } from '../kernel/by-text.ts';

/** A headset that asks for bytes of an item: what is still missing of it, from where it asks on. Sizes in bytes. */
export type Asking = {
  readonly headset: string;
  readonly sizeBytes: number;
  readonly remainingBytes: number;
};

/** It may fetch now, or shall ask again after so many seconds; `place` counts from 1. */
export type Turn =
  | { readonly kind: 'go' }
  | { readonly kind: 'wait'; readonly place: number; readonly retryAfterSec: number };

type Waiting = Asking & { readonly sinceMs: number; readonly backAtMs: number };
type Lease = { open: number; touchedAtMs: number };

/** A slot is kept for this long after the last byte: for the next range, the next item, or a connection that was cut. */
export const KEEP_SLOT_MS = 15_000;

/** A free slot is kept for a better placed headset that is to be back within this time. */
const RESERVED_MS = 5_000;
/** Who is so late is not coming. */
const FORGET_AFTER_MS = 30_000;

const FIRST_RETRY_SEC = 2;
const MAX_RETRY_SEC = 60;

/** With so little left, or in one last piece, a headset is done soon: it goes before who has to start. */
const NEARLY_SHARE = 0.25;
const NEARLY_BYTES = 8 * 1024 * 1024;

/**
 * Which headsets may fetch at once. A headset has one slot for all that it fetches, and keeps it from range to range and
 * from item to item until it has been silent for a while: thirty that fetch at once all finish late, and none of them is
 * ready until the last is. Who waits comes back by itself; nearly finished ones go first, then who has waited longest.
 * Times in ms; whoever asks says what time it is.
 */
export class DownloadQueue {
  #atOnce: number;
  readonly #leases = new Map<string, Lease>();
  readonly #waiting = new Map<string, Waiting>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  get atOnce(): number {
    return this.#atOnce;
  }

  /** Who has a slot keeps it, also where there are fewer slots now. */
  setAtOnce(atOnce: number): void {
    this.#atOnce = atOnce;
  }

  /** Lets a headset in, or sends it away for a while. */
  ask(asking: Asking, nowMs: number): Turn {
    this.#tidy(nowMs);
    const { headset } = asking;
    const lease = this.#leases.get(headset);
    if (lease !== undefined) {
      lease.touchedAtMs = nowMs;
      return { kind: 'go' };
    }
    const sinceMs = this.#waiting.get(headset)?.sinceMs ?? nowMs;
    const before = this.#before({ ...asking, sinceMs, backAtMs: nowMs });
    const reserved = before.filter(({ backAtMs }) => backAtMs <= nowMs + RESERVED_MS).length;
    if (this.#leases.size + reserved < this.#atOnce) {
      this.#waiting.delete(headset);
      this.#leases.set(headset, { open: 0, touchedAtMs: nowMs });
      return { kind: 'go' };
    }
    const retryAfterSec = retryAfter(before.length);
    this.#waiting.set(headset, { ...asking, sinceMs, backAtMs: nowMs + retryAfterSec * 1_000 });
    return { kind: 'wait', place: before.length + 1, retryAfterSec };
  }

  /** A transfer to a headset that was let in begins. */
  begin(headset: string, nowMs: number): void {
    const lease = this.#leases.get(headset) ?? { open: 0, touchedAtMs: nowMs };
    this.#leases.set(headset, { open: lease.open + 1, touchedAtMs: nowMs });
  }

  /** A transfer ended, well or badly. Who is through with all that it has to fetch makes room at once. */
  end(headset: string, nowMs: number, isThrough = false): void {
    const lease = this.#leases.get(headset);
    if (lease === undefined) return;
    lease.open = Math.max(0, lease.open - 1);
    lease.touchedAtMs = nowMs;
    if (isThrough && lease.open === 0) this.#leases.delete(headset);
  }

  /** The headsets that have a slot. */
  letIn(nowMs: number): ReadonlySet<string> {
    this.#tidy(nowMs);
    return new Set(this.#leases.keys());
  }

  /** The place of a headset that waits, counted from 1; null when it does not. */
  placeOf(headset: string, nowMs: number): number | null {
    this.#tidy(nowMs);
    const waiting = this.#waiting.get(headset);
    return waiting === undefined ? null : this.#before(waiting).length + 1;
  }

  /** The places of all headsets that wait, each counted from 1. */
  places(nowMs: number): ReadonlyMap<string, number> {
    this.#tidy(nowMs);
    const order = [...this.#waiting.values()].toSorted(byTurn);
    return new Map(order.map(({ headset }, at) => [headset, at + 1]));
  }

  #before(waiting: Waiting): readonly Waiting[] {
    return [...this.#waiting.values()].filter(
      (each) => each.headset !== waiting.headset && byTurn(each, waiting) < 0,
    );
  }

  #tidy(nowMs: number): void {
    for (const [headset, { open, touchedAtMs }] of this.#leases) {
      if (open === 0 && nowMs - touchedAtMs >= KEEP_SLOT_MS) this.#leases.delete(headset);
    }
    for (const [headset, { backAtMs }] of this.#waiting) {
      if (nowMs - backAtMs >= FORGET_AFTER_MS) this.#waiting.delete(headset);
    }
  }
}

/** Nearly finished first, those with least left before the others; then who has waited longest. */
function byTurn(a: Waiting, b: Waiting): number {
  const [nearlyA, nearlyB] = [isNearlyFinished(a), isNearlyFinished(b)];
  if (nearlyA !== nearlyB) return nearlyA ? -1 : 1;
  const left = nearlyA ? a.remainingBytes - b.remainingBytes : 0;
  return left || a.sinceMs - b.sinceMs || byText(a.headset, b.headset);
}

function isNearlyFinished({ sizeBytes, remainingBytes }: Asking): boolean {
  return remainingBytes <= NEARLY_BYTES || remainingBytes <= sizeBytes * NEARLY_SHARE;
}

/** A second later for each place, so that they do not come together; far places are spread over half a minute more. */
function retryAfter(before: number): number {
  const sec = FIRST_RETRY_SEC + before;
  return sec <= MAX_RETRY_SEC ? sec : MAX_RETRY_SEC + (before % 30);
}
