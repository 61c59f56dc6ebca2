import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  contentKindSchema,
  jobErrorSchema,
  jobStatusSchema,
  type JobError,
} from '../../../../shared/contract/content/library.ts';

const COLUMNS = `id, enterprise_id, url, name, kind, wanted_sha256, status, received_bytes, total_bytes, validator,
  attempts, next_attempt_at_ms, error, sha256, created_at_ms, finished_at_ms`;

const jobSchema = z
  .object({
    id: z.string(),
    enterprise_id: z.string(),
    url: z.string(),
    name: z.string().nullable(),
    kind: contentKindSchema.nullable(),
    wanted_sha256: z.string().nullable(),
    status: jobStatusSchema,
    received_bytes: z.int(),
    total_bytes: z.int().nullable(),
    validator: z.string().nullable(),
    attempts: z.int(),
    next_attempt_at_ms: z.int().nullable(),
    error: jobErrorSchema.nullable(),
    sha256: z.string().nullable(),
    created_at_ms: z.int(),
    finished_at_ms: z.int().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    enterpriseId: row.enterprise_id,
    url: row.url,
    name: row.name,
    kind: row.kind,
    /** The expected digest, if known. */
    wantedSha256: row.wanted_sha256,
    status: row.status,
    receivedBytes: row.received_bytes,
    totalBytes: row.total_bytes,
    /** The server's validator: a strong `ETag`, or `Last-Modified`. */
    validator: row.validator,
    /** Consecutive attempts without progress. */
    attempts: row.attempts,
    nextAttemptAtMs: row.next_attempt_at_ms,
    error: row.error,
    /** The digest of the result. */
    sha256: row.sha256,
    createdAtMs: row.created_at_ms,
    finishedAtMs: row.finished_at_ms,
  }));

/** A download from a URL. Its bytes are in the arriving file of its id until it is done. */
export type Job = z.output<typeof jobSchema>;

/** The state of a job after an attempt. */
export type Attempted = Pick<Job, 'status' | 'receivedBytes' | 'totalBytes' | 'attempts'> & {
  readonly nextAttemptAtMs: number | null;
  readonly error: JobError | null;
  readonly sha256: string | null;
  readonly finishedAtMs: number | null;
};

export type JobStore = ReturnType<typeof openJobStore>;

/** The only code that reads and writes the table `library_job`. Writes run inside the caller's transaction. */
export function openJobStore(db: Database) {
  return { ...openReads(db), ...openWrites(db) };
}

function openReads(db: Database) {
  const one = db.prepare(`SELECT ${COLUMNS} FROM library_job WHERE id = ?`);
  const newest = db.prepare(
    `SELECT ${COLUMNS} FROM library_job WHERE enterprise_id = ? AND url = ? AND status IN ('waiting', 'fetching', 'failed')
     ORDER BY id DESC LIMIT 1`,
  );
  const page = db.prepare(
    `SELECT ${COLUMNS} FROM library_job WHERE enterprise_id = ? ORDER BY id DESC LIMIT ? OFFSET ?`,
  );
  const count = db.prepare('SELECT count(*) FROM library_job WHERE enterprise_id = ?').pluck();
  const open = db.prepare(
    `SELECT ${COLUMNS} FROM library_job WHERE status IN ('waiting', 'fetching') ORDER BY id`,
  );
  const resumable = db
    .prepare(`SELECT id FROM library_job WHERE status IN ('waiting', 'fetching', 'failed')`)
    .pluck();
  const found = jobSchema.optional();

  return {
    find: (id: string): Job | undefined => found.parse(one.get(id)),
    /** Returns the newest download of a URL that is in progress or has failed. */
    findByUrl: (enterpriseId: string, url: string): Job | undefined =>
      found.parse(newest.get(enterpriseId, url)),
    page(enterpriseId: string, { page: number, limit }: { page: number; limit: number }) {
      const rows = page.all(enterpriseId, limit, (number - 1) * limit);
      return { total: z.int().parse(count.get(enterpriseId)), items: z.array(jobSchema).parse(rows) };
    },
    /** Returns everything to download, oldest first. */
    open: (): Job[] => z.array(jobSchema).parse(open.all()),
    /** Returns those whose bytes are still useful. */
    resumableIds: (): string[] => z.array(z.string()).parse(resumable.all()),
  };
}

function openWrites(db: Database) {
  const insert = db.prepare(
    `INSERT INTO library_job (id, enterprise_id, url, name, kind, wanted_sha256, status, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, 'waiting', ?)`,
  );
  const revive = db.prepare(
    `UPDATE library_job SET status = 'waiting', attempts = 0, next_attempt_at_ms = NULL, error = NULL,
     finished_at_ms = NULL, wanted_sha256 = coalesce(?, wanted_sha256) WHERE id = ?`,
  );
  const note = db.prepare(
    `UPDATE library_job SET status = ?, received_bytes = ?, total_bytes = ?, attempts = ?, next_attempt_at_ms = ?,
     error = ?, sha256 = ?, finished_at_ms = ? WHERE id = ?`,
  );
  const begin = db.prepare(
    `UPDATE library_job SET status = 'fetching', total_bytes = ?, validator = ? WHERE id = ? AND status <> 'cancelled'`,
  );
  const remove = db.prepare('DELETE FROM library_job WHERE id = ?');
  const expired = db.prepare('SELECT id FROM library_job WHERE finished_at_ms < ?').pluck();

  return {
    add(
      job: Pick<Job, 'id' | 'enterpriseId' | 'url' | 'name' | 'kind' | 'wantedSha256' | 'createdAtMs'>,
    ): void {
      const { id, enterpriseId, url, name, kind, wantedSha256, createdAtMs } = job;
      insert.run(id, enterpriseId, url, name, kind, wantedSha256, createdAtMs);
    },
    /** Retries a failed one from where it stopped. */
    revive: (id: string, wantedSha256: string | null): void => void revive.run(wantedSha256, id),
    /** Records what the server stated about the bytes. */
    begin: (id: string, totalBytes: number | null, validator: string | null): void =>
      void begin.run(totalBytes, validator, id),
    note(id: string, attempted: Attempted): void {
      const { status, receivedBytes, totalBytes, attempts, nextAttemptAtMs, error, sha256, finishedAtMs } =
        attempted;
      const how = [attempts, nextAttemptAtMs, error, sha256, finishedAtMs];
      note.run(status, receivedBytes, totalBytes, ...how, id);
    },
    remove: (id: string): boolean => remove.run(id).changes > 0,
    /** Returns those that finished before. */
    expired: (beforeMs: number): string[] => z.array(z.string()).parse(expired.all(beforeMs)),
  };
}
