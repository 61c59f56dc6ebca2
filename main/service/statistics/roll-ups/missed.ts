import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { toPlay } from './plays.ts';
import type { PlacedPlay } from './pending.ts';

const rowSchema = z.object({
  key: z.int(),
  device_key: z.int(),
  order_ms: z.int(),
  received_at_ms: z.int(),
  type: z.string(),
  payload: z.string().nullable(),
});
const payloadSchema = z.record(z.string(), z.unknown()).nullable();

/** An event of the store, as the roll-ups read it. */
export type MissedEvent = {
  readonly key: number;
  readonly deviceKey: number;
  readonly type: string;
  readonly orderMs: number;
  readonly receivedAtMs: number;
  readonly play: PlacedPlay | undefined;
};

/** Reads the events that the roll-ups do not include yet, as after a crash. */
export function openMissedEvents(db: Database) {
  const newest = db.prepare('SELECT max(key) FROM device_event').pluck();
  const select = db.prepare(
    `SELECT key, device_key, order_ms, received_at_ms, type, payload FROM device_event
     WHERE key > ? AND key <= ? ORDER BY key LIMIT ?`,
  );
  const newestSchema = z.int().nullable();

  return {
    /** Key of the newest event; 0 when there is none. */
    newest: (): number => newestSchema.parse(newest.get()) ?? 0,
    /** Returns at most `limit` events after one key and up to another, in the order in which they were stored. */
    between: (after: number, upTo: number, limit: number): MissedEvent[] =>
      select.all(after, upTo, limit).map((row) => toMissed(rowSchema.parse(row))),
  };
}

function toMissed(row: z.infer<typeof rowSchema>): MissedEvent {
  const payload = row.payload === null ? null : payloadSchema.parse(JSON.parse(row.payload));
  const play = toPlay(row.type, payload);
  return {
    key: row.key,
    deviceKey: row.device_key,
    type: row.type,
    orderMs: row.order_ms,
    receivedAtMs: row.received_at_ms,
    play: play === undefined ? undefined : { ...play, orderMs: row.order_ms },
  };
}
