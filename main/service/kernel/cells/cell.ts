import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type EnterpriseId, enterpriseIdSchema } from '../../../../shared/contract/ids.ts';
import { newId } from '../new-id.ts';

/** A central that runs beside others, or with a large store. */
export type CellOptions = {
  /** What it is called among the cells; undefined: it is the only central. */
  readonly name: string | undefined;
  /** A store that was left without a clean stop is served at once and checked meanwhile. */
  readonly checksLater: boolean;
  /** False: nothing is copied beside the store; its volume has snapshots. */
  readonly makesBackups: boolean;
};

/** What a cell may be called: proxies find it by the part of an organisation's id before the first `-`. */
export const CELL_NAME = /^[a-z][a-z0-9]{0,15}$/;

const rowSchema = z.object({ name: z.string(), split: z.string().nullable() });

/** What a store knows of its cell. `split`: as JSON, the split that it is in the middle of. */
export type CellRow = z.infer<typeof rowSchema>;

/** The store is that of another cell, or in the middle of a split. */
export class WrongCellError extends Error {
  override readonly name = 'WrongCellError';
}

/** The cell that this store is; undefined where it is a station's or a single central's. */
export function readCell(db: Database): CellRow | undefined {
  return rowSchema.optional().parse(db.prepare('SELECT name, split FROM cell WHERE id = 1').get());
}

/**
 * Makes sure that a store is served as the cell that it is: a copy that went on under another name would be a second writer.
 *
 * @throws {WrongCellError}
 */
export function claimCell(db: Database, name: string | undefined): void {
  const known = readCell(db);
  if (known === undefined) {
    if (name !== undefined) db.prepare('INSERT INTO cell (id, name) VALUES (1, ?)').run(name);
    return;
  }
  if (known.split !== null)
    throw new WrongCellError(
      `This data folder is the new half of a split that is not finished. Run the same "cell split" again.`,
    );
  if (known.name !== name)
    throw new WrongCellError(
      `This data folder is that of the cell ${known.name}. Start it with --role central --cell ${known.name}; a copy of it becomes another cell by "cell split" alone.`,
    );
}

/** What a clone becomes, and the split that makes it so; undefined: that is finished. */
export function setCell(db: Database, name: string, split: string | undefined): void {
  db.prepare('UPDATE cell SET name = ?, split = ? WHERE id = 1').run(name, split ?? null);
}

/** The id of a new organisation: it begins with its cell, so that proxies find it without being told. */
export function newEnterpriseId(cell: string | undefined): EnterpriseId {
  return enterpriseIdSchema.parse(cell === undefined ? newId() : `${cell}-${newId()}`);
}
