import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { ViewPermission } from '../../../../shared/contract/commands/views.ts';
import { columnsOf, flag } from '../../kernel/store/rows.ts';

const rowSchema = z.object({
  cartId: z.string().transform((id) => (id === '' ? null : id)),
  isAllowed: flag,
  viewersMay: flag,
});
const rows = z.array(rowSchema);

export type ViewPermissions = ReturnType<typeof openViewPermissions>;

/** The only code that reads and writes the table `view_permission`. Writes run inside the caller's transaction. */
export function openViewPermissions(db: Database) {
  const columns = columnsOf(rowSchema).selected;
  const select = db.prepare(
    `SELECT ${columns} FROM view_permission WHERE enterprise_id = ? ORDER BY cart_id`,
  );
  const selectOne = db.prepare(
    `SELECT ${columns} FROM view_permission WHERE enterprise_id = ? AND cart_id = ?`,
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
