import type { Database } from 'better-sqlite3';
import { z } from 'zod';

const found = z.string().optional();

/**
 * The ids of slots, where they differ from those of their records: a slot keeps its id when it goes on in another record,
 * so that every side finds it.
 */
export function openAliases(db: Database) {
  const select = db.prepare('SELECT alias FROM device_alias WHERE device_key = ?').pluck();
  const selectId = db
    .prepare('SELECT id FROM device_alias JOIN device ON device.key = device_key WHERE alias = ?')
    .pluck();
  const remove = db.prepare('DELETE FROM device_alias WHERE device_key = ? OR alias = ?');
  const insert = db.prepare(
    'INSERT INTO device_alias (device_key, alias) SELECT key, @slot FROM device WHERE key = @key AND id <> @slot',
  );
  return {
    /** Returns the id of the slot that a record is for. */
    slotIdOf: ({ key, id }: { readonly key: number; readonly id: string }): string =>
      found.parse(select.get(key)) ?? id,
    aliasOf: (key: number): string | undefined => found.parse(select.get(key)),
    /** Returns the id of the record that a slot has gone on in. */
    idByAlias: (slot: string): string | undefined => found.parse(selectId.get(slot)),
    /** Makes a record that of a slot. Run it in a transaction. */
    setSlot(key: number, slot: string): void {
      remove.run(key, slot);
      insert.run({ key, slot });
    },
  };
}
