/** Gaps that are longer are breaks, not work. */
const LONGEST_GAP_MS = 5 * 60_000;
/** How many of the last gaps count: the technician gets faster. */
const GAPS_CONSIDERED = 12;
/** Fewer gaps than this are luck, not a pace. */
const FEWEST_GAPS = 2;

/** Nobody puts a headset on and types six digits in less: such figures come from machines. */
const QUICKEST_MS = 1_000;

/** The measured pace. `msPerHeadset` is a median; `leftMs` is for the places that are still free. */
export type Pace = { readonly msPerHeadset: number; readonly leftMs: number };

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The pace from the moments at which headsets enrolled (ms since 1970 UTC, any order), or null while there is none yet. */
export function measurePace(enrolledAtMs: readonly number[], free: number): Pace | null {
  const moments = enrolledAtMs.toSorted((a, b) => a - b);
  const gaps = moments
    .slice(1)
    .map((at, index) => at - (moments[index] ?? at))
    .filter((gap) => gap <= LONGEST_GAP_MS)
    .slice(-GAPS_CONSIDERED);
  if (gaps.length < FEWEST_GAPS) return null;
  const msPerHeadset = median(gaps);
  if (msPerHeadset < QUICKEST_MS) return null;
  return { msPerHeadset, leftMs: msPerHeadset * free };
}
