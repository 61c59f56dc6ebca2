import Database from 'better-sqlite3';
import { join } from 'node:path';
import { z } from 'zod';

import { closing } from '../closing.ts';

const rows = z.array(z.tuple([z.string(), z.int()]));

/** Returns how often each event is in the store of a folder, by device and event: what a heartbeat acknowledges. */
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

/** Returns the events whose webhook messages a store has yet to deliver, by device and event. */
export function pendingDeliveries(folder: string, organisation: string): ReadonlySet<string> {
  using db = closing(new Database(join(folder, 'muster.db'), { readonly: true }));
  return new Set(
    z.array(z.string()).parse(
      db
        .prepare(
          `SELECT body ->> '$.data.deviceId' || ' ' || (body ->> '$.data.eventId') FROM webhook_delivery
           JOIN webhook ON webhook.key = webhook_key WHERE finished_at_ms IS NULL AND webhook.enterprise_id = ?`,
        )
        .pluck()
        .all(organisation),
    ),
  );
}
