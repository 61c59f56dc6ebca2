import type { Migration } from '../migrate.ts';

/**
 * How far the contents of a headset had come when the history was last told, as a JSON object: the state of each entry of
 * which more has come than that it is assigned. A headset that never reported an inventory has no row.
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
