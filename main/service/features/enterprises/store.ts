import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type EnterpriseId, enterpriseIdSchema } from '../../../../shared/contract/ids.ts';

const rowSchema = z.object({ id: enterpriseIdSchema, name: z.string() });
export type Enterprise = z.infer<typeof rowSchema>;

export type EnterpriseStore = ReturnType<typeof openEnterpriseStore>;

/** The only code that reads and writes the `enterprise` table. */
export function openEnterpriseStore(db: Database) {
  const selectOwn = db.prepare('SELECT id, name FROM enterprise WHERE is_own = 1');
  const selectOne = db.prepare('SELECT id, name FROM enterprise WHERE id = ?');
  const insert = db.prepare('INSERT INTO enterprise (id, name, is_own, created_at_ms) VALUES (?, ?, ?, ?)');
  const found = rowSchema.optional();

  return {
    /** The organisation that the station belongs to; undefined before the first start is through. */
    own: (): Enterprise | undefined => found.parse(selectOwn.get()),
    find: (id: string): Enterprise | undefined => found.parse(selectOne.get(id)),
    add: (enterprise: Enterprise, isOwn: boolean, nowMs: number): void => {
      insert.run(enterprise.id, enterprise.name, isOwn ? 1 : 0, nowMs);
    },
  };
}

/** Reads the station's own organisation, creating it at the first start. Must run before anybody else uses the store. */
export function ensureOwnEnterprise(
  store: EnterpriseStore,
  newId: () => string,
  nowMs: number,
): EnterpriseId {
  const own = store.own();
  if (own !== undefined) return own.id;
  const id = enterpriseIdSchema.parse(newId());
  store.add({ id, name: 'This station' }, true, nowMs);
  return id;
}
