import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type EnterpriseId, enterpriseIdSchema } from '../../../../shared/contract/ids.ts';
import { newId } from '../new-id.ts';

/** Options of a central that is one of several cells, or has a large store. */
export type CellOptions = {
  /** Name of the cell; undefined: the only central. */
  readonly name: string | undefined;
  /** True to serve at once after an unclean stop, and check the store meanwhile. */
  readonly checksLater: boolean;
  /** False to make no backups beside the store, because its volume has snapshots. */
  readonly makesBackups: boolean;
};

/**
 * Valid names of a cell. Proxies route by the part of an organisation's id before the first `-`, and `moving` is what
 * they know of an organisation without a cell.
 */
export const CELL_NAME = /^(?!moving$)[a-z][a-z0-9]{0,15}$/;

const rowSchema = z.object({ name: z.string(), split: z.string().nullable() });

/** What a store records about its cell. `split`: the split in progress, as JSON. */
export type CellRow = z.infer<typeof rowSchema>;

/** The store belongs to another cell, or is in the middle of a split. */
export class WrongCellError extends Error {
  override readonly name = 'WrongCellError';
}

/** The cell that this store belongs to; undefined for a station or a single central. */
export function readCell(db: Database): CellRow | undefined {
  return rowSchema.optional().parse(db.prepare('SELECT name, split FROM cell WHERE id = 1').get());
}

/**
 * Ensures that a store is served under the name of its cell: a copy under another name would be a second writer.
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

/** Sets the cell that a clone becomes, and the split in progress; undefined: the split is finished. */
export function setCell(db: Database, name: string, split: string | undefined): void {
  db.prepare('UPDATE cell SET name = ?, split = ? WHERE id = 1').run(name, split ?? null);
}

/** Returns the id of a new organisation. It begins with the name of its cell, so that proxies need no routing table. */
export function newEnterpriseId(cell: string | undefined): EnterpriseId {
  return enterpriseIdSchema.parse(cell === undefined ? newId() : `${cell}-${newId()}`);
}
