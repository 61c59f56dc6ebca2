import type { Migration } from '../migrate.ts';

/**
 * How many addresses a router or lease file may assign, if entered by hand; NULL: the router reports it, or it is
 * unknown.
 */
export const leasePool: Migration = {
  id: 130,
  name: 'lease-pool',
  sql: 'ALTER TABLE router ADD COLUMN pool_size INTEGER CHECK (pool_size > 0);',
};
