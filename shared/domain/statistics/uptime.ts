import { firstAndLast, forEachWindow, type PresenceBlock } from './presence.ts';

/** How long a device was present. Minutes count from 1970 UTC. */
export type Uptime = {
  /** Minutes present in each bucket, in the order of the edges; a typed array, for there are a great many. */
  readonly perBucket: Uint32Array;
  readonly minutes: number;
  /** Presence windows of which at least a minute lies in the buckets. */
  readonly windows: number;
  /** The first and the last minute with a sign of life in the buckets; null when there is none. */
  readonly seen: { readonly first: number; readonly last: number } | null;
};

/**
 * Presence cut into buckets: bucket n reaches from `edges[n]` up to before `edges[n + 1]` (whole minutes, rising).
 * `blocks` must reach as far beyond the edges as a gap is long, so that a window that crosses an edge is seen whole:
 * what one side counts of it and what the other does add up.
 */
export function uptimeOf(
  blocks: readonly PresenceBlock[],
  edges: readonly number[],
  maxGapMinutes: number,
): Uptime {
  const perBucket = new Uint32Array(Math.max(0, edges.length - 1));
  const first = edges[0] ?? 0;
  const end = edges.at(-1) ?? 0;
  let [minutes, windows, bucket] = [0, 0, 0];
  forEachWindow(blocks, maxGapMinutes, (fromMinute, toMinute) => {
    let from = Math.max(fromMinute, first);
    const to = Math.min(toMinute, end);
    if (from >= to) return;
    windows += 1;
    minutes += to - from;
    // Windows come in order, so the bucket never has to go back.
    while (from < to) {
      const edge = edges[bucket + 1] ?? end;
      const part = Math.min(to, edge) - from;
      if (part > 0) {
        perBucket[bucket] = (perBucket[bucket] ?? 0) + part;
        from += part;
      }
      if (from >= edge) bucket += 1;
    }
  });
  return { perBucket, minutes, windows, seen: firstAndLast(blocks, first, end) };
}
