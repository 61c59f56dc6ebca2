/** The longest window that is believed. */
const MAX_WINDOW_MS = 120_000;
/** Of a window so much is left for others, and for writes that cannot wait: one in so many requests. */
const RESERVED = 10;

/** How many requests a central still allows in this window, by what its answers say. Stations of one token share it. */
export class Quota {
  #limit: number | undefined;
  #left = Number.POSITIVE_INFINITY;
  #resetMs = 0;

  /** Requests a minute; undefined where the central says nothing. */
  get perMinute(): number | undefined {
    return this.#limit;
  }

  /** Takes what an answer says, where it says it. */
  note(header: (name: string) => string | undefined, nowMs: number): void {
    const [limit, left, resetSec] = ['limit', 'remaining', 'reset'].map((name) =>
      wholeNumber(header(`x-ratelimit-${name}`)),
    );
    if (limit === undefined || left === undefined || resetSec === undefined) return;
    if (limit === 0 || resetSec * 1_000 > MAX_WINDOW_MS) return;
    this.#limit = limit;
    this.#left = left;
    this.#resetMs = nowMs + resetSec * 1_000;
  }

  /** How long a request that can wait has to wait while so many are under way, in ms. */
  waitMs(underWay: number, nowMs: number): number {
    if (this.#limit === undefined || this.#left - underWay > this.#limit / RESERVED) return 0;
    const leftMs = this.#resetMs - nowMs;
    return leftMs > MAX_WINDOW_MS ? 0 : Math.max(0, leftMs);
  }
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
