/**
 * The roll-up of use: what each device used on a UTC day, how often and how long, by quarter-hours of the day, so
 * that the day of every time zone can be derived. As bytes: entries of 16, little-endian, in no order: number of the
 * subject (4), quarter-hour 0 to 95 (2), plays (4), time in ms (6).
 */
export type ActivityEntry = {
  /** The store's number of the subject; 0 if there was no space for it (see `MAX_ENTRIES`). */
  readonly subject: number;
  /** 0 to 95. */
  readonly quarter: number;
  readonly plays: number;
  readonly durationMs: number;
};

/**
 * Maximum number of entries per device and day. Further ones count without their subject, so that no headset can
 * bloat the store.
 */
export const MAX_ENTRIES = 2_000;

export const QUARTERS_PER_DAY = 96;
export const MS_PER_QUARTER = 900_000;

const BYTES = 16;
const MAX_PLAYS = 2 ** 32 - 1;
const MAX_DURATION_MS = 2 ** 48 - 1;

/** Returns the bytes of a day with these entries added. */
export function withEntries(
  before: Uint8Array | undefined,
  added: Iterable<ActivityEntry>,
): Uint8Array<ArrayBuffer> {
  const cells = new Map<number, { plays: number; durationMs: number }>();
  const add = ({ subject, quarter, plays, durationMs }: ActivityEntry): void => {
    const wanted = subject * QUARTERS_PER_DAY + quarter;
    const key = cells.size < MAX_ENTRIES || cells.has(wanted) ? wanted : quarter;
    const cell = cells.get(key);
    if (cell === undefined) {
      cells.set(key, { plays, durationMs });
    } else {
      cell.plays = Math.min(cell.plays + plays, MAX_PLAYS);
      cell.durationMs = Math.min(cell.durationMs + durationMs, MAX_DURATION_MS);
    }
  };
  if (before !== undefined) forEachEntry(before, add);
  for (const entry of added) add(entry);
  return encode(cells);
}

function encode(
  cells: ReadonlyMap<number, { readonly plays: number; readonly durationMs: number }>,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(cells.size * BYTES);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [key, { plays, durationMs }] of cells) {
    view.setUint32(at, Math.floor(key / QUARTERS_PER_DAY), true);
    view.setUint16(at + 4, key % QUARTERS_PER_DAY, true);
    view.setUint32(at + 6, plays, true);
    view.setUint32(at + 10, durationMs % 2 ** 32, true);
    view.setUint16(at + 14, Math.floor(durationMs / 2 ** 32), true);
    at += BYTES;
  }
  return bytes;
}

/** Reads the entries of a day. */
export function forEachEntry(bytes: Uint8Array, visit: (entry: ActivityEntry) => void): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + BYTES <= bytes.byteLength; at += BYTES) {
    visit({
      subject: view.getUint32(at, true),
      quarter: view.getUint16(at + 4, true),
      plays: view.getUint32(at + 6, true),
      durationMs: view.getUint32(at + 10, true) + view.getUint16(at + 14, true) * 2 ** 32,
    });
  }
}
