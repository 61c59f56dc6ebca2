import type { Migration } from '../migrate.ts';

/** Carts whose headsets may be viewed, as a technician decided; `cart_id` is empty for headsets without a cart. */
export const viewPermissions: Migration = {
  id: 580,
  name: 'view-permissions',
  sql: `
CREATE TABLE view_permission (
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  cart_id TEXT NOT NULL,
  is_allowed INTEGER NOT NULL CHECK (is_allowed IN (0, 1)),
  viewers_may INTEGER NOT NULL CHECK (viewers_may IN (0, 1)),
  PRIMARY KEY (enterprise_id, cart_id)
) STRICT, WITHOUT ROWID;
`,
};
