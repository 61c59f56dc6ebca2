/** The figures of a ranked subject: plays and duration. */
export type Use = { readonly plays: number; readonly durationMs: number };

type Order<Item> = (a: Item, b: Item) => number;

/** Most plays first, then the longest. */
export const byPlays: Order<Use> = (a, b) => b.plays - a.plays || b.durationMs - a.durationMs;

/** The longest first, then most plays. */
export const byDuration: Order<Use> = (a, b) => b.durationMs - a.durationMs || b.plays - a.plays;

/** Returns the first `limit` items in an order; equal ones keep their order. */
export function firstOf<Item>(items: readonly Item[], order: Order<Item>, limit: number): Item[] {
  return items.toSorted(order).slice(0, limit);
}

/** Returns the last `limit` items in an order, the very last first. */
export function lastOf<Item>(items: readonly Item[], order: Order<Item>, limit: number): Item[] {
  return firstOf(items, (a, b) => order(b, a), limit);
}
