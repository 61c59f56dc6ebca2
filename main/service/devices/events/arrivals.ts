import type { Database } from 'better-sqlite3';
import { z } from 'zod';

const arrivedSchema = z.object({
  key: z.int(),
  eventId: z.string(),
  type: z.string(),
  timestampMs: z.number(),
  /** JSON text. */
  payload: z.string().nullable(),
  /** The enrolment under which it was created; null if unknown. */
  enrolment: z.string().nullable(),
});

/** An event with its number in the order of arrival: keys rise. */
export type ArrivedEvent = z.infer<typeof arrivedSchema>;

const countSchema = z.object({
  deviceKey: z.int(),
  count: z.int(),
});

/** Events that a central records itself: uploading them would duplicate them. */
const OWN_TYPES = [
  'DEVICE_ENROLLED',
  'DEVICE_REPLACED',
  'DEVICE_DELETED',
  'DEVICE_UNENROLLED',
  'DEVICE_ARCHIVED',
  'DEVICE_RESTORED',
  'UNENROLL_REQUESTED',
  'INVENTORY_CHANGED',
  'DEPLOYMENT_CHANGED',
];
const IS_UPLOADED = `type NOT IN (${OWN_TYPES.map((type) => `'${type}'`).join(', ')})`;

/** Reads events in the order of arrival, for uploading; those that every side records itself are skipped. */
export function openArrivals(db: Database) {
  const newest = db.prepare('SELECT coalesce(max(key), 0) FROM device_event').pluck();
  const counts = db.prepare(
    `SELECT device_key AS deviceKey, count(*) AS count FROM device_event
     WHERE key > ? AND key <= ? AND ${IS_UPLOADED} GROUP BY device_key`,
  );
  const upTo = db
    .prepare(
      `SELECT count(*) FROM device_event INDEXED BY device_event_arrived
       WHERE device_key = ? AND key <= ? AND ${IS_UPLOADED}`,
    )
    .pluck();
  const after = db.prepare(
    `SELECT device_event.key, event_id AS eventId, type, timestamp_ms AS timestampMs, payload, enrolment.id AS enrolment
     FROM device_event INDEXED BY device_event_arrived LEFT JOIN enrolment ON enrolment.key = enrolment_key
     WHERE device_event.device_key = ? AND device_event.key > ? AND ${IS_UPLOADED}
     ORDER BY device_event.key LIMIT ?`,
  );

  return {
    newestKey: (): number => z.int().parse(newest.get()),
    /** Returns how many arrived for each device between two keys; keep the range short. */
    countArrived: (afterKey: number, upToKey: number) =>
      z.array(countSchema).parse(counts.all(afterKey, upToKey)),
    /** Returns how many of a device's events have keys up to this one. */
    countUpTo: (deviceKey: number, key: number): number => z.int().parse(upTo.get(deviceKey, key)),
    /** Returns the events of a device that arrived after a key, oldest first. */
    arrivedAfter: (deviceKey: number, key: number, limit: number): ArrivedEvent[] =>
      z.array(arrivedSchema).parse(after.all(deviceKey, key, limit)),
  };
}
