import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { deliveryStatusSchema } from '../../../../shared/contract/operations/webhooks.ts';
import { newId } from '../../kernel/new-id.ts';
import type { Message } from './messages.ts';
import { columnsOf } from '../../kernel/store/rows.ts';

const shownSchema = z.object({
  key: z.int(),
  id: z.string(),
  type: z.string(),
  status: deliveryStatusSchema,
  attempts: z.int(),
  createdAtMs: z.int(),
  nextAttemptAtMs: z.int().nullable(),
  lastAttemptAtMs: z.int().nullable(),
  finishedAtMs: z.int().nullable(),
  lastStatus: z.int().nullable(),
  lastError: z.string().nullable(),
  durationMs: z.int().nullable(),
  responseExcerpt: z.string().nullable(),
});
const SHOWN = columnsOf(shownSchema);

/** A delivery without its body. */
export type Delivery = z.infer<typeof shownSchema>;

const dueSchema = z.object({
  key: z.int(),
  id: z.string(),
  body: z.string(),
  attempts: z.int(),
  firstAttemptAtMs: z.int().nullable(),
});
const DUE = columnsOf(dueSchema);

export type DueDelivery = z.infer<typeof dueSchema>;

/** The result of an attempt. `nextAttemptAtMs` null: it was the last one. */
export type Attempt = {
  readonly status: Delivery['status'];
  readonly attemptedAtMs: number;
  readonly nextAttemptAtMs: number | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly durationMs: number;
  readonly responseExcerpt: string | null;
};

export type DeliveryStore = ReturnType<typeof openDeliveryStore>;

/** The only code that reads and writes `webhook_delivery`. Writes run inside the caller's transaction. */
export function openDeliveryStore(db: Database) {
  return { ...openQueue(db), ...openHistory(db), ...openTidying(db) };
}

