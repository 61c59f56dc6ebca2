/** How many of the newest are kept whatever their age, and how many days and weeks keep their last one. */
const KEEP = { newest: 10, days: 7, weeks: 4 } as const;

const DAY_MS = 86_400_000;

/** A copy that may be kept. */
type Dated = { readonly name: string; readonly createdAtMs: number };

/**
 * The names that are kept of these copies: the newest ten, and the last one of each of the newest seven days and four weeks
 * that have any. Counted from the copies themselves, so that a clock that was set wrong never makes all of them old at once.
 */
export function keptBackups(copies: readonly Dated[]): Set<string> {
  const newestFirst = copies.toSorted((a, b) => b.createdAtMs - a.createdAtMs);
  const kept = new Set(newestFirst.slice(0, KEEP.newest).map(({ name }) => name));
  for (const [spanMs, most] of [
    [DAY_MS, KEEP.days],
    [7 * DAY_MS, KEEP.weeks],
  ] as const) {
    const spans = new Set<number>();
    for (const { name, createdAtMs } of newestFirst) {
      const span = Math.floor(createdAtMs / spanMs);
      if (spans.has(span)) continue;
      if (spans.size === most) break;
      spans.add(span);
      kept.add(name);
    }
  }
  return kept;
}
