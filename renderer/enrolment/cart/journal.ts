import { z } from 'zod';

/** Maximum number of carts in the journal; the oldest ones are dropped. */
const MAX_CARTS = 50;

const journalSchema = z.record(
  z.string(),
  z.object({ startedAtMs: z.number(), finishedAtMs: z.number().nullable() }),
);

/**
 * When the work on each cart began and when its last headset was done, as seen on this computer, in ms since 1970
 * UTC.
 */
export type Journal = z.infer<typeof journalSchema>;
export type CartTimes = Journal[string];

/** Reads the journal; empty if invalid, because a lost duration is no reason to fail. */
export function readJournal(text: string | null): Journal {
  try {
    return journalSchema.safeParse(JSON.parse(text ?? '{}')).data ?? {};
  } catch {
    // Not JSON: an invalid entry.
    return {};
  }
}

/** Records work on a cart: the first call starts the clock, a later one reopens a finished cart. */
export function withWork(journal: Journal, cartId: string, nowMs: number): Journal {
  const times = journal[cartId];
  if (times !== undefined && times.finishedAtMs === null) return journal;
  return newestOf({ ...journal, [cartId]: { startedAtMs: nowMs, finishedAtMs: null } });
}

/** Records that a cart is done; only the first time counts. */
export function withEnd(journal: Journal, cartId: string, nowMs: number): Journal {
  const times = journal[cartId];
  if (times === undefined || times.finishedAtMs !== null) return journal;
  return { ...journal, [cartId]: { ...times, finishedAtMs: nowMs } };
}

function newestOf(journal: Journal): Journal {
  const newest = Object.entries(journal).toSorted(([, a], [, b]) => b.startedAtMs - a.startedAtMs);
  return Object.fromEntries(newest.slice(0, MAX_CARTS));
}
