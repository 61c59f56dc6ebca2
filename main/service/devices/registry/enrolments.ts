import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type EnrolmentOrigin, enrolmentOriginSchema } from '../../../../shared/contract/devices/devices.ts';
import { columnsOf, json } from '../../kernel/store/rows.ts';

const rowSchema = z.object({
  key: z.int(),
  id: z.string(),
  deviceKey: z.int(),
  androidId: z.string(),
  startedAtMs: z.int(),
  endedAtMs: z.int().nullable(),
  endCause: z.enum(['unenrolled', 'moved', 'archived', 'deleted', 'replaced', 'decided']).nullable(),
  author: z.string(),
  /** Where and by whom it was made, as far as known. */
  origin: json(enrolmentOriginSchema).nullable(),
});
const COLUMNS = columnsOf(rowSchema);

/** A headset in a slot, from one moment on. Only its end is ever written, once. */
export type Enrolment = z.infer<typeof rowSchema>;

/** The author of an enrolment that the central reported. */
export const CENTRAL_AUTHOR = 'central';

export type EnrolmentStore = ReturnType<typeof openEnrolmentStore>;

/**
 * Reads who was enrolled where. Rows are created and ended by triggers (kernel/store/schema/enrolment-triggers.ts) as the record of a device
 * changes; only the id that another side gave an enrolment is written here. Writes run inside the caller's
 * transaction.
 */
export function openEnrolmentStore(db: Database) {
  const selectOpen = db.prepare(
    `SELECT ${COLUMNS.selected} FROM enrolment WHERE device_key = ? AND ended_at_ms IS NULL`,
  );
  const selectByKey = db.prepare(`SELECT ${COLUMNS.selected} FROM enrolment WHERE key = ?`);
  const selectById = db.prepare(`SELECT ${COLUMNS.selected} FROM enrolment WHERE id = ?`);
  const selectOf = db.prepare(`SELECT ${COLUMNS.selected} FROM enrolment WHERE device_key = ? ORDER BY key`);
  const end = db.prepare('UPDATE enrolment SET ended_at_ms = ?, end_cause = ? WHERE key = ?');
  const insert = db.prepare(
    'INSERT INTO enrolment (id, device_key, android_id, started_at_ms, author) VALUES (?, ?, ?, ?, ?)',
  );
  const rename = db.prepare('UPDATE OR IGNORE enrolment SET id = ? WHERE key = ?');
  const setOrigin = db.prepare(
    'UPDATE enrolment SET origin = ? WHERE device_key = ? AND ended_at_ms IS NULL',
  );
  const author = db.prepare('UPDATE enrolment SET author = ? WHERE key = ?');
  const found = rowSchema.optional();
  const openOf = (deviceKey: number): Enrolment | undefined => found.parse(selectOpen.get(deviceKey));

  return {
    open: openOf,
    byKey: (key: number): Enrolment | undefined => found.parse(selectByKey.get(key)),
    byId: (id: string): Enrolment | undefined => found.parse(selectById.get(id)),
    ofDevice: (deviceKey: number): Enrolment[] => z.array(rowSchema).parse(selectOf.all(deviceKey)),
    /** Stores where and by whom the open enrolment was made. */
    setOrigin: (deviceKey: number, origin: EnrolmentOrigin): void =>
      void setOrigin.run(JSON.stringify(origin), deviceKey),
    /** Sets the id of the newest enrolment to the one of the side that created it, and whether that is the central. */
    name(deviceKey: number, id: string, isCentrals = false): void {
      const open = openOf(deviceKey);
      if (open === undefined) return;
      if (open.id !== id) rename.run(id, open.key);
      if (isCentrals) author.run(CENTRAL_AUTHOR, open.key);
    },
    /**
     * Records that the same headset enrolled in the same slot again: the enrolment known here ends, that one is open.
     * Returns false if it is known. `by`: the central if it says so, otherwise the epoch of this store.
     */
    succeed(deviceKey: number, id: string, nowMs: number, by: string): boolean {
      const open = openOf(deviceKey);
      if (open === undefined || open.id === id || found.parse(selectById.get(id)) !== undefined) return false;
      end.run(nowMs, 'replaced', open.key);
      insert.run(id, deviceKey, open.androidId, nowMs, by);
      return true;
    },
  };
}
