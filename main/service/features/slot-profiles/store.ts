import type { Database } from 'better-sqlite3';
import { z } from 'zod';

const found = z.string().optional();

export type SlotProfiles = ReturnType<typeof openSlotProfiles>;

/**
 * Which profile a slot's headset gets as it enrols; gone once it has. The only code that reads and writes the table
 * `slot_profile`. Writes run inside the caller's transaction.
 */
export function openSlotProfiles(db: Database) {
  const select = db.prepare('SELECT profile_id FROM slot_profile WHERE device_key = ?').pluck();
  const put = db.prepare('INSERT OR REPLACE INTO slot_profile (device_key, profile_id) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM slot_profile WHERE device_key = ?');

  return {
    find: (key: number): string | undefined => found.parse(select.get(key)),
    put: (key: number, profileId: string): void => void put.run(key, profileId),
    remove: (key: number): void => void remove.run(key),
  };
}
