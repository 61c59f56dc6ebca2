import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { STATION_EVENT_TYPES } from '../../../../shared/contract/devices/events.ts';
import type { DatedEvent } from './clock-skew.ts';
import { openArrivals } from './arrivals.ts';
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

/** An event ready to be stored. `orderMs` is its time (whole ms), see `eventTime`. */
export type NewEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly timestampMs: number;
  readonly orderMs: number;
  readonly isClockSuspect: boolean;
  /** JSON text. */
  readonly payload: string | null;
};

/** The fields that identify a stored event. */
export type StoredEvent = Pick<NewEvent, 'eventId' | 'orderMs' | 'type'>;

/** Who reported it: the headset in its heartbeat, or the station itself. */
export type EventSource = 'headset' | 'station';

/** Origin of events: the headset, unless `source` states otherwise. */
type Origin = {
  readonly source?: EventSource;
  /** The enrolment under which they were created, if not the newest; null: unknown. */
  readonly enrolmentKey?: number | null;
};

/** New events of a device as stored. */
export type NewEvents = {
  readonly deviceKey: number;
  readonly events: readonly NewEvent[];
  readonly receivedAtMs: number;
  readonly source: EventSource;
};

const daySchema = z.object({ day: z.int(), count: z.int() });
export type DayCount = z.infer<typeof daySchema>;

/** A period, both ends inclusive, in ms. */
export type Span = { readonly fromMs: number; readonly toMs: number };

export type EventStore = ReturnType<typeof openEventStore>;

/**
 * The only code that reads and writes `device_event` and `device_event_day` (number of events per type, device and
 * UTC day, updated in the same transaction, so that totals and far pages need no scan).
 */
export function openEventStore(db: Database) {
  return {
    ...received(openEventWrites(db)),
    ...expiring(openEventPruning(db)),
    ...openEventReads(db),
    ...openArrivals(db),
  };
}

/** Rows per insert statement; fewer statements for a batch cost less. */
const CHUNKS = [20, 5, 1] as const;
const COLUMNS =
  'device_key, order_ms, event_id, type, timestamp_ms, received_at_ms, is_clock_suspect, payload, enrolment_key';

function openEventWrites(db: Database) {
  const inserts = CHUNKS.map((size) => ({
    size,
    statement: db.prepare(
      `INSERT INTO device_event (${COLUMNS}) VALUES ${Array(size).fill('(?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}
       ON CONFLICT (device_key, event_id) DO NOTHING`,
    ),
  }));
  const selectEnrolment = db.prepare('SELECT max(key) FROM enrolment WHERE device_key = ?').pluck();
  const enrolmentSchema = z.int().nullable();
  const selectAfter = db.prepare(
    'SELECT event_id AS eventId, order_ms AS orderMs, type FROM device_event WHERE key > ?',
  );
  const count = db.prepare(
    `INSERT INTO device_event_day (device_key, day, type, count) VALUES (?, ?, ?, ?)
     ON CONFLICT (device_key, day, type) DO UPDATE SET count = count + excluded.count`,
  );
  /** Inserts in as few statements as possible. Returns how many were new and the key of the last one. */
  function insertAll(
    deviceKey: number,
    events: readonly NewEvent[],
    receivedAtMs: number,
    of: number | null,
  ) {
    let added = 0;
    let lastKey = 0;
    let at = 0;
    for (const { size, statement } of inserts) {
      for (; events.length - at >= size; at += size) {
        const values: unknown[] = [];
        for (let index = at; index < at + size; index += 1)
          pushValues(values, events[index], { deviceKey, receivedAtMs, of });
        const { changes, lastInsertRowid } = statement.run(values);
        if (changes > 0) lastKey = Number(lastInsertRowid);
        added += changes;
      }
    }
    return { added, lastKey };
  }

  return {
    /** Stores those events of a device that are new, under an enrolment or the newest one, and returns them. */
    add(
      deviceKey: number,
      events: readonly NewEvent[],
      receivedAtMs: number,
      enrolmentKey?: number | null,
    ): readonly StoredEvent[] {
      const of =
        enrolmentKey === undefined ? enrolmentSchema.parse(selectEnrolment.get(deviceKey)) : enrolmentKey;
      const { added, lastKey } = insertAll(deviceKey, events, receivedAtMs, of);
      if (added === 0) return [];
      // If some existed already, the keys show which were new: they increase by one within a transaction.
      const stored = added === events.length ? events : selectAfter.all(lastKey - added).map(toStoredEvent);
      for (const { day, type, times } of countByDay(stored)) count.run(deviceKey, day, type, times);
      return stored;
    },
  };
}

