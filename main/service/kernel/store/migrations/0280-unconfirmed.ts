import type { Migration } from '../migrate.ts';

/**
 * The most important thing that a headset has not confirmed, as JSON, so that the fleet view need not compute it per
 * headset.
 */
export const unconfirmed: Migration = {
  id: 280,
  name: 'unconfirmed',
  sql: `
ALTER TABLE device_standing ADD COLUMN unconfirmed_worst TEXT;
`,
};
