import type { Migration } from '../migrate.ts';

/**
 * Whether a headset was given its order to leave already: until then the order can be taken back. Of orders from before
 * nobody knows, so they count as given.
 */
export const heardOrder: Migration = {
  id: 340,
  name: 'heard-order',
  sql: `
ALTER TABLE device_command ADD COLUMN is_heard INTEGER NOT NULL DEFAULT 0 CHECK (is_heard IN (0, 1));
UPDATE device_command SET is_heard = 1 WHERE expires_at_ms IS NULL;
`,
};
