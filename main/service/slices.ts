import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work on many devices lets other requests in after about this long, in ms. */
const SLICE_MS = 8;

/**
 * Does `work` on parts of `items`, at most `size` at once, one after the other, and lets what waits on the event loop run
 * in between. A part must take far less than 50 ms: nothing interrupts it.
 */
export async function inSlices<Item>(
  items: readonly Item[],
  size: number,
  work: (part: readonly Item[]) => void,
): Promise<void> {
  let startedAt = performance.now();
  for (let at = 0; at < items.length; at += size) {
    if (performance.now() - startedAt > SLICE_MS) {
      await nextTurn();
      startedAt = performance.now();
    }
    work(items.slice(at, at + size));
  }
}
