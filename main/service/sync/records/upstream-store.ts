import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { columnSetter } from './columns.ts';
import { flag, json, tableOf } from '../../kernel/store/rows.ts';

/** Selects devices of the central by label or group; null selects all. */
export const partSchema = z.object({ namePattern: z.string().optional(), group: z.string().optional() });
export type Part = z.infer<typeof partSchema>;

const rowSchema = z.object({
  /** Without a trailing slash. */
  url: z.string(),
  /** As encrypted by the vault. */
  token: z.string(),
  /** The organisation, from the central's answers. */
  enterpriseId: z.string().nullable(),
  enterpriseName: z.string().nullable(),
  part: json(partSchema).nullable(),
  isPaused: flag,
  lastContactMs: z.int().nullable(),
  /** When the first full pull was completed. */
  pulledAtMs: z.int().nullable(),
  /** When every device was last read. */
  sweptAtMs: z.int().nullable(),
  /** Events up to this key are counted. */
  eventsScanned: z.int(),
  /** When someone last confirmed that many devices were deleted. */
  removalsConfirmedAtMs: z.int().nullable(),
  /** The central's last known epoch; null if it sends none. */
  epoch: z.string().nullable(),
});

/** The central that the station syncs with. */
export type Upstream = z.infer<typeof rowSchema>;

export type UpstreamStore = ReturnType<typeof openUpstreamStore>;

/** The only code that reads and writes the table `sync_upstream`. Writes run inside the caller's transaction. */
export function openUpstreamStore(db: Database) {
  const put = db.prepare(
    `INSERT INTO sync_upstream (id, url, token, part) VALUES (1, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET url = excluded.url, token = excluded.token, part = excluded.part`,
  );
  const remove = db.prepare('DELETE FROM sync_upstream');
  const setColumns = columnSetter(db, 'sync_upstream', '');

  return {
    get: tableOf(db, 'sync_upstream', rowSchema).one('true'),
    /** Sets the central; what was learnt from its answers is kept. */
    put: (url: string, sealedToken: string, part: Part | null): void =>
      void put.run(url, sealedToken, part === null ? null : JSON.stringify(part)),
    remove: (): void => void remove.run(),
    set: (values: Partial<Omit<Upstream, 'url' | 'token' | 'part'>>): void => setColumns(values),
  };
}
