/** Longer gaps are breaks, not work. */
const MAX_GAP_MS = 5 * 60_000;
/** Number of recent intervals that count, because the technician gets faster. */
const GAPS_CONSIDERED = 12;
/** Fewer gaps are chance, not a pace. */
const FEWEST_GAPS = 2;

/** A person cannot put a headset on and type six digits faster: such gaps come from machines. */
const QUICKEST_MS = 1_000;

/** The measured pace. `msPerHeadset` is a median; `leftMs` is the time left for the free slots. */
export type Pace = { readonly msPerHeadset: number; readonly leftMs: number };

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/**
 * Returns the pace by the times at which headsets enrolled (ms since 1970 UTC, any order), or null while there are
 * too few.
 */
export function measurePace(enrolledAtMs: readonly number[], free: number): Pace | null {
  const moments = enrolledAtMs.toSorted((a, b) => a - b);
  const gaps = moments
    .slice(1)
    .map((at, index) => at - (moments[index] ?? at))
    .filter((gap) => gap <= MAX_GAP_MS)
    .slice(-GAPS_CONSIDERED);
  if (gaps.length < FEWEST_GAPS) return null;
  const msPerHeadset = median(gaps);
  if (msPerHeadset < QUICKEST_MS) return null;
  return { msPerHeadset, leftMs: msPerHeadset * free };
}
