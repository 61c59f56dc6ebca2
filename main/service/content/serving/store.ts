import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { contentKindSchema } from '../../../../shared/contract/content/library.ts';
import type { Coverage } from './sent-ranges.ts';
import { json } from '../../kernel/store/rows.ts';

const coverageSchema = z.array(z.tuple([z.int(), z.int()]));

const rowSchema = z.object({
  deviceKey: z.int(),
  deviceId: z.string(),
  enterpriseId: z.string(),
  sha256: z.string(),
  name: z.string(),
  kind: contentKindSchema,
  sizeBytes: z.int(),
  covered: json(coverageSchema),
  servedBytes: z.int(),
  startedAtMs: z.int(),
  updatedAtMs: z.int(),
});

/** The downloaded part of a content, as stored. */
export type StoredDownload = Readonly<Omit<z.infer<typeof rowSchema>, 'covered'>> & {
  readonly covered: Coverage;
};

/** Which downloads to read; without a digest, those of every content. */
export type DownloadPart = {
  readonly sha256: string | null;
  readonly limit: number;
  readonly offset: number;
};

export type DownloadStore = ReturnType<typeof openDownloadStore>;

/** The only code that reads and writes `library_download` and `library_schedule`. Writes run inside the caller's transaction. */
export function openDownloadStore(db: Database) {
  const columns = `device_key AS deviceKey, device.id AS deviceId, sha256, library_download.enterprise_id AS enterpriseId,
    name, kind, size_bytes AS sizeBytes, covered, served_bytes AS servedBytes, started_at_ms AS startedAtMs,
    updated_at_ms AS updatedAtMs`;
  const from = 'FROM library_download JOIN device ON device.key = device_key';
  const one = db.prepare(`SELECT ${columns} ${from} WHERE device_key = ? AND sha256 = ?`);
  const page = db.prepare(
    `SELECT ${columns} ${from} WHERE library_download.enterprise_id = ? AND (? IS NULL OR sha256 = ?)
     ORDER BY updated_at_ms DESC, device_key DESC, sha256 DESC LIMIT ? OFFSET ?`,
  );
  const count = db
    .prepare('SELECT count(*) FROM library_download WHERE enterprise_id = ? AND (? IS NULL OR sha256 = ?)')
    .pluck();
  const sums = db.prepare(
    `SELECT coalesce(sum(served_bytes), 0) AS bytes, count(DISTINCT device_key) AS headsets FROM library_download
     WHERE enterprise_id = ? AND updated_at_ms >= ?`,
  );
  const sum = z.object({ bytes: z.int(), headsets: z.int() });
  // For a headset that was deleted meanwhile nothing is stored.
  const put = db.prepare(
    `INSERT OR REPLACE INTO library_download
     (device_key, sha256, enterprise_id, name, kind, size_bytes, covered, served_bytes, started_at_ms, updated_at_ms)
     SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM device WHERE key = ?)`,
  );
  const selectConcurrency = db.prepare('SELECT concurrency FROM library_schedule').pluck();
  const putConcurrency = db.prepare(
    'INSERT OR REPLACE INTO library_schedule (id, concurrency) VALUES (1, ?)',
  );
  const found = rowSchema.optional();
  const rows = z.array(rowSchema);
  const chosen = z.int().optional();

  return {
    find: (deviceKey: number, sha256: string): StoredDownload | undefined =>
      found.parse(one.get(deviceKey, sha256)),
    /** Returns a page of an organisation's downloads, most recent first. */
    page: (enterpriseId: string, { sha256, limit, offset }: DownloadPart): StoredDownload[] =>
      rows.parse(page.all(enterpriseId, sha256, sha256, limit, offset)),
    count: (enterpriseId: string, sha256: string | null): number =>
      z.int().parse(count.get(enterpriseId, sha256, sha256)),
    /** Returns the bytes sent by downloads with progress since then, and to how many headsets. */
    sent: (enterpriseId: string, sinceMs: number) => sum.parse(sums.get(enterpriseId, sinceMs)),
    put(each: StoredDownload): void {
      const { deviceKey, sha256, enterpriseId, name, kind, sizeBytes } = each;
      const { covered, servedBytes, startedAtMs, updatedAtMs } = each;
      put.run(
        deviceKey,
        sha256,
        enterpriseId,
        name,
        kind,
        sizeBytes,
        JSON.stringify(covered),
        servedBytes,
        startedAtMs,
        updatedAtMs,
        deviceKey,
      );
    },
    /** Returns how many headsets may download at once; undefined if never chosen. */
    concurrency: (): number | undefined => chosen.parse(selectConcurrency.get()),
    setConcurrency: (concurrency: number): void => void putConcurrency.run(concurrency),
  };
}
