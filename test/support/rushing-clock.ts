import { ManualClock } from './manual-clock.ts';

const EVERY_MS = 2;
const STEP_MS = 1_000;

/** A clock on which time flies, so that nobody waits for real: a second in two milliseconds. */
export class RushingClock extends ManualClock implements Disposable {
  readonly #timer = setInterval(() => this.advance(STEP_MS), EVERY_MS);

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
