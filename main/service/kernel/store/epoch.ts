import type { Database } from 'better-sqlite3';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

import { newId } from '../new-id.ts';

/**
 * Identifies an unbroken history of a store. It changes when the store returns to an earlier state or is in another
 * folder than before, so that clients that synced with it know that it may be older than their data.
 */
export type Epoch = {
  readonly id: string;
  /** True if it began with this start. */
  readonly isNew: boolean;
  /**
   * True while it is undecided whether the folder, which came from another location, was moved or is a copy of one
   * still in use.
   */
  readonly maybeCopy: () => boolean;
  /** Records that a person has decided. */
  readonly settleCopy: () => void;
  /** Records that the central has detected another store with the same identity. */
  readonly noteCopy: () => void;
};

/** File beside the store, not in backups: the last known state of the store in this folder. */
const LOCATION_FILE = 'store-place.json';
const locationSchema = z.object({
  place: z.string(),
  epoch: z.string(),
  starts: z.int(),
  /** Present if the folder came from another location and nobody has decided yet what that means. */
  maybeCopy: z.literal(true).optional(),
});
/** Time that the other station may take to get its own name after a person has decided, in ms. */
const SETTLING_MS = 3_600_000;
/** Matches every location, once. */
const ANYWHERE = '';
const rowSchema = z.object({ epoch: z.string(), starts: z.int() });

/**
 * Counts this start of the store, and gives it a new epoch if the folder has seen a later state of it, or another
 * folder saw the last one. The store is written first, so that a power cut between the two does no harm.
 */
export function openEpoch(db: Database, folder: string, cell?: string): Epoch {
  const { epoch, starts } = rowSchema.parse(
    db.prepare('SELECT epoch, starts FROM store_epoch WHERE id = 1').get(),
  );
  const known = readLocation(folder);
  const place = cell === undefined ? locationOf(folder) : locationOfCell(folder, cell);
  // A central that becomes a cell stays in its folder.
  const ownLocations: readonly (string | undefined)[] = [place, locationOf(folder), ANYWHERE];
  const isFirst = starts === 0 && known === undefined;
  const isSame =
    known !== undefined &&
    ownLocations.includes(known.place) &&
    known.epoch === epoch &&
    known.starts <= starts;
  const isNew = !isFirst && !isSame;
  const id = isNew ? newId() : epoch;
  db.transaction(() => {
    if (isNew)
      db.prepare(
        `INSERT OR REPLACE INTO former_revision (device_key, epoch, revision) SELECT key, ?, revision FROM device`,
      ).run(epoch);
    db.prepare('UPDATE store_epoch SET epoch = ?, starts = ? WHERE id = 1').run(id, starts + 1);
  })();
  const settled = { place, epoch: id, starts: starts + 1 };
  // The operator moves a cell on purpose, so there is nothing to decide.
  let maybeCopy =
    cell === undefined &&
    known !== undefined &&
    (known.maybeCopy === true || !ownLocations.includes(known.place));
  let settledMs = Number.NEGATIVE_INFINITY;
  writeLocation(folder, { ...settled, ...(maybeCopy ? { maybeCopy } : {}) });
  return {
    id,
    isNew,
    maybeCopy: () => maybeCopy,
    settleCopy() {
      maybeCopy = false;
      settledMs = performance.now();
      writeLocation(folder, settled);
    },
    noteCopy() {
      if (maybeCopy || performance.now() - settledMs < SETTLING_MS) return;
      maybeCopy = true;
      writeLocation(folder, { ...settled, maybeCopy });
    },
  };
}

/** Lets the store keep its epoch at the next start, wherever that is, because it is known to be complete. */
export function retainEpoch(db: Database, folder: string): void {
  const { epoch, starts } = rowSchema.parse(
    db.prepare('SELECT epoch, starts FROM store_epoch WHERE id = 1').get(),
  );
  writeLocation(folder, { place: ANYWHERE, epoch, starts });
}

function writeLocation(folder: string, place: z.infer<typeof locationSchema>): void {
  const file = join(folder, LOCATION_FILE);
  writeFileSync(`${file}.new`, JSON.stringify(place), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Announces that another store, such as a backup, is about to replace this one, so that it is not mistaken for it. */
export function leaveEpoch(folder: string): void {
  rmSync(join(folder, LOCATION_FILE), { force: true });
}

/** A copy of a folder is a different one, even under the same name. */
function locationOf(folder: string): string {
  const { dev, ino } = statSync(folder);
  return `${hostname()}:${String(dev)}:${String(ino)}`;
}

/**
 * A cell keeps its location when its volume is attached to another machine; a copy of its files has another one. If the
 * volume is reset to a snapshot, the operator has to report it: `cell went-back`.
 */
function locationOfCell(folder: string, cell: string): string {
  const { ino, birthtimeMs } = statSync(folder);
  return `cell ${cell}:${String(ino)}:${String(birthtimeMs)}`;
}

function readLocation(folder: string): z.infer<typeof locationSchema> | undefined {
  try {
    return locationSchema.safeParse(JSON.parse(readFileSync(join(folder, LOCATION_FILE), 'utf8'))).data;
  } catch {
    // Missing or truncated: the store then counts as one from another location.
    return undefined;
  }
}
