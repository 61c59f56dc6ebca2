/** With less, the speed cannot be estimated. */
const MIN_MS = 3_000;
const MIN_DONE = 5;

type Progress = {
  readonly done: number;
  readonly total: number;
  readonly nowMs: number;
  /** Requests per minute that the central allows; undefined if it does not say. */
  readonly perMinute: number | undefined;
};

/** Estimates the remaining time of a phase from its speed so far. */
export class Pace {
  #phase = '';
  #from = { done: 0, atMs: 0 };

  /** Returns seconds; null if there is no estimate yet. */
  leftSec(phase: string, { done, total, nowMs, perMinute }: Progress): number | null {
    if (phase !== this.#phase || done < this.#from.done || nowMs < this.#from.atMs) {
      this.#phase = phase;
      this.#from = { done, atMs: nowMs };
    }
    const [did, tookMs, left] = [done - this.#from.done, nowMs - this.#from.atMs, total - done];
    if (left <= 0) return 0;
    if (did >= MIN_DONE && tookMs >= MIN_MS) return Math.ceil(((tookMs / did) * left) / 1_000);
    // Until the speed is known, the rate limit gives a lower bound, assuming one request each.
    return perMinute !== undefined && left > perMinute ? Math.ceil((left / perMinute) * 60) : null;
  }
}
