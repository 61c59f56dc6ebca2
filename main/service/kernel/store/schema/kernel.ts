/** What the kernel stores about the store itself. */
export const kernel = `
-- Which unbroken history of the store this is, and how often it was started. One row, from the first start on.
CREATE TABLE store_epoch (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  epoch TEXT NOT NULL,
  starts INTEGER NOT NULL
) STRICT;
INSERT INTO store_epoch (id, epoch, starts) VALUES (1, lower(hex(randomblob(16))), 0);

-- The revision of each device when this history left an earlier epoch: up to it both are the same.
CREATE TABLE former_revision (
  device_key INTEGER NOT NULL,
  epoch TEXT NOT NULL,
  revision INTEGER NOT NULL,
  PRIMARY KEY (device_key, epoch)
) STRICT, WITHOUT ROWID;

-- The fingerprint of the station’s key, so that a copy of the store identifies its owner. One row.
CREATE TABLE key_fingerprint (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  fingerprint TEXT NOT NULL
) STRICT;

-- A text that the master key encrypted, so that a start notices if that key is missing or another. One row.
CREATE TABLE vault_mark (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  sealed TEXT NOT NULL
) STRICT;

-- The name of this cell of a central, and the split in progress (JSON). One row in a cell, none elsewhere.
CREATE TABLE cell (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL,
  split TEXT
) STRICT;

-- One row per setting of the station, as JSON: a new setting needs no migration.
CREATE TABLE station_setting (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;
`;
