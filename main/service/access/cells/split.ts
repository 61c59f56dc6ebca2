import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

import { STORE_FILE } from '../../kernel/backups/recovery.ts';
import { type CellRow, newEnterpriseId, readCell, setCell } from '../../kernel/cells/cell.ts';
import { lockFolder } from '../../kernel/data-folder/lock.ts';
import { breakSeal, sealStore } from '../../kernel/data-folder/seal.ts';
import { newId } from '../../kernel/new-id.ts';
import { retainEpoch } from '../../kernel/store/epoch.ts';
import { storeVersion } from '../../kernel/store/migrate.ts';
import { migrations } from '../../kernel/store/migrations/index.ts';
import { removeAtOnce } from './leftovers.ts';

/** Why a cell cannot be split. Nothing was changed that the right split could not resume from. */
export class SplitError extends Error {
  override readonly name = 'SplitError';
}

/** What to split. Both folders belong to cells that are stopped. */
export type SplitOrder = {
  /** The data folder of the cell. */
  readonly from: string;
  /** A clone of it, made after the cell was stopped. */
  readonly to: string;
  readonly newCell: string;
  readonly organisations: readonly string[];
  /** Tokens of other organisations that reach into the moving ones lose that access. */
  readonly cutsFleetAccess: boolean;
};

/** The steps. Each is on disk before it is reported. */
export type SplitStep = 'checked' | 'clone marked' | 'cell marked' | 'finished';

/** The name of the new cell, and its number of devices. */
export type SplitReport = { readonly cell: string; readonly devices: number };

const startsSchema = z.object({ epoch: z.string(), starts: z.int() });
const splitSchema = startsSchema.extend({
  id: z.string(),
  from: z.string(),
  organisations: z.array(z.string()),
});
type Split = z.infer<typeof splitSchema>;

/**
 * Splits a cell: marks on both sides which organisations have moved, and deletes at once what could act twice. The
 * clone is marked first and cannot start before the end; the mark on the cell is the moment of the move. If killed at
 * any point, run it again.
 *
 * @throws {SplitError} {FolderInUseError}
 */
export function splitCell(
  order: SplitOrder,
  received: (step: SplitStep) => void = () => undefined,
): SplitReport {
  using from = openHalf(order.from, 'The cell');
  using to = openHalf(order.to, 'The clone');
  const cell = needCell(from.db, order.from);
  const clone = needCell(to.db, order.to);
  const report = (): SplitReport => ({ cell: cell.name, devices: countDevices(to.db) });
  const split =
    clone.name === cell.name ? checkClone(order, from.db, to.db) : resumed(order, cell, clone, from.db);
  if (split === undefined) return report();
  received('checked');
  if (clone.name === cell.name) markClone(to.db, order, { ...split, from: cell.name });
  received('clone marked');
  markCell(from.db, order, split);
  received('cell marked');
  retainEpoch(to.db, order.to);
  setCell(to.db, order.newCell, undefined);
  received('finished');
  return report();
}

type Half = Disposable & { readonly db: Database.Database };