function openQueue(db: Database) {
  const insert = db.prepare(
    `INSERT INTO webhook_delivery (id, webhook_key, type, body, created_at_ms, next_attempt_at_ms)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const selectDue = db.prepare(
    `SELECT ${DUE.selected} FROM webhook_delivery INDEXED BY webhook_delivery_waiting
     WHERE webhook_key = ? AND next_attempt_at_ms <= ? ORDER BY key LIMIT ?`,
  );
  const selectNext = db
    .prepare(
      `SELECT min(next_attempt_at_ms) FROM webhook_delivery INDEXED BY webhook_delivery_waiting
       WHERE webhook_key = ? AND next_attempt_at_ms IS NOT NULL`,
    )
    .pluck();
  const attempted = db.prepare(
    `UPDATE webhook_delivery SET status = ?, attempts = attempts + 1,
     first_attempt_at_ms = coalesce(first_attempt_at_ms, ?), last_attempt_at_ms = ?, next_attempt_at_ms = ?,
     finished_at_ms = ?, last_status = ?, last_error = ?, duration_ms = ?, response_excerpt = ? WHERE key = ?`,
  );
  const again = db.prepare(
    `UPDATE webhook_delivery SET status = 'pending', next_attempt_at_ms = ?, first_attempt_at_ms = NULL,
     finished_at_ms = NULL WHERE key = ?`,
  );
  const makeDue = db.prepare(
    `UPDATE webhook_delivery SET next_attempt_at_ms = ? WHERE webhook_key = ? AND next_attempt_at_ms > ?`,
  );
  const due = z.array(dueSchema);
  const next = z.int().nullable();

  return {
    /** Queues a message for a webhook. Returns its id. */
    add(webhookKey: number, { type, body }: Message, nowMs: number): string {
      const id = newId();
      insert.run(id, webhookKey, type, body, nowMs, nowMs);
      return id;
    },
    /** Returns the due deliveries of a webhook, oldest first. */
    due: (webhookKey: number, nowMs: number, limit: number): DueDelivery[] =>
      due.parse(selectDue.all(webhookKey, nowMs, limit)),
    /** Returns when the next delivery of a webhook is due, in ms, or null if none is pending. */
    nextDueMs: (webhookKey: number): number | null => next.parse(selectNext.get(webhookKey)),
    noteAttempt(key: number, attempt: Attempt): void {
      const { status, attemptedAtMs, nextAttemptAtMs, lastStatus, lastError, durationMs } = attempt;
      const finishedAtMs = nextAttemptAtMs === null ? attemptedAtMs : null;
      const times = [attemptedAtMs, attemptedAtMs, nextAttemptAtMs, finishedAtMs];
      attempted.run([status, ...times, lastStatus, lastError, durationMs, attempt.responseExcerpt, key]);
    },
    /** Makes all pending deliveries due. */
    makeDue: (webhookKey: number, nowMs: number): void => void makeDue.run(nowMs, webhookKey, nowMs),
    /** Sends a delivery again, with as many attempts as a new one. */
    sendAgain: (key: number, nowMs: number): void => void again.run(nowMs, key),
  };
}

/** A filter for the deliveries of a webhook. */
type DeliveryPart = { readonly onlyFailed: boolean; readonly limit: number; readonly offset: number };

const WANTED = "(? = 0 OR status IN ('failed', 'abandoned'))";

function openHistory(db: Database) {
  const selectPage = db.prepare(
    `SELECT ${SHOWN.selected} FROM webhook_delivery WHERE key IN
     (SELECT key FROM webhook_delivery WHERE webhook_key = ? AND ${WANTED} ORDER BY key DESC LIMIT ? OFFSET ?)
     ORDER BY key DESC`,
  );
  const selectOne = db.prepare(
    `SELECT ${SHOWN.selected} FROM webhook_delivery WHERE id = ? AND webhook_key = ?`,
  );
  const selectById = db.prepare(`SELECT ${SHOWN.selected} FROM webhook_delivery WHERE id = ?`);
  const count = db
    .prepare(`SELECT count(*) FROM webhook_delivery WHERE webhook_key = ? AND ${WANTED}`)
    .pluck();
  const rows = z.array(shownSchema);
  const found = shownSchema.optional();
  const number = z.int();

  return {
    /** Returns deliveries of a webhook, newest first. */
    page: (webhookKey: number, { onlyFailed, limit, offset }: DeliveryPart): Delivery[] =>
      rows.parse(selectPage.all(webhookKey, onlyFailed ? 1 : 0, limit, offset)),
    find: (webhookKey: number, id: string): Delivery | undefined =>
      found.parse(selectOne.get(id, webhookKey)),
    /** @throws if there is none with this id. */
    read: (id: string): Delivery => shownSchema.parse(selectById.get(id)),
    count: (webhookKey: number, onlyFailed: boolean): number =>
      number.parse(count.get(webhookKey, onlyFailed ? 1 : 0)),
  };
}

function openTidying(db: Database) {
  const countWaiting = db
    .prepare(
      `SELECT count(*) FROM webhook_delivery INDEXED BY webhook_delivery_waiting
       WHERE webhook_key = ? AND next_attempt_at_ms IS NOT NULL`,
    )
    .pluck();
  const dropWaiting = db.prepare(
    `DELETE FROM webhook_delivery WHERE key IN (SELECT key FROM webhook_delivery INDEXED BY webhook_delivery_waiting
     WHERE webhook_key = ? AND next_attempt_at_ms IS NOT NULL ORDER BY key LIMIT ?)`,
  );
  const deleteFinished = db.prepare(
    `DELETE FROM webhook_delivery WHERE key IN
     (SELECT key FROM webhook_delivery WHERE finished_at_ms < ? LIMIT ?)`,
  );
  const selectNth = db
    .prepare('SELECT key FROM webhook_delivery WHERE webhook_key = ? ORDER BY key DESC LIMIT 1 OFFSET ?')
    .pluck();
  const deleteOld = db.prepare(
    `DELETE FROM webhook_delivery WHERE key IN (SELECT key FROM webhook_delivery
     WHERE webhook_key = ? AND key <= ? AND finished_at_ms IS NOT NULL ORDER BY key LIMIT ?)`,
  );
  const deleteAny = db.prepare(
    `DELETE FROM webhook_delivery WHERE key IN
     (SELECT key FROM webhook_delivery WHERE webhook_key = ? LIMIT ?)`,
  );
  const number = z.int();
  const nth = z.int().optional();

  return {
    /** Returns the number of pending deliveries of a webhook. */
    waiting: (webhookKey: number): number => number.parse(countWaiting.get(webhookKey)),
    /** Drops the oldest pending ones. Returns their number. */
    dropOldest: (webhookKey: number, limit: number): number => dropWaiting.run(webhookKey, limit).changes,
    /** Deletes deliveries that ended before `beforeMs`. Returns their number. */
    deleteFinished: (beforeMs: number, limit: number): number => deleteFinished.run(beforeMs, limit).changes,
    /** Deletes ended deliveries with more than `kept` newer ones. Returns their number. */
    deleteBeyond(webhookKey: number, stored: number, limit: number): number {
      const last = nth.parse(selectNth.get(webhookKey, stored));
      return last === undefined ? 0 : deleteOld.run(webhookKey, last, limit).changes;
    },
    /** Deletes deliveries of a webhook in any state. Returns their number. */
    deleteSome: (webhookKey: number, limit: number): number => deleteAny.run(webhookKey, limit).changes,
  };
}
