import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { enterpriseIdSchema } from '../../../../shared/contract/ids.ts';
import { columnsOf, flag, json, tableOf } from '../../kernel/store/rows.ts';

const rowSchema = z.object({
  key: z.int(),
  id: z.string(),
  enterpriseId: enterpriseIdSchema,
  url: z.string(),
  label: z.string().nullable(),
  /** Null: all. */
  types: json(z.array(z.string())).nullable(),
  isActive: flag,
  switchedOffBy: z.enum(['GONE']).nullable(),
  /** The secrets, encrypted by the vault. */
  secret: z.string(),
  previousSecret: z.string().nullable(),
  previousSecretUntilMs: z.int().nullable(),
  createdAtMs: z.int(),
  droppedCount: z.int(),
  lastDeliveredAtMs: z.int().nullable(),
  failingSinceMs: z.int().nullable(),
});
const COLUMNS = columnsOf(rowSchema);

/** A webhook as stored. `key` is the store's own number and never leaves it. */
export type Webhook = z.infer<typeof rowSchema>;

/** What is needed to create a webhook. */
type NewWebhook = Pick<
  Webhook,
  'id' | 'enterpriseId' | 'url' | 'label' | 'types' | 'isActive' | 'secret' | 'createdAtMs'
>;

/** The fields that can be changed. */
type WebhookFields = Pick<
  Webhook,
  | 'url'
  | 'label'
  | 'types'
  | 'isActive'
  | 'switchedOffBy'
  | 'secret'
  | 'previousSecret'
  | 'previousSecretUntilMs'
>;

export type WebhookStore = ReturnType<typeof openWebhookStore>;

/** The only code that reads and writes the table `webhook`. Writes run inside the caller's transaction. */
export function openWebhookStore(db: Database) {
  const table = tableOf(db, 'webhook', rowSchema);
  const found = rowSchema.optional();
  const insert = db.prepare(
    `INSERT INTO webhook (id, enterprise_id, url, label, types, is_active, secret, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const selectOne = db.prepare(`SELECT ${COLUMNS.selected} FROM webhook WHERE key = ? AND is_removed = 0`);
  const update = db.prepare(
    `UPDATE webhook SET url = ?, label = ?, types = ?, is_active = ?, switched_off_by = ?, secret = ?,
     previous_secret = ?, previous_secret_until_ms = ? WHERE key = ?`,
  );
  const switchOff = db.prepare(`UPDATE webhook SET is_active = 0, switched_off_by = 'GONE' WHERE key = ?`);
  const delivered = db.prepare(
    'UPDATE webhook SET last_delivered_at_ms = ?, failing_since_ms = NULL WHERE key = ?',
  );
  const failing = db.prepare(
    'UPDATE webhook SET failing_since_ms = ? WHERE key = ? AND failing_since_ms IS NULL',
  );
  const dropped = db.prepare('UPDATE webhook SET dropped_count = dropped_count + ? WHERE key = ?');
  const markRemoved = db.prepare(
    `UPDATE webhook SET is_removed = 1, is_active = 0, secret = '', previous_secret = NULL WHERE key = ?`,
  );
  const toText = (types: readonly string[] | null): string | null =>
    types === null ? null : JSON.stringify(types);

  return {
    /** Every webhook of every organisation, oldest first. */
    all: table.all('is_removed = 0 ORDER BY key'),
    find: (key: number): Webhook | undefined => found.parse(selectOne.get(key)),
    findById: table.one<[id: string]>('id = ? AND is_removed = 0'),
    /** Webhooks of an organisation, oldest first. */
    ofEnterprise: table.all<[enterpriseId: string]>('enterprise_id = ? AND is_removed = 0 ORDER BY key'),
    /** Stores a webhook and returns it. */
    add(webhook: NewWebhook): Webhook {
      const { id, enterpriseId, url, label, types, isActive, secret, createdAtMs } = webhook;
      const values = [id, enterpriseId, url, label, toText(types), isActive ? 1 : 0, secret, createdAtMs];
      return rowSchema.parse(selectOne.get(insert.run(values).lastInsertRowid));
    },
    /** Changes the given fields and returns the webhook. */
    change(webhook: Webhook, fields: Partial<WebhookFields>): Webhook {
      const changed = { ...webhook, ...fields };
      const { url, label, types, isActive, switchedOffBy, secret, previousSecret } = changed;
      const values = [url, label, toText(types), isActive ? 1 : 0, switchedOffBy, secret, previousSecret];
      update.run([...values, changed.previousSecretUntilMs, webhook.key]);
      return changed;
    },
    /** Switches it off because its receiver is gone. */
    switchOff: (key: number): void => void switchOff.run(key),
    noteDelivered: (key: number, nowMs: number): void => void delivered.run(nowMs, key),
    noteFailing: (key: number, nowMs: number): void => void failing.run(nowMs, key),
    noteDropped: (key: number, count: number): void => void dropped.run(count, key),
    /** Hides it and deletes its secrets; `deleteWebhook` deletes the rest when its deliveries are deleted. */
    remove: (key: number): void => void markRemoved.run(key),
    /** Returns the keys of removed ones that still have a row. */
    removed: table.numbers('key', 'is_removed = 1'),
    deleteWebhook: table.remove<[key: number]>('key = ?'),
  };
}
