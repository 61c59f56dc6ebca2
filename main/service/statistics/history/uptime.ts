import { firstAndLast, forEachWindow, type PresenceBlock } from '../roll-ups/presence-day.ts';

/** How long a device was online. Minutes count from 1970 UTC. */
export type Uptime = {
  /** Minutes online in each bucket, in the order of the edges; a typed array, because there are very many. */
  readonly perBucket: Uint32Array;
  readonly minutes: number;
  /** Presence windows with at least a minute in the buckets. */
  readonly windows: number;
  /** The first and the last minute with a signal in the buckets; null if there is none. */
  readonly seen: { readonly first: number; readonly last: number } | null;
};

/**
 * Divides presence into buckets: bucket n is `[edges[n], edges[n + 1])` (whole minutes, rising). `blocks` must extend
 * beyond the edges by the length of a gap, so that windows across an edge are complete and both sides add up.
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
    // Windows are in order, so the bucket never goes back.
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
