import type { Migration } from '../migrate.ts';

/**
 * A central in cells. `gone_to`: the cell that an organisation has moved to and that alone serves it. `cell`: the name
 * of this cell, and the split in progress (JSON). `gone_device`: devices of organisations that have moved, whose
 * history is still to be removed.
 */
export const cells: Migration = {
  id: 590,
  name: 'cells',
  sql: `
ALTER TABLE enterprise ADD COLUMN gone_to TEXT;
CREATE TABLE cell (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL,
  split TEXT
) STRICT;
CREATE TABLE gone_device (
  key INTEGER PRIMARY KEY
) STRICT;
`,
};
