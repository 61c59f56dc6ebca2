import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { ViewPermission } from '../../../../shared/contract/commands/views.ts';

const rows = z.array(
  z.object({ cart_id: z.string(), is_allowed: z.int(), viewers_may: z.int() }).transform((row) => ({
    cartId: row.cart_id === '' ? null : row.cart_id,
    isAllowed: row.is_allowed === 1,
    viewersMay: row.viewers_may === 1,
  })),
);

export type ViewPermissions = ReturnType<typeof openViewPermissions>;

/** The only code that reads and writes the table `view_permission`. Writes run inside the caller's transaction. */
export function openViewPermissions(db: Database) {
  const select = db.prepare(
    'SELECT cart_id, is_allowed, viewers_may FROM view_permission WHERE enterprise_id = ? ORDER BY cart_id',
  );
  const selectOne = db.prepare(
    'SELECT cart_id, is_allowed, viewers_may FROM view_permission WHERE enterprise_id = ? AND cart_id = ?',
  );
  const put = db.prepare('INSERT OR REPLACE INTO view_permission VALUES (?, ?, ?, ?)');
  return {
    all: (enterpriseId: string): ViewPermission[] => rows.parse(select.all(enterpriseId)),
    find: (enterpriseId: string, cartId: string | null): ViewPermission | undefined =>
      rows.parse(selectOne.all(enterpriseId, cartId ?? ''))[0],
    put(enterpriseId: string, { cartId, isAllowed, viewersMay }: ViewPermission): void {
      put.run(enterpriseId, cartId ?? '', Number(isAllowed), Number(viewersMay));
    },
  };
}