/** Opens the store of a stopped cell; a store that was sealed is sealed again. */
function openHalf(folder: string, what: string): Half {
  if (!existsSync(join(folder, STORE_FILE))) throw new SplitError(`${what} has no store in ${folder}.`);
  const lock = lockFolder(folder);
  try {
    const isSealed = breakSeal(folder);
    const db = new Database(join(folder, STORE_FILE));
    if (storeVersion(db) !== migrations.at(-1)?.id) {
      db.close();
      throw new SplitError(
        `${what} in ${folder} is of another version. Start and stop it once with this one.`,
      );
    }
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    return {
      db,
      [Symbol.dispose]() {
        db.pragma('wal_checkpoint(TRUNCATE)');
        db.close();
        if (isSealed) sealStore(folder);
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function needCell(db: Database.Database, folder: string): CellRow {
  const cell = readCell(db);
  if (cell === undefined) throw new SplitError(`${folder} is not that of a cell. Start it once with --cell.`);
  return cell;
}

/** Checks that the clone is fresh: the cell must not have run since it was made. */
function checkClone(order: SplitOrder, from: Database.Database, to: Database.Database): Split {
  if (readCell(from)?.name === order.newCell)
    throw new SplitError('The new cell has the name of the old one.');
  for (const id of order.organisations) checkMovable(from, id, order);
  const [startsFrom, startsTo] = [startsOf(from), startsOf(to)];
  if (startsFrom.epoch !== startsTo.epoch || startsFrom.starts !== startsTo.starts)
    throw new SplitError(
      'The cell has run since this clone was made. Stop the cell and make the clone again.',
    );
  return { ...startsFrom, id: newId(), from: '', organisations: [...order.organisations].toSorted() };
}

function checkMovable(
  db: Database.Database,
  id: string,
  { newCell, organisations, cutsFleetAccess }: SplitOrder,
): void {
  const found = z
    .object({ is_own: z.int(), gone_to: z.string().nullable() })
    .optional()
    .parse(db.prepare('SELECT is_own, gone_to FROM enterprise WHERE id = ?').get(id));
  if (found === undefined) throw new SplitError(`The cell has no organisation ${id}.`);
  if (found.is_own === 1) throw new SplitError(`${id} is the cell’s own organisation, which stays.`);
  if (found.gone_to !== null)
    throw new SplitError(
      found.gone_to === newCell
        ? `${id} has moved to ${newCell} already, and this clone was made after that.`
        : `${id} has moved to ${found.gone_to}; split it from there.`,
    );
  if (cutsFleetAccess) return;
  const reaching = z
    .array(z.object({ id: z.string(), enterprise_id: z.string().nullable() }))
    .parse(
      db
        .prepare(
          `SELECT id, enterprise_id FROM token WHERE revoked_at_ms IS NULL AND kind <> 'session' AND
           EXISTS (SELECT 1 FROM json_each(fleet_access) WHERE value = ?)`,
        )
        .all(id),
    )
    .filter((token) => token.enterprise_id === null || !organisations.includes(token.enterprise_id));
  if (reaching.length > 0)
    throw new SplitError(
      `No token reaches across cells, and ${reaching.length} of other organisations reach ${id} (the first is ${reaching[0]?.id ?? ''}). Move them together, or add --cut-fleet-access.`,
    );
}

/** Returns a split that was begun before; undefined if it was finished. */
function resumed(
  order: SplitOrder,
  cell: CellRow,
  clone: CellRow,
  from: Database.Database,
): Split | undefined {
  if (clone.name !== order.newCell)
    throw new SplitError(`${order.to} is that of the cell ${clone.name}, not of ${order.newCell}.`);
  if (clone.split === null) {
    if (hasMoved(from, order)) return undefined;
    throw new SplitError(`${order.to} is already the cell ${clone.name}, and not by this split.`);
  }
  const split = splitSchema.parse(JSON.parse(clone.split));
  const requested = [...order.organisations].toSorted().join();
  if (split.from !== cell.name || split.organisations.join() !== requested)
    throw new SplitError(
      `${order.to} is in the middle of another split: of ${split.organisations.join(', ')} from ${split.from}.`,
    );
  return split;
}

/** Returns true if all of them have moved to the new cell. */
function hasMoved(db: Database.Database, { organisations, newCell }: SplitOrder): boolean {
  const movedAway = db.prepare('SELECT 1 FROM enterprise WHERE id = ? AND gone_to = ?').pluck();
  return organisations.every((id) => movedAway.get(id, newCell) !== undefined);
}

/** Marks the clone as the new cell: with the moving organisations, and one of its own. */
function markClone(db: Database.Database, order: SplitOrder, split: Split): void {
  const retained = new Set(order.organisations);
  const others = z
    .array(z.string())
    .parse(db.prepare('SELECT id FROM enterprise WHERE gone_to IS NULL').pluck().all())
    .filter((id) => !retained.has(id));
  const leave = db.prepare('UPDATE enterprise SET gone_to = ?, is_own = 0 WHERE id = ?');
  const own = db.prepare(
    `INSERT INTO enterprise (id, name, time_zone, is_own, created_at_ms)
     SELECT ?, name, time_zone, 1, ? FROM enterprise WHERE is_own = 1`,
  );
  db.transaction(() => {
    own.run(newEnterpriseId(order.newCell), Date.now());
    for (const id of others) leave.run(split.from, id);
    removeAtOnce(db, others);
    setCell(db, order.newCell, JSON.stringify(split));
  }).immediate();
}

/** Marks the cell: the moment at which they move. */
function markCell(db: Database.Database, order: SplitOrder, split: Split): void {
  if (hasMoved(db, order)) return;
  const now = startsOf(db);
  if (now.epoch !== split.epoch || now.starts !== split.starts)
    throw new SplitError(
      `The cell has run since the clone was made. Remove ${order.to}, stop the cell, and begin again with a new clone.`,
    );
  const leave = db.prepare('UPDATE enterprise SET gone_to = ? WHERE id = ?');
  db.transaction(() => {
    for (const id of order.organisations) leave.run(order.newCell, id);
    removeAtOnce(db, order.organisations);
  }).immediate();
}

function countDevices(db: Database.Database): number {
  return z.int().parse(db.prepare('SELECT count(*) FROM device').pluck().get());
}

function startsOf(db: Database.Database): z.infer<typeof startsSchema> {
  return startsSchema.parse(db.prepare('SELECT epoch, starts FROM store_epoch WHERE id = 1').get());
}
