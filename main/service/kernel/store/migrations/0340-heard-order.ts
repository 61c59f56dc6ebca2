import type { Migration } from '../migrate.ts';

/**
 * Whether a headset has received its command to un-enrol: until then it can be cancelled. For older commands this is
 * unknown, so they count as received.
 */
export const heardOrder: Migration = {
  id: 340,
  name: 'heard-order',
  sql: `
ALTER TABLE device_command ADD COLUMN is_heard INTEGER NOT NULL DEFAULT 0 CHECK (is_heard IN (0, 1));
UPDATE device_command SET is_heard = 1 WHERE expires_at_ms IS NULL;
`,
};
