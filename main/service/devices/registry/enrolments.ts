import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type EnrolmentOrigin, enrolmentOriginSchema } from '../../../../shared/contract/devices/devices.ts';
import { json, tableOf } from '../../kernel/store/rows.ts';

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
  const table = tableOf(db, 'enrolment', rowSchema);
  const openOf = table.one<[deviceKey: number]>('device_key = ? AND ended_at_ms IS NULL');
  const byId = table.one<[id: string]>('id = ?');
  const end = db.prepare('UPDATE enrolment SET ended_at_ms = ?, end_cause = ? WHERE key = ?');
  const insert = db.prepare(
    'INSERT INTO enrolment (id, device_key, android_id, started_at_ms, author) VALUES (?, ?, ?, ?, ?)',
  );
  const rename = db.prepare('UPDATE OR IGNORE enrolment SET id = ? WHERE key = ?');
  const setOrigin = db.prepare(
    'UPDATE enrolment SET origin = ? WHERE device_key = ? AND ended_at_ms IS NULL',
  );
  const author = db.prepare('UPDATE enrolment SET author = ? WHERE key = ?');

  return {
    open: openOf,
    byKey: table.one<[key: number]>('key = ?'),
    byId,
    ofDevice: table.all<[deviceKey: number]>('device_key = ? ORDER BY key'),
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
      if (open === undefined || open.id === id || byId(id) !== undefined) return false;
      end.run(nowMs, 'replaced', open.key);
      insert.run(id, deviceKey, open.androidId, nowMs, by);
      return true;
    },
  };
}