/** Deletes expired rows. */
function openEventPruning(db: Database) {
  const selectOld = db.prepare('SELECT device_key, day FROM device_event_day WHERE day < ? LIMIT 1');
  const deleteEvents = db.prepare(
    `DELETE FROM device_event WHERE key IN
     (SELECT key FROM device_event WHERE device_key = ? AND order_ms BETWEEN ? AND ? LIMIT ?)`,
  );
  const deleteDay = db.prepare('DELETE FROM device_event_day WHERE device_key = ? AND day = ?');
  const oldSchema = z.object({ device_key: z.int(), day: z.int() }).optional();

  return {
    /** Deletes at most `limit` events of one device from before `day`. Returns its key; undefined if none are left. */
    deleteBefore(day: number, limit: number): number | undefined {
      const old = oldSchema.parse(selectOld.get(day));
      if (old === undefined) return undefined;
      const fromMs = old.day * MS_PER_DAY;
      const { changes } = deleteEvents.run(old.device_key, fromMs, fromMs + MS_PER_DAY - 1, limit);
      if (changes < limit) deleteDay.run(old.device_key, old.day);
      return old.device_key;
    },
  };
}

/** Adds a listener for expired events. */
function expiring(pruning: ReturnType<typeof openEventPruning>) {
  let onExpired: ((deviceKey: number) => void) | undefined;
  return {
    /** Deletes at most `limit` events from before `day`. Returns false if none are left. */
    deleteBefore(day: number, limit: number): boolean {
      const deviceKey = pruning.deleteBefore(day, limit);
      if (deviceKey !== undefined) onExpired?.(deviceKey);
      return deviceKey !== undefined;
    },
    /** Calls `listener` inside the transaction in which events of a device are deleted. */
    whenExpired(listener: (deviceKey: number) => void): void {
      onExpired = listener;
    },
  };
}

/** Adds a listener for stored events. */
function received(writes: ReturnType<typeof openEventWrites>) {
  let onStored: ((stored: NewEvents) => void) | undefined;
  return {
    ...writes,
    /** Stores those events of a device that are new, and returns them. */
    add(
      deviceKey: number,
      events: readonly NewEvent[],
      receivedAtMs: number,
      { source = 'headset', enrolmentKey }: Origin = {},
    ): readonly StoredEvent[] {
      const stored = writes.add(deviceKey, events, receivedAtMs, enrolmentKey);
      if (onStored !== undefined && stored.length > 0)
        onStored({ deviceKey, events: thoseStored(events, stored), receivedAtMs, source });
      return stored;
    },
    /**
     * Calls `listener` inside the transaction in which new events are stored: its writes are committed or rolled back
     * with them.
     */
    whenStored(listener: (stored: NewEvents) => void): void {
      onStored = listener;
    },
  };
}

/** Returns those of `events` that were stored: of two with the same id, the first. */
function thoseStored(events: readonly NewEvent[], stored: readonly StoredEvent[]): readonly NewEvent[] {
  if (stored.length === events.length) return events;
  const ids = new Set(stored.map(({ eventId }) => eventId));
  return events.filter(({ eventId }) => ids.delete(eventId));
}

const storedEventSchema = z.object({
  eventId: z.string(),
  orderMs: z.int(),
  type: z.string(),
});

function toStoredEvent(row: unknown): StoredEvent {
  return storedEventSchema.parse(row);
}

function pushValues(
  values: unknown[],
  event: NewEvent | undefined,
  {
    deviceKey,
    receivedAtMs,
    of,
  }: { readonly deviceKey: number; readonly receivedAtMs: number; readonly of: number | null },
): void {
  if (event === undefined) return;
  const { orderMs, eventId, type, timestampMs, isClockSuspect, payload } = event;
  const isSuspect = isClockSuspect ? 1 : 0;
  values.push(deviceKey, orderMs, eventId, type, timestampMs, receivedAtMs, isSuspect, payload, of);
}

