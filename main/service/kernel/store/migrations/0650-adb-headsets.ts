import type { Migration } from '../migrate.ts';

/**
 * Headsets that this station manages over adb: who they are, and the sealed enrolment of their agent, which contains
 * the headset's token; the last address on the Wi-Fi, and whether they may be managed there.
 */
export const adbHeadsets: Migration = {
  id: 650,
  name: 'adb headsets',
  sql: `
CREATE TABLE adb_headset (
  device_id TEXT PRIMARY KEY,
  serial TEXT NOT NULL,
  android_id TEXT NOT NULL,
  sealed_enrolment TEXT NOT NULL,
  managed_since_ms INTEGER NOT NULL,
  wifi_address TEXT,
  is_wifi_open INTEGER NOT NULL DEFAULT 1
) STRICT;
`,
};
