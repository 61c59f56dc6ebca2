import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { json, tableOf } from '../../kernel/store/rows.ts';

const countsSchema = z
  .object({
    requests: z.int(),
    /** Records added. */
    arrived: z.int(),
    /** Local devices changed by the central. */
    taken: z.int(),
    /** Devices changed at the central. */
    pushed: z.int(),
    lifecycle: z.int(),
    /** Devices whose report was uploaded, and the uploaded events. */
    reported: z.int(),
    events: z.int(),
    conflicts: z.int(),
    setAside: z.int(),
    failed: z.int(),
  })
  .partial();
/** Counts of what a run did. */
export type RunCounts = Readonly<z.infer<typeof countsSchema>>;

/** Why a run ended early. */
export const runReasonSchema = z.object({ code: z.string(), message: z.string() });
export type RunReason = z.infer<typeof runReasonSchema>;

const runSchema = z.object({
  key: z.int(),
  id: z.string(),
  cause: z.string(),
  startedAtMs: z.int(),
  endedAtMs: z.int().nullable(),
  outcome: z.enum(['done', 'cut', 'blocked', 'stopped']).nullable(),
  reason: json(runReasonSchema).nullable(),
  counts: json(countsSchema),
});
export type Run = z.infer<typeof runSchema>;

const noteSchema = z.object({
  key: z.int(),
  atMs: z.int(),
  direction: z.enum(['up', 'down', 'conflict', 'aside', 'failed']),
  deviceId: z.string(),
  label: z.string().nullable(),
  what: z.string(),
});

/** One line of the report of a run. `what`: JSON. */
export type Note = z.infer<typeof noteSchema>;

export type RunStore = ReturnType<typeof openRunStore>;

/** Runs and lines to retain. */
const MAX_RUNS = 500;
const MAX_NOTES = 100_000;

/** The only code that reads and writes `sync_run` and `sync_note`. Writes run inside the caller's transaction. */
export function openRunStore(db: Database) {
  const syncRun = tableOf(db, 'sync_run', runSchema);
  const syncNote = tableOf(db, 'sync_note', noteSchema);
  const insert = db.prepare('INSERT INTO sync_run (id, cause, started_at_ms) VALUES (?, ?, ?)');
  const end = db.prepare(
    'UPDATE sync_run SET ended_at_ms = ?, outcome = ?, reason = ?, counts = ? WHERE key = ?',
  );
  const endInterrupted = db.prepare(
    `UPDATE sync_run SET ended_at_ms = started_at_ms, outcome = 'cut' WHERE outcome IS NULL`,
  );
  const pruneRuns = db.prepare(
    `DELETE FROM sync_run WHERE key IN
     (SELECT key FROM sync_run WHERE key <= (SELECT max(key) FROM sync_run) - ${MAX_RUNS} LIMIT 10)`,
  );
  const pruneNotes = db.prepare(
    `DELETE FROM sync_note WHERE key IN
     (SELECT key FROM sync_note WHERE key <= (SELECT max(key) FROM sync_note) - ${MAX_NOTES} LIMIT 500)`,
  );
  const note = db.prepare(
    'INSERT INTO sync_note (run_key, at_ms, direction, device_id, label, what) VALUES (?, ?, ?, ?, ?, ?)',
  );

  return {
    begin: (id: string, cause: string, nowMs: number): number =>
      Number(insert.run(id, cause, nowMs).lastInsertRowid),
    end(key: number, run: Pick<Run, 'outcome' | 'reason' | 'counts'>, nowMs: number): void {
      const reason = run.reason === null ? null : JSON.stringify(run.reason);
      end.run(nowMs, run.outcome, reason, JSON.stringify(run.counts), key);
    },
    /** Deletes a run that did nothing. */
    remove: syncRun.remove<[key: number]>('key = ?'),
    /** Ends runs that a crash interrupted. */
    endInterrupted: (): void => void endInterrupted.run(),
    find: syncRun.one<[id: string]>('id = ?'),
    page: syncRun.page('true', 'key DESC'),
    prune(): void {
      pruneRuns.run();
      pruneNotes.run();
    },
    note(runKey: number, line: Omit<Note, 'key'>): void {
      note.run(runKey, line.atMs, line.direction, line.deviceId, line.label, line.what);
    },
    notes: syncNote.all<[runKey: number, afterKey: number, limit: number]>(
      'run_key = ? AND key > ? ORDER BY key LIMIT ?',
    ),
  };
}
