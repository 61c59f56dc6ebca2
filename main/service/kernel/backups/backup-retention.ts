/** How many of the newest backups are retained whatever their age, and for how many days and weeks the last one is. */
const RETENTION = { newest: 10, days: 7, weeks: 4 } as const;

const DAY_MS = 86_400_000;

/** A backup that may be retained. */
type Dated = { readonly name: string; readonly createdAtMs: number };

/**
 * Sorts backups, the newest first. Those from the future were made while the clock was wrong, now or then: they count
 * as older than all others, so that one made now is the newest in any case.
 */
export function newestFirst<Copy extends Dated>(copies: readonly Copy[], nowMs: number): Copy[] {
  const isAhead = ({ createdAtMs }: Copy): number => (createdAtMs > nowMs ? 1 : 0);
  return copies.toSorted((a, b) => isAhead(a) - isAhead(b) || b.createdAtMs - a.createdAtMs);
}

/**
 * Returns the names to retain: the newest ten, and the last one of each of the newest seven days and four weeks that
 * have any. Counted by the backups themselves, so that a wrong clock never makes all of them old at once.
 */
export function backupsToRetain(copies: readonly Dated[], nowMs: number): Set<string> {
  const sorted = newestFirst(copies, nowMs);
  const stored = new Set(sorted.slice(0, RETENTION.newest).map(({ name }) => name));
  for (const [spanMs, most] of [
    [DAY_MS, RETENTION.days],
    [7 * DAY_MS, RETENTION.weeks],
  ] as const) {
    const spans = new Set<number>();
    for (const { name, createdAtMs } of sorted) {
      const span = Math.floor(createdAtMs / spanMs);
      if (spans.has(span)) continue;
      if (spans.size === most) break;
      spans.add(span);
      stored.add(name);
    }
  }
  return stored;
}
