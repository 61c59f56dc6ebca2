import { Pause } from './pause.ts';

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
