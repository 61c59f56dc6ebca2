/** Less says nothing about how fast it goes. */
const MIN_MS = 3_000;
const MIN_DONE = 5;

type Progress = {
  readonly done: number;
  readonly total: number;
  readonly nowMs: number;
  /** Requests a minute that the central allows; undefined where it does not say. */
  readonly perMinute: number | undefined;
};

/** How long what is under way still takes, by how fast it went so far. */
export class Pace {
  #phase = '';
  #from = { done: 0, atMs: 0 };

  /** Seconds; null where that cannot be said yet. */
  leftSec(phase: string, { done, total, nowMs, perMinute }: Progress): number | null {
    if (phase !== this.#phase || done < this.#from.done || nowMs < this.#from.atMs) {
      this.#phase = phase;
      this.#from = { done, atMs: nowMs };
    }
    const [did, tookMs, left] = [done - this.#from.done, nowMs - this.#from.atMs, total - done];
    if (left <= 0) return 0;
    if (did >= MIN_DONE && tookMs >= MIN_MS) return Math.ceil(((tookMs / did) * left) / 1_000);
    // Before it is seen how fast it goes, the limit says how fast it can go at most where each takes a request.
    return perMinute !== undefined && left > perMinute ? Math.ceil((left / perMinute) * 60) : null;
  }
}
