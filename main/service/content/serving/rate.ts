/** Averaging window for one headset: long enough for a steady figure, short enough to notice a slowdown. */
const ONE_HEADSET = { windowSec: 10, silenceSec: 10 };

/**
 * Averaging window for a whole cart. Between two files headsets install, slots stay free until the next file, and the
 * first bytes fill buffers on the way. A minute averages all this out.
 */
const CART = { windowSec: 60, silenceSec: 15 };

/** Measures bytes per second over the last seconds. Times in ms, never going back by more than the window. */
export class RateMeter {
  readonly #windowSec: number;
  readonly #silenceMs: number;
  readonly #bySecond = new Map<number, number>();
  #firstAtMs = 0;
  #lastAtMs = 0;

  private constructor({ windowSec, silenceSec }: typeof CART) {
    this.#windowSec = windowSec;
    this.#silenceMs = silenceSec * 1_000;
  }

  /** Creates a meter for one headset. */
  static ofHeadset(): RateMeter {
    return new RateMeter(ONE_HEADSET);
  }

  /** Creates a meter for a whole cart. */
  static ofCart(): RateMeter {
    return new RateMeter(CART);
  }

  add(bytes: number, nowMs: number): void {
    const second = Math.floor(nowMs / 1_000);
    this.#dropOld(nowMs);
    if (this.#bySecond.size === 0) this.#firstAtMs = nowMs;
    this.#lastAtMs = nowMs;
    this.#bySecond.set(second, (this.#bySecond.get(second) ?? 0) + bytes);
  }

  /** Returns bytes per second, averaged over the window, or over the time since the first of them; 0 after silence. */
  bytesPerSec(nowMs: number): number {
    this.#dropOld(nowMs);
    if (this.#bySecond.size === 0) return 0;
    const sum = [...this.#bySecond.values()].reduce((total, each) => total + each, 0);
    const spanSec = Math.min(this.#windowSec, Math.max(1, (nowMs - this.#firstAtMs) / 1_000));
    return Math.round(sum / spanSec);
  }

  /** Starts a new measurement after silence. */
  #dropOld(nowMs: number): void {
    if (nowMs - this.#lastAtMs >= this.#silenceMs) this.#bySecond.clear();
    const second = Math.floor(nowMs / 1_000);
    for (const known of this.#bySecond.keys()) {
      if (known <= second - this.#windowSec || known > second) this.#bySecond.delete(known);
    }
  }
}

/** Returns how long this many bytes take at a rate, in whole seconds; null if nothing moves. */
export function secondsLeft(remainingBytes: number, bytesPerSec: number): number | null {
  if (remainingBytes <= 0) return 0;
  return bytesPerSec > 0 ? Math.ceil(remainingBytes / bytesPerSec) : null;
}
