import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { contentKindSchema } from '../../../../shared/contract/content/library.ts';
import { columnsOf } from '../../kernel/store/rows.ts';

const uploadSchema = z.object({
  id: z.string(),
  enterpriseId: z.string(),
  name: z.string(),
  kind: contentKindSchema,
  sizeBytes: z.int(),
  /** The expected digest, if known. */
  sha256: z.string().nullable(),
  /** The URL that it stands for, if known. */
  replacedUrl: z.string().nullable(),
  createdAtMs: z.int(),
  /** Time of the last activity. */
  touchedAtMs: z.int(),
});
const COLUMNS = columnsOf(uploadSchema);

/** An upload in parts. Its bytes are in the arriving file of its id. */
export type Upload = z.output<typeof uploadSchema>;

export type UploadStore = ReturnType<typeof openUploadStore>;

/** The only code that reads and writes the table `library_upload`. Writes run inside the caller's transaction. */
export function openUploadStore(db: Database) {
  const select = db.prepare(
    `SELECT ${COLUMNS.selected} FROM library_upload WHERE id = ? AND enterprise_id = ?`,
  );
  const insert = db.prepare(`INSERT INTO library_upload (${COLUMNS.names}) VALUES (${COLUMNS.marks})`);
  const touch = db.prepare('UPDATE library_upload SET touched_at_ms = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM library_upload WHERE id = ?');
  const count = db.prepare('SELECT count(*) FROM library_upload WHERE enterprise_id = ?').pluck();
  const ids = db.prepare('SELECT id FROM library_upload').pluck();
  const stale = db.prepare('SELECT id FROM library_upload WHERE touched_at_ms < ?').pluck();

  return {
    find: (enterpriseId: string, id: string): Upload | undefined =>
      uploadSchema.optional().parse(select.get(id, enterpriseId)),
    add: (upload: Upload): void => void insert.run(...COLUMNS.values(upload)),
    touch: (id: string, nowMs: number): void => void touch.run(nowMs, id),
    remove: (id: string): boolean => remove.run(id).changes > 0,
    count: (enterpriseId: string): number => z.int().parse(count.get(enterpriseId)),
    ids: (): string[] => z.array(z.string()).parse(ids.all()),
    /** Returns those without activity since. */
    stale: (sinceMs: number): string[] => z.array(z.string()).parse(stale.all(sinceMs)),
  };
}
