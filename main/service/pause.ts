import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work in one piece holds up every request: after this it lets them in. */
const TURN_MS = 8;

/** Lets requests in between the steps of long work. */
export class Pause {
  #sinceMs = performance.now();

  /** Settles at once while the turn is short, else after what waits had its turn. */
  async ifDue(): Promise<void> {
    if (performance.now() - this.#sinceMs < TURN_MS) return;
    await nextTurn();
    this.#sinceMs = performance.now();
  }
}
