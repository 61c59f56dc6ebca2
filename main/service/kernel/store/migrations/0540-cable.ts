import type { Migration } from '../migrate.ts';

/**
 * Preparing by cable: the recipe of each cart, and the work done on each headset. `recipe` is JSON without the Wi-Fi
 * password, which is stored encrypted beside it. `steps` is JSON; a headset is identified by its serial number.
 */
export const cable: Migration = {
  id: 540,
  name: 'cable',
  sql: `
CREATE TABLE cable_recipe (
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  cart TEXT NOT NULL,
  recipe TEXT NOT NULL,
  wifi_password TEXT,
  PRIMARY KEY (enterprise_id, cart)
) STRICT, WITHOUT ROWID;
CREATE TABLE cable_headset (
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  serial TEXT NOT NULL,
  device_id TEXT NOT NULL,
  model TEXT,
  steps TEXT NOT NULL,
  begun_at_ms INTEGER NOT NULL,
  prepared_at_ms INTEGER,
  PRIMARY KEY (enterprise_id, serial)
) STRICT, WITHOUT ROWID;
CREATE INDEX cable_headset_device ON cable_headset (device_id);
`,
};
