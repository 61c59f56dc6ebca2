import type { Database } from 'better-sqlite3';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

import { newId } from '../new-id.ts';

/**
 * Which unbroken history a store belongs to. It is another one once the store went back to an earlier state, or stands in
 * another folder than before: whoever synced with it learns from that what may be older than what he knows.
 */
export type Epoch = {
  readonly id: string;
  /** True where it began with this start. */
  readonly isNew: boolean;
  /** True while nobody has said whether the folder that came from elsewhere was moved, or is a copy of one still in use. */
  readonly maybeCopy: () => boolean;
  /** Somebody has said so. */
  readonly settleCopy: () => void;
};

/** Stands beside the store and is in no backup: how far the store of this folder had come. */
const PLACE_FILE = 'store-place.json';
const placeSchema = z.object({
  place: z.string(),
  epoch: z.string(),
  starts: z.int(),
  /** There where it came from elsewhere and nobody has said yet what that means. */
  maybeCopy: z.literal(true).optional(),
});
/** Stands for every place, once. */
const ANYWHERE = '';
const rowSchema = z.object({ epoch: z.string(), starts: z.int() });

/**
 * Counts this start of the store, and gives it a new epoch where the folder has seen a later state of it, or where it was
 * another folder that saw the last one. The store is written first: a power cut between the two costs nothing.
 */
export function openEpoch(db: Database, folder: string, cell?: string): Epoch {
  const { epoch, starts } = rowSchema.parse(
    db.prepare('SELECT epoch, starts FROM store_epoch WHERE id = 1').get(),
  );
  const known = readPlace(folder);
  const place = cell === undefined ? placeOf(folder) : placeOfCell(folder, cell);
  // A central that becomes a cell stays where it is.
  const here: readonly (string | undefined)[] = [place, placeOf(folder), ANYWHERE];
  const isFirst = starts === 0 && known === undefined;
  const isSame =
    known !== undefined && here.includes(known.place) && known.epoch === epoch && known.starts <= starts;
  const isNew = !isFirst && !isSame;
  const id = isNew ? newId() : epoch;
  db.prepare('UPDATE store_epoch SET epoch = ?, starts = ? WHERE id = 1').run(id, starts + 1);
  const settled = { place, epoch: id, starts: starts + 1 };
  // A cell is moved by its operator, who knows.
  let maybeCopy =
    cell === undefined && known !== undefined && (known.maybeCopy === true || !here.includes(known.place));
  writePlace(folder, { ...settled, ...(maybeCopy ? { maybeCopy } : {}) });
  return {
    id,
    isNew,
    maybeCopy: () => maybeCopy,
    settleCopy() {
      maybeCopy = false;
      writePlace(folder, settled);
    },
  };
}

/** Lets the store of this folder go on with its epoch wherever it starts next: it is known to lack nothing. */
export function keepEpoch(db: Database, folder: string): void {
  const { epoch, starts } = rowSchema.parse(
    db.prepare('SELECT epoch, starts FROM store_epoch WHERE id = 1').get(),
  );
  writePlace(folder, { place: ANYWHERE, epoch, starts });
}

function writePlace(folder: string, place: z.infer<typeof placeSchema>): void {
  const file = join(folder, PLACE_FILE);
  writeFileSync(`${file}.new`, JSON.stringify(place), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** The store of this folder is about to be another one, such as a backup: it will not be taken for the one that was here. */
export function leaveEpoch(folder: string): void {
  rmSync(join(folder, PLACE_FILE), { force: true });
}

/** A copy of a folder is another one, also where it has the same name. */
function placeOf(folder: string): string {
  const { dev, ino } = statSync(folder);
  return `${hostname()}:${String(dev)}:${String(ino)}`;
}

/**
 * A cell keeps its place when its volume is attached to another machine; a copy of its files is another place. A volume that
 * went back to a snapshot is told by nobody but its operator: `cell went-back`.
 */
function placeOfCell(folder: string, cell: string): string {
  const { ino, birthtimeMs } = statSync(folder);
  return `cell ${cell}:${String(ino)}:${String(birthtimeMs)}`;
}

function readPlace(folder: string): z.infer<typeof placeSchema> | undefined {
  try {
    return placeSchema.safeParse(JSON.parse(readFileSync(join(folder, PLACE_FILE), 'utf8'))).data;
  } catch {
    // None was written yet, or it was cut: the store then counts as one that came from elsewhere.
    return undefined;
  }
}
