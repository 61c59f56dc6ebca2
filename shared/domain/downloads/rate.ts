/** Over how long a rate is taken, in seconds: long enough for a steady figure, short enough to see a headset fall behind. */
const WINDOW_SEC = 10;

/** How many bytes went in each of the last seconds. Times in ms, never going back by more than the window. */
export class RateMeter {
  readonly #bySecond = new Map<number, number>();
  #firstAtMs: number | undefined;

  add(bytes: number, nowMs: number): void {
    const second = Math.floor(nowMs / 1_000);
    this.#forget(second);
    if (this.#bySecond.size === 0) this.#firstAtMs = nowMs;
    this.#bySecond.set(second, (this.#bySecond.get(second) ?? 0) + bytes);
  }

  /** Bytes per second, averaged over the last ten seconds, or over the time since the first of them; 0 after silence. */
  bytesPerSec(nowMs: number): number {
    this.#forget(Math.floor(nowMs / 1_000));
    if (this.#bySecond.size === 0 || this.#firstAtMs === undefined) return 0;
    const sum = [...this.#bySecond.values()].reduce((total, each) => total + each, 0);
    const spanSec = Math.min(WINDOW_SEC, Math.max(1, (nowMs - this.#firstAtMs) / 1_000));
    return Math.round(sum / spanSec);
  }

  #forget(second: number): void {
    for (const known of this.#bySecond.keys()) {
      if (known <= second - WINDOW_SEC || known > second) this.#bySecond.delete(known);
    }
  }
}

/** How long so many bytes take at a rate, in whole seconds; null where nothing moves. */
export function secondsLeft(remainingBytes: number, bytesPerSec: number): number | null {
  if (remainingBytes <= 0) return 0;
  return bytesPerSec > 0 ? Math.ceil(remainingBytes / bytesPerSec) : null;
}
