import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** Append-only: the audit log stays where it was written. */
const RETAINED = new Set(['audit', 'audit_target']);

/** Large tables without effects: pruned slowly while the cell runs. All but `change` are keyed by device. */
export const SLOW: ReadonlySet<string> = new Set([
  'device_event',
  'device_event_day',
  'device_activity',
  'device_activity_day',
  'device_presence',
  'change_device',
  'change',
]);

/**
 * Returns the tables of the store that have a column, so that tables added later are pruned as well. They belong to all
 * modules: pruning removes an organisation's rows everywhere.
 */
function tablesWith(db: Database, column: string): string[] {
  return z
    .array(z.string())
    .parse(
      db
        .prepare(
          `SELECT s.name FROM sqlite_schema s JOIN pragma_table_info(s.name) c
           WHERE s.type = 'table' AND c.name = ? ORDER BY s.name`,
        )
        .pluck()
        .all(column),
    )
    .filter((table) => !RETAINED.has(table));
}

/**
 * Deletes, in the caller's transaction, everything of these organisations that could take effect twice or interfere:
 * all but their history. Their devices are recorded, so that the history is deleted later.
 */
export function removeAtOnce(db: Database, organisations: readonly string[]): void {
  // Rows refer to one another in both directions; the commit checks that everything fits.
  db.pragma('defer_foreign_keys = ON');
  db.exec('CREATE TEMP TABLE IF NOT EXISTS going (id TEXT PRIMARY KEY); DELETE FROM temp.going');
  const going = db.prepare('INSERT OR IGNORE INTO temp.going (id) VALUES (?)');
  for (const id of organisations) going.run(id);
  const isOf = 'enterprise_id IN (SELECT id FROM temp.going)';
  db.exec(`INSERT OR IGNORE INTO gone_device (key) SELECT key FROM device WHERE ${isOf}
    UNION ALL SELECT key FROM deleted_device WHERE ${isOf}`);
  const remove = (table: string, which: string): void => {
    db.prepare(`DELETE FROM "${table}" WHERE ${which}`).run();
  };
  // Delivered ones are deleted anyway; pending ones must not be sent.
  remove(
    'webhook_delivery',
    `finished_at_ms IS NULL AND webhook_key IN (SELECT key FROM webhook WHERE ${isOf})`,
  );
  // Devices first: a device type can be removed only without devices.
  remove('device', isOf);
  for (const table of tablesWith(db, 'enterprise_id')) if (!SLOW.has(table)) remove(table, isOf);
  // Including rows that the removal of the devices wrote.
  for (const table of tablesWith(db, 'device_key'))
    if (!SLOW.has(table)) remove(table, 'device_key IN (SELECT key FROM gone_device)');
}

/**
 * Deletes, in the caller's transaction, at most `limit` rows of the remaining history. Returns false if there is
 * none.
 */
export function openSlowRemoval(db: Database): (limit: number) => boolean {
  const next = db.prepare('SELECT key FROM gone_device LIMIT 1').pluck();
  const deleteRow = db.prepare('DELETE FROM gone_device WHERE key = ?');
  const ofDevice = tablesWith(db, 'device_key')
    .filter((table) => SLOW.has(table))
    .map((table) => {
      const columns = keyOf(db, table);
      return db.prepare(
        `DELETE FROM "${table}" WHERE (${columns}) IN (SELECT ${columns} FROM "${table}" WHERE device_key = ? LIMIT ?)`,
      );
    });
  // Another module writes it while running; here only this deletes rows of organisations that have moved.
  const changes = db.prepare(
    `DELETE FROM "change" WHERE key IN (SELECT key FROM change WHERE enterprise_id IN
     (SELECT id FROM enterprise WHERE gone_to IS NOT NULL) LIMIT ?)`,
  );
  const key = z.int().optional();

  return (limit) => {
    let left = limit;
    for (let movedAway = key.parse(next.get()); movedAway !== undefined; movedAway = key.parse(next.get())) {
      for (const remove of ofDevice) {
        left -= remove.run(movedAway, left).changes;
        if (left <= 0) return true;
      }
      deleteRow.run(movedAway);
      left -= 1;
      if (left <= 0) return true;
    }
    return changes.run(left).changes > 0;
  };
}

/** Returns the columns of a table's primary key. */
function keyOf(db: Database, table: string): string {
  return z
    .array(z.string())
    .parse(db.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').pluck().all(table))
    .join(', ');
}
