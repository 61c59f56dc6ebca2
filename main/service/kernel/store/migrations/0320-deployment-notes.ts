import type { Migration } from '../migrate.ts';

/**
 * Deployment states when the history was last updated, as a JSON object: the state of each entry beyond "assigned". A
 * headset that never reported an inventory has no row.
 */
export const deploymentNotes: Migration = {
  id: 320,
  name: 'deployment-notes',
  sql: `
CREATE TABLE device_deployment (
  device_key INTEGER PRIMARY KEY REFERENCES device (key) ON DELETE CASCADE,
  statuses TEXT NOT NULL
) STRICT;
`,
};
