import type { Migration } from '../migrate.ts';

/** What a headset has not confirmed, the worst of it as JSON, so that the fleet need not work it out for each of its headsets. */
export const unconfirmed: Migration = {
  id: 280,
  name: 'unconfirmed',
  sql: `
ALTER TABLE device_standing ADD COLUMN unconfirmed_worst TEXT;
`,
};
