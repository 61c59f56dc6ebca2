import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { columnSetter } from './columns.ts';

/** Selects devices of the central by label or group; null selects all. */
export const partSchema = z.object({ namePattern: z.string().optional(), group: z.string().optional() });
export type Part = z.infer<typeof partSchema>;

const rowSchema = z
  .object({
    url: z.string(),
    token: z.string(),
    enterprise_id: z.string().nullable(),
    enterprise_name: z.string().nullable(),
    part: z.string().nullable(),
    is_paused: z.int(),
    last_contact_ms: z.int().nullable(),
    pulled_at_ms: z.int().nullable(),
    swept_at_ms: z.int().nullable(),
    events_scanned: z.int(),
    removals_confirmed_at_ms: z.int().nullable(),
    epoch: z.string().nullable(),
  })
  .transform((row) => ({
    /** Without a trailing slash. */
    url: row.url,
    /** As encrypted by the vault. */
    token: row.token,
    /** The organisation, from the central's answers. */
    enterpriseId: row.enterprise_id,
    enterpriseName: row.enterprise_name,
    part: row.part === null ? null : partSchema.parse(JSON.parse(row.part)),
    isPaused: row.is_paused === 1,
    lastContactMs: row.last_contact_ms,
    /** When the first full pull was completed. */
    pulledAtMs: row.pulled_at_ms,
    /** When every device was last read. */
    sweptAtMs: row.swept_at_ms,
    /** Events up to this key are counted. */
    eventsScanned: row.events_scanned,
    /** When someone last confirmed that many devices were deleted. */
    removalsConfirmedAtMs: row.removals_confirmed_at_ms,
    /** The central's last known epoch; null if it sends none. */
    epoch: row.epoch,
  }));

/** The central that the station syncs with. */
export type Upstream = z.infer<typeof rowSchema>;

const COLUMN = {
  enterpriseId: 'enterprise_id',
  enterpriseName: 'enterprise_name',
  isPaused: 'is_paused',
  lastContactMs: 'last_contact_ms',
  pulledAtMs: 'pulled_at_ms',
  sweptAtMs: 'swept_at_ms',
  eventsScanned: 'events_scanned',
  removalsConfirmedAtMs: 'removals_confirmed_at_ms',
  epoch: 'epoch',
} as const;

export type UpstreamStore = ReturnType<typeof openUpstreamStore>;

/** The only code that reads and writes the table `sync_upstream`. Writes run inside the caller's transaction. */
export function openUpstreamStore(db: Database) {
  const select = db.prepare(
    `SELECT url, token, enterprise_id, enterprise_name, part, is_paused, last_contact_ms, pulled_at_ms, swept_at_ms,
       events_scanned, removals_confirmed_at_ms, epoch FROM sync_upstream`,
  );
  const put = db.prepare(
    `INSERT INTO sync_upstream (id, url, token, part) VALUES (1, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET url = excluded.url, token = excluded.token, part = excluded.part`,
  );
  const remove = db.prepare('DELETE FROM sync_upstream');
  const setColumns = columnSetter(db, { table: 'sync_upstream', columns: COLUMN, where: '' });
  const found = rowSchema.optional();

  return {
    get: (): Upstream | undefined => found.parse(select.get()),
    /** Sets the central; what was learnt from its answers is kept. */
    put: (url: string, sealedToken: string, part: Part | null): void =>
      void put.run(url, sealedToken, part === null ? null : JSON.stringify(part)),
    remove: (): void => void remove.run(),
    set: (values: { readonly [Name in keyof typeof COLUMN]?: Upstream[Name] }): void => setColumns(values),
  };
}
