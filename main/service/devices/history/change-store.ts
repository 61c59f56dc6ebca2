import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { enterpriseIdSchema } from '../../../../shared/contract/ids.ts';
import { toActor } from './author.ts';
import { FIELDS } from './paths.ts';

const changeSchema = z
  .object({
    key: z.int(),
    id: z.string(),
    enterprise_id: enterpriseIdSchema,
    at_ms: z.int(),
    author_kind: z.string(),
    author_token: z.string().nullable(),
    kind: z.string(),
    devices: z.int(),
    paths: z.string().transform((json) => z.array(z.string()).parse(JSON.parse(json))),
    plan_id: z.string().nullable(),
    reverts: z.string().nullable(),
    reverted_by: z.string().nullable(),
  })
  .transform((row) => ({
    key: row.key,
    id: row.id,
    enterpriseId: row.enterprise_id,
    atMs: row.at_ms,
    author: toActor(row),
    kind: row.kind,
    devices: row.devices,
    paths: row.paths,
    planId: row.plan_id,
    reverts: row.reverts,
    revertedBy: row.reverted_by,
  }));
export type ChangeRow = z.infer<typeof changeSchema>;

const stepSchema = z
  .object({
    device_key: z.int(),
    device_id: z.string().nullable(),
    field: z.enum(FIELDS),
    before_text: z.string().nullable(),
    after_text: z.string().nullable(),
  })
  .transform((row) => ({
    deviceKey: row.device_key,
    /** Null if the record was removed since. */
    deviceId: row.device_id,
    field: row.field,
    before: row.before_text,
    after: row.after_text,
  }));
/** The effect of a change on one part of one record. */
export type StepRow = z.infer<typeof stepSchema>;

const changes = z.array(changeSchema);
const found = changeSchema.optional();
const steps = z.array(stepSchema);
const number = z.int();

/** Steps of a change that are read at once. */
const STEPS_PER_BATCH = 200;

export type ChangeStore = ReturnType<typeof openChangeStore>;

/** Reads the history, and deletes what is old. Only the journal writes it. */
export function openChangeStore(db: Database) {
  const COLUMNS = `key, id, enterprise_id, at_ms, author_kind, author_token, kind, devices, paths, plan_id, reverts,
    (SELECT undoing.id FROM change AS undoing WHERE undoing.reverts = change.id ORDER BY undoing.key DESC LIMIT 1) AS reverted_by`;
  const select = db.prepare(`SELECT ${COLUMNS} FROM change WHERE id = ?`);
  const selectPage = db.prepare(
    `SELECT ${COLUMNS} FROM change WHERE enterprise_id = ? ORDER BY key DESC LIMIT ? OFFSET ?`,
  );
  const count = db.prepare('SELECT count(*) FROM change WHERE enterprise_id = ?').pluck();
  const ofDevice = 'key IN (SELECT change_key FROM change_device WHERE device_key = ?) AND enterprise_id = ?';
  const selectOf = db.prepare(
    `SELECT ${COLUMNS} FROM change WHERE ${ofDevice} ORDER BY key DESC LIMIT ? OFFSET ?`,
  );
  const countOf = db.prepare(`SELECT count(*) FROM change WHERE ${ofDevice}`).pluck();
  const selectSteps = db.prepare(
    `SELECT device_key, device.id AS device_id, field, b.text AS before_text, a.text AS after_text
     FROM change_device LEFT JOIN device ON device.key = device_key
     LEFT JOIN stored_state AS b ON b.key = before_state LEFT JOIN stored_state AS a ON a.key = after_state
     WHERE change_key = ? AND device_key > ? ORDER BY device_key LIMIT ${STEPS_PER_BATCH}`,
  );
  const selectOld = db
    .prepare(
      `SELECT key FROM change WHERE at_ms < ? OR key <= (SELECT max(key) FROM change) - ?
       ORDER BY key LIMIT 1`,
    )
    .pluck();
  const deleteSteps = db.prepare(
    `DELETE FROM change_device WHERE change_key = ? AND (device_key, field) IN
     (SELECT device_key, field FROM change_device WHERE change_key = ? LIMIT ?)`,
  );
  const deleteChange = db.prepare('DELETE FROM change WHERE key = ?');

  return {
    find: (id: string): ChangeRow | undefined => found.parse(select.get(id)),
    page: (enterpriseId: string, { page, limit }: { page: number; limit: number }): ChangeRow[] =>
      changes.parse(selectPage.all(enterpriseId, limit, (page - 1) * limit)),
    count: (enterpriseId: string): number => number.parse(count.get(enterpriseId)),
    pageOf: (
      enterpriseId: string,
      deviceKey: number,
      { page, limit }: { page: number; limit: number },
    ): ChangeRow[] => changes.parse(selectOf.all(deviceKey, enterpriseId, limit, (page - 1) * limit)),
    countOf: (enterpriseId: string, deviceKey: number): number =>
      number.parse(countOf.get(deviceKey, enterpriseId)),
    /** Returns the steps of a change for the records after this key; several steps of one record come together. */
    steps(key: number, afterDevice: number): StepRow[] {
      const rows = steps.parse(selectSteps.all(key, afterDevice));
      const last = rows.at(-1)?.deviceKey;
      // The last record may have more steps than fit.
      const isCut = rows.length === STEPS_PER_BATCH && rows[0]?.deviceKey !== last;
      return isCut ? rows.filter(({ deviceKey }) => deviceKey !== last) : rows;
    },
    /**
     * Deletes a batch of the oldest change that is too old, or not among the newest. Returns whether there may be
     * more.
     */
    pruneOld(olderThanMs: number, newest: number, atMost: number): boolean {
      const key = number.optional().parse(selectOld.get(olderThanMs, newest));
      if (key === undefined) return false;
      if (deleteSteps.run(key, key, atMost).changes < atMost) deleteChange.run(key);
      return true;
    },
  };
}
