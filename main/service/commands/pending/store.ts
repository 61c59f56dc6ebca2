import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { flag, tableOf } from '../../kernel/store/rows.ts';

const rowSchema = z.object({
  key: z.int(),
  id: z.string(),
  deviceKey: z.int(),
  event: z.string(),
  /** Encrypted JSON. */
  message: z.string(),
  createdAtMs: z.int(),
  expiresAtMs: z.int().nullable(),
  isDelivered: flag,
  /** For a command to un-enrol: it was delivered at least once. */
  wasReceived: flag,
});

/** A queued command or, once delivered, one that awaits its answer. */
export type CommandRow = z.infer<typeof rowSchema>;

const momentSchema = z.int().nullable();
const waitingSchema = z.array(
  z.object({
    device_key: z.int(),
    event: z.string(),
    expires_at_ms: z.int().nullable(),
    created_at_ms: z.int(),
  }),
);

/** The only code that reads and writes the table `device_command`. Writes run inside the caller's transaction. */
export function openCommandStore(db: Database) {
  const table = tableOf(db, 'device_command', rowSchema);
  const insert = db.prepare(
    `INSERT INTO device_command (id, device_key, event, message, created_at_ms, expires_at_ms, due_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const setDelivered = db.prepare('UPDATE device_command SET is_delivered = ?, due_ms = ? WHERE key = ?');
  const setReceived = db.prepare('UPDATE device_command SET was_received = 1 WHERE key = ?');
  const nextDue = db.prepare('SELECT min(due_ms) FROM device_command WHERE due_ms IS NOT NULL').pluck();
  const selectWaiting = db.prepare(
    'SELECT device_key, event, expires_at_ms, created_at_ms FROM device_command WHERE is_delivered = 0',
  );

  return {
    add(row: Omit<CommandRow, 'key' | 'isDelivered' | 'wasReceived'>): void {
      const { id, deviceKey, event, message, createdAtMs, expiresAtMs } = row;
      insert.run(id, deviceKey, event, message, createdAtMs, expiresAtMs, expiresAtMs);
    },
    find: table.one<[id: string]>('id = ?'),
    /** Returns all of a device, delivered ones included, in order. */
    of: table.all<[deviceKey: number]>('device_key = ? ORDER BY key'),
    countWaiting: table.count<[deviceKey: number]>('device_key = ? AND is_delivered = 0'),
    /** Records that a command was delivered and until when it may be answered. */
    delivered: (key: number, answerByMs: number): void => void setDelivered.run(1, answerByMs, key),
    /** Records that a repeated command was sent. */
    markReceived: (key: number): void => void setReceived.run(key),
    /** Undoes that: it was not sent after all. */
    undelivered: ({ key, expiresAtMs }: CommandRow): void => void setDelivered.run(0, expiresAtMs, key),
    /** Returns expired ones, at most `limit`. */
    due: table.all<[nowMs: number, limit: number]>('due_ms <= ? ORDER BY due_ms LIMIT ?'),
    nextDueMs: (): number | null => momentSchema.parse(nextDue.get()),
    remove: table.remove<[key: number]>('key = ?'),
    /** Returns the queues of all devices. */
    waiting: () => waitingSchema.parse(selectWaiting.all()),
  };
}
