import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { contentKindSchema } from '../../../../shared/contract/content/library.ts';
import { tableOf } from '../../kernel/store/rows.ts';

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

/** An upload in parts. Its bytes are in the arriving file of its id. */
export type Upload = z.output<typeof uploadSchema>;

export type UploadStore = ReturnType<typeof openUploadStore>;

/** The only code that reads and writes the table `library_upload`. Writes run inside the caller's transaction. */
export function openUploadStore(db: Database) {
  const table = tableOf(db, 'library_upload', uploadSchema);
  return {
    find: table.one<[enterpriseId: string, id: string]>('enterprise_id = ? AND id = ?'),
    add: table.insert(),
    touch: table.set<[id: string, nowMs: number]>('touched_at_ms', 'id'),
    remove: table.remove<[id: string]>('id = ?'),
    count: table.count<[enterpriseId: string]>('enterprise_id = ?'),
    ids: table.texts('id'),
    /** Returns those without activity since. */
    stale: table.texts<[sinceMs: number]>('id', 'touched_at_ms < ?'),
  };
}
