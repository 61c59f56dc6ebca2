import type { Migration } from '../migrate.ts';

/** How many addresses a router or lease file may give, where somebody said it; NULL: it tells itself, or nobody knows. */
export const leasePool: Migration = {
  id: 130,
  name: 'lease-pool',
  sql: 'ALTER TABLE router ADD COLUMN pool_size INTEGER CHECK (pool_size > 0);',
};
