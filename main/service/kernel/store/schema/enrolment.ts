/** Headsets prepared by cable, and those managed over adb. */
export const enrolment = `
-- The recipe of each cart, as JSON without the Wi-Fi password, which is stored encrypted beside it.
CREATE TABLE cable_recipe (
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  cart TEXT NOT NULL,
  recipe TEXT NOT NULL,
  wifi_password TEXT,
  PRIMARY KEY (enterprise_id, cart)
) STRICT, WITHOUT ROWID;

-- The work done on each headset, identified by its serial number; steps is JSON.
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

-- Headsets that this station manages over adb: the encrypted enrolment of their agent, with its token; the last address
-- on the Wi-Fi, and whether they may be managed there.
CREATE TABLE adb_headset (
  device_id TEXT PRIMARY KEY,
  serial TEXT NOT NULL,
  android_id TEXT NOT NULL,
  sealed_enrolment TEXT NOT NULL,
  managed_since_ms INTEGER NOT NULL,
  wifi_address TEXT,
  is_wifi_open INTEGER NOT NULL DEFAULT 1
) STRICT;
`;
