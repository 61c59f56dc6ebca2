import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work blocks every request; after this time it yields, in ms. */
const TURN_MS = 8;

/** Lets requests run between the steps of long work. */
export class Yielder {
  #sinceMs = performance.now();

  /** Settles at once while the turn is short, otherwise after pending work had its turn. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#sinceMs < TURN_MS) return;
    await nextTurn();
    this.#sinceMs = performance.now();
  }
}

/** Runs `work` for each item, letting requests run in between. */
export async function forEachYielding<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
): Promise<void> {
  const yielder = new Yielder();
  for (const item of items) {
    work(item);
    await yielder.yieldIfDue();
  }
}

/**
 * Runs `work` on slices of `items`, at most `size` each, one after the other, and lets the event loop run in between.
 * A slice must take far less than 50 ms: nothing interrupts it.
 */
export async function inSlices<Item>(
  items: readonly Item[],
  size: number,
  work: (part: readonly Item[]) => void,
): Promise<void> {
  const yielder = new Yielder();
  for (let at = 0; at < items.length; at += size) {
    work(items.slice(at, at + size));
    await yielder.yieldIfDue();
  }
}
