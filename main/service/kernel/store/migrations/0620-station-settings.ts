import type { Migration } from '../migrate.ts';

/**
 * One row per setting, as JSON: a new setting needs no migration. Settings that had a table of one row are moved here.
 */
export const stationSettings: Migration = {
  id: 620,
  name: 'station settings',
  sql: `
CREATE TABLE station_setting (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;

INSERT INTO station_setting (key, value)
SELECT 'network.listener', json_object(
  'isOn', json(iif(is_on = 1, 'true', 'false')),
  'port', port,
  'interfaces', json(interfaces),
  'allowsUnpaired', json(iif(allows_unpaired = 1, 'true', 'false')),
  'passcode', passcode
) FROM lan_setting;
DROP TABLE lan_setting;

INSERT INTO station_setting (key, value)
SELECT 'network.internet-address', json_quote(internet_address) FROM network_check;
DROP TABLE network_check;
`,
};
