import type { Migration } from '../migrate.ts';

/**
 * Settings are stored once for all devices that share them, among the states of the history (`kept_state`), and a
 * device refers to them by their hash; without settings it has NULL. A change of a whole fleet writes one text
 * instead of one per device (docs/decisions/0193-settings-are-shared.md).
 */
export const sharedSettings: Migration = {
  id: 190,
  name: 'shared-settings',
  sql: `
INSERT INTO kept_state (hash, text) SELECT state_hash(settings), settings FROM device WHERE settings <> '{}'
  ON CONFLICT DO NOTHING;
ALTER TABLE device ADD COLUMN settings_hash TEXT REFERENCES kept_state (hash);
UPDATE device SET settings_hash = state_hash(settings) WHERE settings <> '{}';
ALTER TABLE device DROP COLUMN settings;
CREATE INDEX device_by_settings ON device (settings_hash);
`,
};
