import type { Database } from 'better-sqlite3';
import { z } from 'zod';

const found = z.string().optional();

/** The ids under which another station or a central knows slots, where they differ from those of the records here. */
export function openAliases(db: Database) {
  const select = db.prepare('SELECT alias FROM device_alias WHERE device_key = ?').pluck();
  const selectId = db
    .prepare('SELECT id FROM device_alias JOIN device ON device.key = device_key WHERE alias = ?')
    .pluck();
  const remove = db.prepare('DELETE FROM device_alias WHERE device_key = ? OR alias = ?');
  const insert = db.prepare('INSERT INTO device_alias (device_key, alias) VALUES (?, ?)');
  return {
    aliasOf: (key: number): string | undefined => found.parse(select.get(key)),
    /** Returns the id of the record of the slot that is known elsewhere under this id. */
    idByAlias: (alias: string): string | undefined => found.parse(selectId.get(alias)),
    /** Run it in a transaction. */
    setAlias(key: number, alias: string): void {
      remove.run(key, alias);
      insert.run(key, alias);
    },
  };
}
