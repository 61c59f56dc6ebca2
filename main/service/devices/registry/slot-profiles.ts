import type { Database } from 'better-sqlite3';
import { z } from 'zod';

const found = z.string().optional();
const ids = z.array(z.string());
const appliedSchema = z.object({ profileId: z.string(), version: z.int() }).optional();

export type SlotProfiles = ReturnType<typeof openSlotProfiles>;

/**
 * The profile assigned to each slot, and the version that was applied. The only code that reads and writes the table
 * `slot_profile`. Writes run inside the caller's transaction.
 */
export function openSlotProfiles(db: Database) {
  const select = db
    .prepare('SELECT profile_id FROM slot_profile WHERE device_key = ? AND applied_version IS NULL')
    .pluck();
  const selectApplied = db.prepare(
    `SELECT profile_id AS profileId, applied_version AS version FROM slot_profile
     WHERE device_key = ? AND applied_version IS NOT NULL`,
  );
  const put = db.prepare('INSERT OR REPLACE INTO slot_profile (device_key, profile_id) VALUES (?, ?)');
  const setVersion = db.prepare('UPDATE slot_profile SET applied_version = ? WHERE device_key = ?');
  const selectWaiting = db
    .prepare(
      'SELECT id FROM device JOIN slot_profile ON device_key = key WHERE profile_id = ? AND applied_version IS NULL',
    )
    .pluck();
  const remove = db.prepare('DELETE FROM slot_profile WHERE device_key = ?');

  return {
    /** Returns the pending one. */
    find: (key: number): string | undefined => found.parse(select.get(key)),
    applied: (key: number) => appliedSchema.parse(selectApplied.get(key)),
    /** Returns the ids of the devices for which it is pending. */
    waitingFor: (profileId: string): string[] => ids.parse(selectWaiting.all(profileId)),
    put: (key: number, profileId: string): void => void put.run(key, profileId),
    setVersion: (key: number, version: number): void => void setVersion.run(version, key),
    remove: (key: number): void => void remove.run(key),
  };
}
