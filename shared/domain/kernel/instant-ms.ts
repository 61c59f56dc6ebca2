/** Cache of parsed instants: the same few thousand are needed every second. */
const readBefore = new Map<string, number | null>();
const MAX_REMEMBERED = 50_000;

/** Returns an instant in ms since 1970 UTC; null for null, and for text that is none. */
export function instantMs(instant: string | null): number | null {
  if (instant === null) return null;
  const known = readBefore.get(instant);
  if (known !== undefined) return known;
  const parsed = Date.parse(instant);
  const ms = Number.isNaN(parsed) ? null : parsed;
  if (readBefore.size >= MAX_REMEMBERED) readBefore.clear();
  readBefore.set(instant, ms);
  return ms;
}
