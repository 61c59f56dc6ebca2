import type { Clock } from '../../main/service/kernel/clock.ts';

const DAY_MS = 86_400_000;

/** A clock that stands still until it is moved; starts at the real time, so that tokens are valid. */
export class ManualClock implements Clock {
  #nowMs = Date.now();
  readonly #listeners = new Set<() => void>();

  /** A clock at noon UTC of today, far from the end of a day. */
  static atNoon(): ManualClock {
    const clock = new ManualClock();
    clock.advance(DAY_MS / 2 - (clock.now() % DAY_MS));
    return clock;
  }

  now(): number {
    return this.#nowMs;
  }

  onMoved(callback: () => void): () => void {
    this.#listeners.add(callback);
    return () => this.#listeners.delete(callback);
  }

  /** Advances by `ms`; negative moves back. Waiting callbacks that are due run before this returns. */
  advance(ms: number): void {
    this.#nowMs += ms;
    for (const each of this.#listeners) each();
  }
}
