import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { flag, tableOf } from '../../kernel/store/rows.ts';

const kindSchema = z.enum(['enrol', 'unenrol', 'replace', 'delete']);

const rowSchema = z.object({
  key: z.int(),
  deviceKey: z.int(),
  kind: kindSchema,
  androidId: z.string().nullable(),
  createdAtMs: z.int(),
  /** Waits for a technician's decision. */
  isHeld: flag,
  /** How often it was sent with an answer that may still be missing. */
  attempts: z.int(),
  /** The enrolment that the step is about; null if it is not known, or the slot never had a headset. */
  enrolmentKey: z.int().nullable(),
});

/** A local enrolment change that the central does not know yet. */
export type Lifecycle = z.infer<typeof rowSchema>;

export type OutboxStore = ReturnType<typeof openOutboxStore>;

/** Reads and empties the outbox; triggers fill it (kernel/store/schema/enrolment-triggers.ts). Writes run inside the caller's transaction. */
export function openOutboxStore(db: Database) {
  const table = tableOf(db, 'sync_outbox', rowSchema);
  const newest = db.prepare('SELECT coalesce(max(key), 0) FROM sync_outbox').pluck();
  const removeAfter = db.prepare('DELETE FROM sync_outbox WHERE key > ?');
  const removeAll = db.prepare('DELETE FROM sync_outbox');
  const hold = db.prepare('UPDATE sync_outbox SET is_held = ? WHERE device_key = ?');
  const releaseHeld = db.prepare(
    `UPDATE sync_outbox SET is_held = 0 WHERE is_held = 1 AND NOT EXISTS (SELECT 1 FROM sync_conflict
     WHERE sync_conflict.device_key = sync_outbox.device_key AND kind = 'enrolment' AND resolved_at_ms IS NULL)`,
  );
  const tried = db.prepare('UPDATE sync_outbox SET attempts = attempts + 1 WHERE key = ?');
  const untried = db.prepare('UPDATE sync_outbox SET attempts = 0 WHERE key = ?');

  return {
    /** Entries after a key that do not wait for a technician, oldest first. */
    page: table.all<[afterKey: number, limit: number]>('key > ? AND is_held = 0 ORDER BY key LIMIT ?'),
    ofDevice: table.all<[deviceKey: number]>('device_key = ? ORDER BY key'),
    remove: table.remove<[key: number]>('key = ?'),
    removeOf: table.remove<[deviceKey: number]>('device_key = ?'),
    removeAll: (): void => void removeAll.run(),
    setHeld: (deviceKey: number, isHeld: boolean): void => void hold.run(Number(isHeld), deviceKey),
    /** Releases entries whose conflict is no longer open: nothing else would. */
    releaseDecided: (): void => void releaseHeld.run(),
    /** Call it before sending the entry. */
    noteTried: (key: number): void => void tried.run(key),
    /** The central certainly did not do it, so that it may be sent again as if for the first time. */
    noteUntried: (key: number): void => void untried.run(key),
    count: table.count(),
    /** Counts entries that wait for a technician. */
    countHeld: table.count('is_held = 1'),
    add: tableOf(db, 'sync_outbox', rowSchema.omit({ key: true, isHeld: true, attempts: true })).insert(),
    /** Runs `work`, which applies changes of the central, without adding them to the outbox. */
    withoutOutbox<Result>(work: () => Result): Result {
      const before = z.int().parse(newest.get());
      const result = work();
      removeAfter.run(before);
      return result;
    },
  };
}
