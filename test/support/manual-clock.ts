import type { Clock } from '../../main/service/clock.ts';

const DAY_MS = 86_400_000;

/** A clock that stands still until it is moved; starts at the real time, so that tokens are valid. */
export class ManualClock implements Clock {
  #nowMs = Date.now();

  /** One that stands at noon UTC of today, far from where a day ends. */
  static atNoon(): ManualClock {
    const clock = new ManualClock();
    clock.advance(DAY_MS / 2 - (clock.now() % DAY_MS));
    return clock;
  }

  now(): number {
    return this.#nowMs;
  }

  /** Moves on by `ms`; negative moves back. */
  advance(ms: number): void {
    this.#nowMs += ms;
  }
}
