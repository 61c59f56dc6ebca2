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
};

/** Stands beside the store and is in no backup: how far the store of this folder had come. */
const PLACE_FILE = 'store-place.json';
const placeSchema = z.object({ place: z.string(), epoch: z.string(), starts: z.int() });
const rowSchema = z.object({ epoch: z.string(), starts: z.int() });

/**
 * Counts this start of the store, and gives it a new epoch where the folder has seen a later state of it, or where it was
 * another folder that saw the last one. The store is written first: a power cut between the two costs nothing.
 */
export function openEpoch(db: Database, folder: string): Epoch {
  const { epoch, starts } = rowSchema.parse(
    db.prepare('SELECT epoch, starts FROM store_epoch WHERE id = 1').get(),
  );
  const known = readPlace(folder);
  const place = placeOf(folder);
  const isFirst = starts === 0 && known === undefined;
  const isSame = known?.place === place && known.epoch === epoch && known.starts <= starts;
  const isNew = !isFirst && !isSame;
  const id = isNew ? newId() : epoch;
  db.prepare('UPDATE store_epoch SET epoch = ?, starts = ? WHERE id = 1').run(id, starts + 1);
  const file = join(folder, PLACE_FILE);
  writeFileSync(`${file}.new`, JSON.stringify({ place, epoch: id, starts: starts + 1 }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return { id, isNew };
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

function readPlace(folder: string): z.infer<typeof placeSchema> | undefined {
  try {
    return placeSchema.safeParse(JSON.parse(readFileSync(join(folder, PLACE_FILE), 'utf8'))).data;
  } catch {
    // None was written yet, or it was cut: the store then counts as one that came from elsewhere.
    return undefined;
  }
}