function countByDay(events: readonly Pick<NewEvent, 'orderMs' | 'type'>[]) {
  const days = new Map<string, { readonly day: number; readonly type: string; times: number }>();
  for (const { orderMs, type } of events) {
    const day = Math.floor(orderMs / MS_PER_DAY);
    const known = days.get(`${day} ${type}`);
    if (known === undefined) days.set(`${day} ${type}`, { day, type, times: 1 });
    else known.times += 1;
  }
  return days.values();
}

function openEventReads(db: Database) {
  const where = 'device_key = ? AND order_ms BETWEEN ? AND ?';
  const columns = 'event_id, type, timestamp_ms, received_at_ms, is_clock_suspect, payload';
  const order = 'ORDER BY order_ms DESC, key DESC LIMIT ? OFFSET ?';
  const days =
    'SELECT day, sum(count) AS count FROM device_event_day WHERE device_key = ? AND day BETWEEN ? AND ?';
  const grouped = 'GROUP BY day ORDER BY day DESC';
  /** A single type by equality, which the index serves best; several as a list. */
  const ofTypes = (head: string, tail = '') => ({
    all: db.prepare(`${head} ${tail}`),
    one: db.prepare(`${head} AND type = ? ${tail}`),
    several: db.prepare(`${head} AND type IN (SELECT value FROM json_each(?)) ${tail}`),
  });
  const pages = ofTypes(`SELECT ${columns} FROM device_event WHERE ${where}`, order);
  const counts = ofTypes(`SELECT count(*) AS count FROM device_event WHERE ${where}`);
  const dayCounts = ofTypes(days, grouped);
  const stationTypes = STATION_EVENT_TYPES.map((type) => `'${type}'`).join(', ');
  const selectDated = db.prepare(
    `SELECT timestamp_ms AS timestampMs, received_at_ms AS receivedAtMs FROM
       (SELECT timestamp_ms, received_at_ms, type FROM device_event WHERE device_key = ? ORDER BY order_ms DESC LIMIT ?)
     WHERE type NOT IN (${stationTypes})`,
  );
  const datedRows = z.array(z.object({ timestampMs: z.number(), receivedAtMs: z.int() }));

  return {
    /** Returns events of a period, newest first. `types`: any of these; undefined: all. */
    page(deviceKey: number, span: Span, types: Types, part: { limit: number; offset: number }): EventRow[] {
      const { statement, values } = choose(pages, types);
      const rows = statement.all(deviceKey, span.fromMs, span.toMs, ...values, part.limit, part.offset);
      return rows.map((row) => rowSchema.parse(row));
    },
    /** Returns those of a headset's newest `limit` events that the headset dated itself. */
    newestDated: (deviceKey: number, limit: number): DatedEvent[] =>
      datedRows.parse(selectDated.all(deviceKey, limit)),
    /** Counts the events of a period one by one, so keep it within a day. */
    countSpan(deviceKey: number, span: Span, types: Types): number {
      const { statement, values } = choose(counts, types);
      return countSchema.parse(statement.get(deviceKey, span.fromMs, span.toMs, ...values)).count;
    },
    /** Returns the count of each day that has any, newest first. */
    countDays(deviceKey: number, firstDay: number, lastDay: number, types: Types): DayCount[] {
      const { statement, values } = choose(dayCounts, types);
      return z.array(daySchema).parse(statement.all(deviceKey, firstDay, lastDay, ...values));
    },
  };
}

type Types = readonly string[] | undefined;

const countSchema = z.object({ count: z.int() });

function choose<Statement>(
  from: { readonly all: Statement; readonly one: Statement; readonly several: Statement },
  types: Types,
): { readonly statement: Statement; readonly values: readonly string[] } {
  if (types === undefined) return { statement: from.all, values: [] };
  const [only] = types;
  if (types.length === 1 && only !== undefined) return { statement: from.one, values: [only] };
  return { statement: from.several, values: [JSON.stringify(types)] };
}
