import type { Clock } from '../../main/service/clock.ts';

/** A clock that stands still until it is moved; starts at the real time, so that tokens are valid. */
export class ManualClock implements Clock {
  #nowMs = Date.now();

  now(): number {
    return this.#nowMs;
  }

  /** Moves on by `ms`; negative moves back. */
  advance(ms: number): void {
    this.#nowMs += ms;
  }
}
