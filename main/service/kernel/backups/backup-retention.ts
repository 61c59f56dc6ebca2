/** How many of the newest backups are retained whatever their age, and for how many days and weeks the last one is. */
const RETENTION = { newest: 10, days: 7, weeks: 4 } as const;

const DAY_MS = 86_400_000;

/** A backup that may be retained. */
type Dated = { readonly name: string; readonly createdAtMs: number };

/**
 * Returns the names to retain: the newest ten, and the last one of each of the newest seven days and four weeks that
 * have any. Counted by the backups themselves, so that a wrong clock never makes all of them old at once.
 */
export function backupsToRetain(copies: readonly Dated[]): Set<string> {
  const newestFirst = copies.toSorted((a, b) => b.createdAtMs - a.createdAtMs);
  const stored = new Set(newestFirst.slice(0, RETENTION.newest).map(({ name }) => name));
  for (const [spanMs, most] of [
    [DAY_MS, RETENTION.days],
    [7 * DAY_MS, RETENTION.weeks],
  ] as const) {
    const spans = new Set<number>();
    for (const { name, createdAtMs } of newestFirst) {
      const span = Math.floor(createdAtMs / spanMs);
      if (spans.has(span)) continue;
      if (spans.size === most) break;
      spans.add(span);
      stored.add(name);
    }
  }
  return stored;
}
