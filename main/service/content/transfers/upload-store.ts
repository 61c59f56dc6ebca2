import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { contentKindSchema } from '../../../../shared/contract/content/library.ts';

const COLUMNS =
  'id, enterprise_id, name, kind, size_bytes, sha256, replaced_url, created_at_ms, touched_at_ms';

const uploadSchema = z
  .object({
    id: z.string(),
    enterprise_id: z.string(),
    name: z.string(),
    kind: contentKindSchema,
    size_bytes: z.int(),
    sha256: z.string().nullable(),
    replaced_url: z.string().nullable(),
    created_at_ms: z.int(),
    touched_at_ms: z.int(),
  })
  .transform((row) => ({
    id: row.id,
    enterpriseId: row.enterprise_id,
    name: row.name,
    kind: row.kind,
    sizeBytes: row.size_bytes,
    /** The expected digest, if known. */
    sha256: row.sha256,
    /** The URL that it stands for, if known. */
    replacedUrl: row.replaced_url,
    createdAtMs: row.created_at_ms,
    /** Time of the last activity. */
    touchedAtMs: row.touched_at_ms,
  }));

/** An upload in parts. Its bytes are in the arriving file of its id. */
export type Upload = z.output<typeof uploadSchema>;

export type UploadStore = ReturnType<typeof openUploadStore>;

/** The only code that reads and writes the table `library_upload`. Writes run inside the caller's transaction. */
export function openUploadStore(db: Database) {
  const select = db.prepare(`SELECT ${COLUMNS} FROM library_upload WHERE id = ? AND enterprise_id = ?`);
  const insert = db.prepare(`INSERT INTO library_upload (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const touch = db.prepare('UPDATE library_upload SET touched_at_ms = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM library_upload WHERE id = ?');
  const count = db.prepare('SELECT count(*) FROM library_upload WHERE enterprise_id = ?').pluck();
  const ids = db.prepare('SELECT id FROM library_upload').pluck();
  const stale = db.prepare('SELECT id FROM library_upload WHERE touched_at_ms < ?').pluck();

  return {
    find: (enterpriseId: string, id: string): Upload | undefined =>
      uploadSchema.optional().parse(select.get(id, enterpriseId)),
    add(upload: Upload): void {
      const { id, enterpriseId, name, kind, sizeBytes, sha256, replacedUrl, createdAtMs, touchedAtMs } =
        upload;
      insert.run(id, enterpriseId, name, kind, sizeBytes, sha256, replacedUrl, createdAtMs, touchedAtMs);
    },
    touch: (id: string, nowMs: number): void => void touch.run(nowMs, id),
    remove: (id: string): boolean => remove.run(id).changes > 0,
    count: (enterpriseId: string): number => z.int().parse(count.get(enterpriseId)),
    ids: (): string[] => z.array(z.string()).parse(ids.all()),
    /** Returns those without activity since. */
    stale: (sinceMs: number): string[] => z.array(z.string()).parse(stale.all(sinceMs)),
  };
}
