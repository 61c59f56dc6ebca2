import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { columnsOf, flag } from '../../kernel/store/rows.ts';

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
const COLUMNS = columnsOf(rowSchema);

/** A queued command or, once delivered, one that awaits its answer. */
export type CommandRow = z.infer<typeof rowSchema>;

const rowsSchema = z.array(rowSchema);
const foundRow = rowSchema.optional();
const number = z.int();
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
  const insert = db.prepare(
    `INSERT INTO device_command (id, device_key, event, message, created_at_ms, expires_at_ms, due_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const selectOne = db.prepare(`SELECT ${COLUMNS.selected} FROM device_command WHERE id = ?`);
  const selectOf = db.prepare(
    `SELECT ${COLUMNS.selected} FROM device_command WHERE device_key = ? ORDER BY key`,
  );
  const countOf = db
    .prepare('SELECT count(*) FROM device_command WHERE device_key = ? AND is_delivered = 0')
    .pluck();
  const setDelivered = db.prepare('UPDATE device_command SET is_delivered = ?, due_ms = ? WHERE key = ?');
  const setReceived = db.prepare('UPDATE device_command SET was_received = 1 WHERE key = ?');
  const selectDue = db.prepare(
    `SELECT ${COLUMNS.selected} FROM device_command WHERE due_ms <= ? ORDER BY due_ms LIMIT ?`,
  );
  const nextDue = db.prepare('SELECT min(due_ms) FROM device_command WHERE due_ms IS NOT NULL').pluck();
  const remove = db.prepare('DELETE FROM device_command WHERE key = ?');
  const selectWaiting = db.prepare(
    'SELECT device_key, event, expires_at_ms, created_at_ms FROM device_command WHERE is_delivered = 0',
  );

  return {
    add(row: Omit<CommandRow, 'key' | 'isDelivered' | 'wasReceived'>): void {
      const { id, deviceKey, event, message, createdAtMs, expiresAtMs } = row;
      insert.run(id, deviceKey, event, message, createdAtMs, expiresAtMs, expiresAtMs);
    },
    find: (id: string): CommandRow | undefined => foundRow.parse(selectOne.get(id)),
    /** Returns all of a device, delivered ones included, in order. */
    of: (deviceKey: number): CommandRow[] => rowsSchema.parse(selectOf.all(deviceKey)),
    countWaiting: (deviceKey: number): number => number.parse(countOf.get(deviceKey)),
    /** Records that a command was delivered and until when it may be answered. */
    delivered: (key: number, answerByMs: number): void => void setDelivered.run(1, answerByMs, key),
    /** Records that a repeated command was sent. */
    markReceived: (key: number): void => void setReceived.run(key),
    /** Undoes that: it was not sent after all. */
    undelivered: ({ key, expiresAtMs }: CommandRow): void => void setDelivered.run(0, expiresAtMs, key),
    /** Returns expired ones, at most `limit`. */
    due: (nowMs: number, limit: number): CommandRow[] => rowsSchema.parse(selectDue.all(nowMs, limit)),
    nextDueMs: (): number | null => momentSchema.parse(nextDue.get()),
    remove: (key: number): void => void remove.run(key),
    /** Returns the queues of all devices. */
    waiting: () => waitingSchema.parse(selectWaiting.all()),
  };
}
