import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { flag } from '../../kernel/store/rows.ts';

const rowSchema = z.object({
  key: z.int(),
  id: z.string(),
  enterpriseId: z.string(),
  label: z.string().nullable(),
  model: z.string().nullable(),
  isEnrolled: flag,
  enrolledAtMs: z.int().nullable(),
  isArchived: flag,
  isDeleted: flag,
});
const found = rowSchema.optional();

/** The current or frozen identity of a device, as statistics show it. */
export type Identity = z.infer<typeof rowSchema>;

const COLUMNS = `key, id, enterprise_id AS enterpriseId, label, android_id IS NOT NULL AS isEnrolled,
  enrolled_at_ms AS enrolledAtMs`;
const LIVE = `SELECT ${COLUMNS}, (SELECT name FROM device_type WHERE id = type_id) AS model, is_archived AS isArchived,
  0 AS isDeleted FROM device`;
const DELETED = `SELECT ${COLUMNS}, model, 0 AS isArchived, 1 AS isDeleted FROM deleted_device`;

const keys = z.array(z.int());

/** Reads records and the frozen identities of deleted ones alike. */
export function openIdentities(db: Database) {
  const selectLive = db.prepare(`${LIVE} WHERE id = ?`);
  const selectDeleted = db.prepare(`${DELETED} WHERE id = ?`);
  const selectKeys = db
    .prepare(
      `SELECT key FROM device WHERE id IN (SELECT value FROM json_each(@ids))
       UNION SELECT key FROM deleted_device WHERE id IN (SELECT value FROM json_each(@ids)) ORDER BY 1`,
    )
    .pluck();
  const pages = {
    live: db.prepare(
      `${LIVE} WHERE enterprise_id = ? AND id > ?
         AND (enrolled_at_ms IS NOT NULL OR EXISTS (SELECT 1 FROM device_report WHERE device_key = key))
       ORDER BY id LIMIT ?`,
    ),
    deleted: db.prepare(
      `${DELETED} WHERE enterprise_id = ? AND id > ? AND (enrolled_at_ms IS NOT NULL OR android_id IS NOT NULL)
       ORDER BY id LIMIT ?`,
    ),
  };

  return {
    /** Returns the store's keys of these devices, sorted. */
    keysOf: (ids: readonly string[]): number[] => keys.parse(selectKeys.all({ ids: JSON.stringify(ids) })),
    identity: (id: string): Identity | undefined =>
      found.parse(selectLive.get(id)) ?? found.parse(selectDeleted.get(id)),
    /**
     * Returns those of an organisation that were ever more than an empty slot, sorted by id: at most `limit` after an
     * id.
     */
    identities: (
      enterpriseId: string,
      which: 'live' | 'deleted',
      { afterId, limit }: { readonly afterId: string; readonly limit: number },
    ): Identity[] => pages[which].all(enterpriseId, afterId, limit).map((row) => rowSchema.parse(row)),
  };
}
