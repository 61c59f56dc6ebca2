import Database from 'better-sqlite3';
import { join } from 'node:path';
import { z } from 'zod';

import { closing } from '../closing.ts';

const rows = z.array(z.tuple([z.string(), z.int()]));

/** How often each event is in the store of a folder, by device and event: what a heartbeat acknowledges. */
export function storedEvents(folder: string): ReadonlyMap<string, number> {
  using db = closing(new Database(join(folder, 'muster.db'), { readonly: true }));
  return new Map(
    rows.parse(
      db
        .prepare(
          `SELECT device.id || ' ' || event_id, count(*) FROM device_event JOIN device ON device.key = device_key
           WHERE type = 'APP_STARTED' GROUP BY 1`,
        )
        .raw()
        .all(),
    ),
  );
}

/** Makes a store about so large: headsets of the store get history, as years of use would. Call it while nobody serves it. */
export function growStore(folder: string, bytes: number): void {
  using db = closing(new Database(join(folder, 'muster.db')));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = OFF');
  const keys = z.array(z.int()).parse(db.prepare('SELECT key FROM device').pluck().all());
  const insert = db.prepare(
    `INSERT INTO device_event (device_key, order_ms, event_id, type, timestamp_ms, received_at_ms, is_clock_suspect, payload)
     VALUES (?, ?, ?, 'VIDEO_STARTED', ?, ?, 0, ?)`,
  );
  const payload = JSON.stringify({ filler: 'x'.repeat(8_000) });
  const begin = Date.now() - 30 * 86_400_000;
  const each = 9_000;
  const count = Math.ceil(bytes / each);
  for (let done = 0; done < count; done += 5_000)
    db.transaction(() => {
      for (let index = done; index < Math.min(count, done + 5_000); index += 1) {
        const atMs = begin + index;
        insert.run(keys[index % keys.length], atMs, `old-${String(index)}`, atMs, atMs, payload);
      }
    })();
  db.pragma('wal_checkpoint(TRUNCATE)');
}
