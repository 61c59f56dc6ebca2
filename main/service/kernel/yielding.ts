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

/** Does `work` for each item, letting requests in between. */
export async function inTurns<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  const pause = new Pause();
  for (const item of items) {
    work(item);
    await pause.ifDue();
  }
}

/**
 * Does `work` on parts of `items`, at most `size` at once, one after the other, and lets what waits on the event loop run
 * in between. A part must take far less than 50 ms: nothing interrupts it.
 */
export async function inSlices<Item>(
  items: readonly Item[],
  size: number,
  work: (part: readonly Item[]) => void,
): Promise<void> {
  const pause = new Pause();
  for (let at = 0; at < items.length; at += size) {
    work(items.slice(at, at + size));
    await pause.ifDue();
  }
}
