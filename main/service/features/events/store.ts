import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { MS_PER_DAY } from './day.ts';

const rowSchema = z.object({
  event_id: z.string(),
  type: z.string(),
  timestamp_ms: z.number(),
  received_at_ms: z.int(),
  is_clock_suspect: z.int(),
  payload: z.string().nullable(),
});
export type EventRow = z.infer<typeof rowSchema>;

/** An event ready to be stored. `orderMs` is its place in time (whole ms), see `placeEvent`. */
export type NewEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly timestampMs: number;
  readonly orderMs: number;
  readonly isClockSuspect: boolean;
  /** JSON text. */
  readonly payload: string | null;
};

const daySchema = z.object({ day: z.int(), count: z.int() });
export type DayCount = z.infer<typeof daySchema>;

/** A stretch of time, both ends included, in ms. */
export type Span = { readonly fromMs: number; readonly toMs: number };

export type EventStore = ReturnType<typeof openEventStore>;

/**
 * The only code that reads and writes `device_event` and `device_event_day` (how many events of a type a device has on
 * a UTC day, kept in the same transaction, so that totals and far pages need no scan).
 */
export function openEventStore(db: Database) {
  return { ...openEventWrites(db), ...openEventReads(db) };
}

function openEventWrites(db: Database) {
  const insert = db.prepare(
    `INSERT INTO device_event (device_key, order_ms, event_id, type, timestamp_ms, received_at_ms, is_clock_suspect, payload)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (device_key, event_id) DO NOTHING`,
  );
  const count = db.prepare(
    `INSERT INTO device_event_day (device_key, day, type, count) VALUES (?, ?, ?, ?)
     ON CONFLICT (device_key, day, type) DO UPDATE SET count = count + excluded.count`,
  );
  const selectOld = db.prepare('SELECT device_key, day FROM device_event_day WHERE day < ? LIMIT 1');
  const deleteEvents = db.prepare(
    `DELETE FROM device_event WHERE key IN
     (SELECT key FROM device_event WHERE device_key = ? AND order_ms BETWEEN ? AND ? LIMIT ?)`,
  );
  const deleteDay = db.prepare('DELETE FROM device_event_day WHERE device_key = ? AND day = ?');
  const oldSchema = z.object({ device_key: z.int(), day: z.int() }).optional();

  return {
    /** Stores the events of a device that are not there yet. */
    add(deviceKey: number, events: readonly NewEvent[], receivedAtMs: number): void {
      const days = new Map<string, { day: number; type: string; count: number }>();
      for (const { eventId, type, timestampMs, orderMs, isClockSuspect, payload } of events) {
        const suspect = isClockSuspect ? 1 : 0;
        const added = insert.run(
          deviceKey,
          orderMs,
          eventId,
          type,
          timestampMs,
          receivedAtMs,
          suspect,
          payload,
        );
        if (added.changes === 0) continue;
        const day = Math.floor(orderMs / MS_PER_DAY);
        const key = `${day} ${type}`;
        const known = days.get(key);
        if (known === undefined) days.set(key, { day, type, count: 1 });
        else known.count += 1;
      }
      for (const each of days.values()) count.run(deviceKey, each.day, each.type, each.count);
    },
    /** Deletes at most `limit` events from before `day`; answers false when there are none left. */
    deleteBefore(day: number, limit: number): boolean {
      const old = oldSchema.parse(selectOld.get(day));
      if (old === undefined) return false;
      const fromMs = old.day * MS_PER_DAY;
      const { changes } = deleteEvents.run(old.device_key, fromMs, fromMs + MS_PER_DAY - 1, limit);
      if (changes < limit) deleteDay.run(old.device_key, old.day);
      return true;
    },
  };
}

function openEventReads(db: Database) {
  const where = 'device_key = ? AND order_ms BETWEEN ? AND ?';
  const columns = 'event_id, type, timestamp_ms, received_at_ms, is_clock_suspect, payload';
  const order = 'ORDER BY order_ms DESC, key DESC LIMIT ? OFFSET ?';
  const select = db.prepare(`SELECT ${columns} FROM device_event WHERE ${where} ${order}`);
  const selectType = db.prepare(`SELECT ${columns} FROM device_event WHERE ${where} AND type = ? ${order}`);
  const countSpan = db.prepare(`SELECT count(*) FROM device_event WHERE ${where}`).pluck();
  const countSpanType = db.prepare(`SELECT count(*) FROM device_event WHERE ${where} AND type = ?`).pluck();
  const days = db.prepare(
    `SELECT day, sum(count) AS count FROM device_event_day WHERE device_key = ? AND day BETWEEN ? AND ? GROUP BY day ORDER BY day DESC`,
  );
  const daysType = db.prepare(
    `SELECT day, count FROM device_event_day WHERE device_key = ? AND day BETWEEN ? AND ? AND type = ? ORDER BY day DESC`,
  );

  return {
    /** Events of a span, newest first. */
    page(
      deviceKey: number,
      span: Span,
      type: string | undefined,
      part: { limit: number; offset: number },
    ): EventRow[] {
      const { limit, offset } = part;
      const rows =
        type === undefined
          ? select.all(deviceKey, span.fromMs, span.toMs, limit, offset)
          : selectType.all(deviceKey, span.fromMs, span.toMs, type, limit, offset);
      return rows.map((row) => rowSchema.parse(row));
    },
    /** How many there are in a span; reads them one by one, so keep the span within a day. */
    countSpan: (deviceKey: number, span: Span, type: string | undefined): number =>
      z
        .int()
        .parse(
          type === undefined
            ? countSpan.get(deviceKey, span.fromMs, span.toMs)
            : countSpanType.get(deviceKey, span.fromMs, span.toMs, type),
        ),
    /** How many there are on each day that has any, newest day first. */
    countDays: (deviceKey: number, firstDay: number, lastDay: number, type: string | undefined): DayCount[] =>
      z
        .array(daySchema)
        .parse(
          type === undefined
            ? days.all(deviceKey, firstDay, lastDay)
            : daysType.all(deviceKey, firstDay, lastDay, type),
        ),
  };
}
