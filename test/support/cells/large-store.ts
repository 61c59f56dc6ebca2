import Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

import { closing } from '../closing.ts';

const GIGABYTE = 1_000_000_000;
/** Rows per statement. */
const SLICE = 100_000;

/**
 * Size of a large store, in bytes: a gigabyte as the figures say with `MUSTER_STORE_GB=1`, otherwise as much as fits
 * into a run of the long set.
 */
export const LARGE_STORE = Number(process.env['MUSTER_STORE_GB'] ?? 0.25) * GIGABYTE;

/**
 * Fills the store of a stopped cell to a size: each device gets a history of events, evenly over 150 days. Returns the
 * number of events by device id.
 */
export function enlargeStore(folder: string, bytes = LARGE_STORE): ReadonlyMap<string, number> {
  const file = join(folder, 'muster.db');
  using db = closing(new Database(file, { fileMustExist: true }));
  const devices = z
    .array(z.object({ key: z.int(), id: z.string() }))
    .parse(db.prepare('SELECT key, id FROM device').all());
  // Not flushed, because a crash while it is filled is not tested.
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  const add = db.prepare(
    `WITH RECURSIVE n (i) AS (SELECT @from UNION ALL SELECT i + 1 FROM n WHERE i < @from + @count - 1)
     INSERT INTO device_event (device_key, order_ms, event_id, type, timestamp_ms, received_at_ms, is_clock_suspect, payload)
     SELECT @key, @now - i * @step, printf('%08d-before', i), 'APP_STOPPED', @now - i * @step, @now - i * @step, 0,
            '{"packageName":"org.lumiere.volcano","durationMs":' || i || '}' FROM n`,
  );
  const step = Math.floor((150 * 86_400_000) / (bytes / 200 / devices.length));
  const now = Date.now();
  let from = 1;
  for (; statSync(file).size < bytes; from += Math.ceil(SLICE / devices.length)) {
    const count = Math.ceil(SLICE / devices.length);
    db.transaction(() => {
      for (const { key } of devices) add.run({ key, from, count, now, step });
    })();
  }
  db.exec(`INSERT INTO device_event_day (device_key, day, type, count)
    SELECT device_key, order_ms / 86400000, type, count(*) FROM device_event WHERE type = 'APP_STOPPED' GROUP BY 1, 2`);
  db.pragma('journal_mode = WAL');
  return new Map(devices.map(({ id }) => [id, from - 1]));
}
