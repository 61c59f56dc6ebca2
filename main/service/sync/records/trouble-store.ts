import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { tableOf } from '../../kernel/store/rows.ts';

/** What could not be synced. */
export const failureKindSchema = z.enum(['desired', 'lifecycle', 'reported', 'read']);
export type FailureKind = z.infer<typeof failureKindSchema>;

const failureSchema = z.object({
  deviceKey: z.int(),
  kind: failureKindSchema,
  code: z.string(),
  message: z.string(),
  /** The revision that was refused; it is not sent again without a request. */
  revision: z.int().nullable(),
  attempts: z.int(),
  firstAtMs: z.int(),
  lastAtMs: z.int(),
});
export type SyncFailure = z.infer<typeof failureSchema>;

const quarantinedSchema = z.object({
  upstreamId: z.string(),
  label: z.string().nullable(),
  code: z.string(),
  message: z.string(),
  firstAtMs: z.int(),
  lastAtMs: z.int(),
});
/** A record of the central that cannot be used. */
export type Quarantined = z.infer<typeof quarantinedSchema>;

export type TroubleStore = ReturnType<typeof openTroubleStore>;

/** The only code that reads and writes `sync_failure` and `sync_quarantine`. Writes run inside the caller's transaction. */
export function openTroubleStore(db: Database) {
  return { ...openFailures(db), ...openQuarantine(db) };
}

function openFailures(db: Database) {
  const syncFailure = tableOf(db, 'sync_failure', failureSchema);
  const put = db.prepare(
    `INSERT INTO sync_failure (device_key, kind, code, message, revision, first_at_ms, last_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (device_key, kind) DO UPDATE SET code = excluded.code, message = excluded.message,
       revision = excluded.revision, attempts = attempts + 1, last_at_ms = excluded.last_at_ms`,
  );
  const clearAll = db.prepare('DELETE FROM sync_failure');

  return {
    fail(failure: Omit<SyncFailure, 'attempts' | 'firstAtMs'>): void {
      const { deviceKey, kind, code, message, revision, lastAtMs } = failure;
      put.run(deviceKey, kind, code, message.slice(0, 500), revision, lastAtMs, lastAtMs);
    },
    failuresOf: syncFailure.all<[deviceKey: number]>('device_key = ?'),
    countFailures: syncFailure.count(),
    clear: syncFailure.remove<[deviceKey: number, kind: FailureKind]>('device_key = ? AND kind = ?'),
    clearOf: syncFailure.remove<[deviceKey: number]>('device_key = ?'),
    clearAll: (): void => void clearAll.run(),
  };
}

function openQuarantine(db: Database) {
  const syncQuarantine = tableOf(db, 'sync_quarantine', quarantinedSchema);
  const insertQuarantined = db.prepare(
    `INSERT INTO sync_quarantine (upstream_id, label, code, message, first_at_ms, last_at_ms) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (upstream_id) DO UPDATE SET label = excluded.label, code = excluded.code,
       message = excluded.message, last_at_ms = excluded.last_at_ms`,
  );
  const page = syncQuarantine.all<[limit: number, offset: number]>(
    'true ORDER BY upstream_id LIMIT ? OFFSET ?',
  );
  const clearQuarantine = db.prepare('DELETE FROM sync_quarantine');
  const unquarantineCode = db.prepare('DELETE FROM sync_quarantine WHERE code = ?');

  return {
    quarantine: (entry: Omit<Quarantined, 'firstAtMs'>): void =>
      void insertQuarantined.run(
        entry.upstreamId,
        entry.label,
        entry.code,
        entry.message.slice(0, 500),
        entry.lastAtMs,
        entry.lastAtMs,
      ),
    findQuarantined: syncQuarantine.one<[upstreamId: string]>('upstream_id = ?'),
    quarantined: ({ page: number, limit }: { page: number; limit: number }): Quarantined[] =>
      page(limit, (number - 1) * limit),
    countQuarantined: syncQuarantine.count(`code <> 'NOT_CHOSEN'`),
    unquarantine: syncQuarantine.remove<[upstreamId: string]>('upstream_id = ?'),
    clearQuarantine: (): void => void clearQuarantine.run(),
    /** Releases the records that were not selected, because the selection has changed. */
    releaseUnselected: (): void => void unquarantineCode.run('NOT_CHOSEN'),
  };
}
