import { setImmediate as nextTurn } from 'node:timers/promises';

/** No turn of the event loop is held for much longer than this. */
const TURN_MS = 8;

/** Does `work` for each item, giving way to other requests after every few milliseconds. */
export async function inTurns<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let startedAt = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - startedAt < TURN_MS) continue;
    await nextTurn();
    startedAt = performance.now();
  }
}
