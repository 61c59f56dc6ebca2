import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { enterpriseIdSchema } from '../../../../shared/contract/ids.ts';
import { withAuthor } from './author.ts';
import { FIELDS } from './paths.ts';
import { columnsOf, json, rowsOf } from '../../kernel/store/rows.ts';

const changeColumns = z.object({
  key: z.int(),
  id: z.string(),
  enterpriseId: enterpriseIdSchema,
  atMs: z.int(),
  authorKind: z.string(),
  authorToken: z.string().nullable(),
  kind: z.string(),
  devices: z.int(),
  paths: json(z.array(z.string())),
  planId: z.string().nullable(),
  reverts: z.string().nullable(),
});
const changeSchema = changeColumns.extend({ revertedBy: z.string().nullable() }).transform(withAuthor);
export type ChangeRow = z.infer<typeof changeSchema>;

const stepSchema = z.object({
  deviceKey: z.int(),
  /** Null if the record was removed since. */
  deviceId: z.string().nullable(),
  field: z.enum(FIELDS),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
/** The effect of a change on one part of one record. */
export type StepRow = z.infer<typeof stepSchema>;

const steps = z.array(stepSchema);
const number = z.int();

/** Steps of a change that are read at once. */
const STEPS_PER_BATCH = 200;

export type ChangeStore = ReturnType<typeof openChangeStore>;

/** Reads the history, and deletes what is old. Only the journal writes it. */
export function openChangeStore(db: Database) {
  const COLUMNS = `${columnsOf(changeColumns).selected},
    (SELECT undoing.id FROM change AS undoing WHERE undoing.reverts = change.id ORDER BY undoing.key DESC LIMIT 1) AS revertedBy`;
  const changes = rowsOf(db, `SELECT ${COLUMNS} FROM change`, changeSchema);
  const page = changes.all<[enterpriseId: string, limit: number, offset: number]>(
    'WHERE enterprise_id = ? ORDER BY key DESC LIMIT ? OFFSET ?',
  );
  const count = db.prepare('SELECT count(*) FROM change WHERE enterprise_id = ?').pluck();
  const ofDevice = 'key IN (SELECT change_key FROM change_device WHERE device_key = ?) AND enterprise_id = ?';
  const pageOf = changes.all<[deviceKey: number, enterpriseId: string, limit: number, offset: number]>(
    `WHERE ${ofDevice} ORDER BY key DESC LIMIT ? OFFSET ?`,
  );
  const countOf = db.prepare(`SELECT count(*) FROM change WHERE ${ofDevice}`).pluck();
  const selectSteps = db.prepare(
    `SELECT device_key AS deviceKey, device.id AS deviceId, field, b.text AS before, a.text AS after
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
    find: changes.one<[id: string]>('WHERE id = ?'),
    page: (enterpriseId: string, part: { page: number; limit: number }): ChangeRow[] =>
      page(enterpriseId, part.limit, (part.page - 1) * part.limit),
    count: (enterpriseId: string): number => number.parse(count.get(enterpriseId)),
    pageOf: (
      enterpriseId: string,
      deviceKey: number,
      { page, limit }: { page: number; limit: number },
    ): ChangeRow[] => pageOf(deviceKey, enterpriseId, limit, (page - 1) * limit),
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
