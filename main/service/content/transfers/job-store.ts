import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  contentKindSchema,
  jobErrorSchema,
  jobStatusSchema,
  type JobError,
} from '../../../../shared/contract/content/library.ts';
import { tableOf } from '../../kernel/store/rows.ts';

const jobSchema = z.object({
  id: z.string(),
  enterpriseId: z.string(),
  url: z.string(),
  name: z.string().nullable(),
  kind: contentKindSchema.nullable(),
  /** The expected digest, if known. */
  wantedSha256: z.string().nullable(),
  status: jobStatusSchema,
  receivedBytes: z.int(),
  totalBytes: z.int().nullable(),
  /** The server's validator: a strong `ETag`, or `Last-Modified`. */
  validator: z.string().nullable(),
  /** Consecutive attempts without progress. */
  attempts: z.int(),
  nextAttemptAtMs: z.int().nullable(),
  error: jobErrorSchema.nullable(),
  /** The digest of the result. */
  sha256: z.string().nullable(),
  createdAtMs: z.int(),
  finishedAtMs: z.int().nullable(),
});

const newSchema = jobSchema.pick({
  id: true,
  enterpriseId: true,
  url: true,
  name: true,
  kind: true,
  wantedSha256: true,
  status: true,
  createdAtMs: true,
});

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
  const table = tableOf(db, 'library_job', jobSchema);
  return {
    find: table.one<[id: string]>('id = ?'),
    /** Returns the newest download of a URL that is in progress or has failed. */
    findByUrl: table.one<[enterpriseId: string, url: string]>(
      `enterprise_id = ? AND url = ? AND status IN ('waiting', 'fetching', 'failed') ORDER BY id DESC LIMIT 1`,
    ),
    page: table.page<[enterpriseId: string]>('enterprise_id = ?', 'id DESC'),
    /** Returns everything to download, oldest first. */
    open: table.all(`status IN ('waiting', 'fetching') ORDER BY id`),
    /** Returns those whose bytes are still useful. */
    resumableIds: table.texts('id', `status IN ('waiting', 'fetching', 'failed')`),
  };
}

function openWrites(db: Database) {
  const table = tableOf(db, 'library_job', jobSchema);
  const insert = tableOf(db, 'library_job', newSchema).insert();
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

  return {
    add: (job: Omit<z.output<typeof newSchema>, 'status'>): void => insert({ ...job, status: 'waiting' }),
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
    remove: table.remove<[id: string]>('id = ?'),
    /** Returns those that finished before. */
    expired: table.texts<[beforeMs: number]>('id', 'finished_at_ms < ?'),
  };
}
