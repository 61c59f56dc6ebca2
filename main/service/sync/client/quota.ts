/** A longer window is not plausible and is ignored. */
const MAX_WINDOW_MS = 120_000;
/** One in this many requests of a window is reserved for other stations and for writes that cannot wait. */
const RESERVED_SHARE = 10;

/**
 * Tracks how many requests the central allows in the current window, from the headers of its answers. Stations with the
 * same token share the window.
 */
export class Quota {
  #limit: number | undefined;
  #left = Number.POSITIVE_INFINITY;
  #resetMs = 0;

  /** Requests per minute; undefined if the central does not say. */
  get perMinute(): number | undefined {
    return this.#limit;
  }

  /** Reads the rate limit headers, if present. */
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

  /** Returns how long a deferrable request must wait, in ms, with `underWay` requests in progress. */
  waitMs(inProgress: number, nowMs: number): number {
    if (this.#limit === undefined || this.#left - inProgress > this.#limit / RESERVED_SHARE) return 0;
    const leftMs = this.#resetMs - nowMs;
    return leftMs > MAX_WINDOW_MS ? 0 : Math.max(0, leftMs);
  }
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
