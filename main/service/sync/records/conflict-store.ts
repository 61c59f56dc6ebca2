import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { json, tableOf } from '../../kernel/store/rows.ts';

const pathSchema = z.array(z.string());

/** The headset that the central has in the slot, from its record. */
const aboutSchema = z.object({
  slotId: z.string(),
  slotLabel: z.string().nullable(),
  model: z.string().nullable(),
  station: z.string().nullable(),
  by: z.string().nullable(),
  profile: z.string().nullable(),
  enrolmentId: z.string().nullable(),
  enrolledAt: z.string().nullable(),
  lastHeartbeatAt: z.string().nullable(),
});
export type OtherHeadset = z.infer<typeof aboutSchema>;

const rowSchema = z.object({
  key: z.int(),
  id: z.string(),
  deviceKey: z.int(),
  /** `enrolment`: another headset was enrolled in the slot meanwhile. */
  kind: z.enum(['field', 'enrolment']),
  path: json(pathSchema),
  /** The values as encrypted JSON; null if there is none. */
  base: z.string().nullable(),
  here: z.string().nullable(),
  there: z.string().nullable(),
  /** The side that applies until someone decides. */
  winner: z.enum(['here', 'there', 'none']),
  taken: z.enum(['here', 'there', 'value']).nullable(),
  createdAtMs: z.int(),
  resolvedAtMs: z.int().nullable(),
  /** The slot at the central that two headsets claim; null for conflicts about values. */
  upstreamId: z.string().nullable(),
  /** The conflict about the same value whose decision settled this one. */
  settledBy: z.string().nullable(),
  /** Details of the headset at the central, for a decision between two headsets. */
  about: json(aboutSchema).nullable(),
});

/** A value that was changed on both sides, or a slot that two headsets claim. */
export type Conflict = z.infer<typeof rowSchema>;
const newSchema = rowSchema.omit({ key: true, taken: true, resolvedAtMs: true, settledBy: true });

export type ConflictStore = ReturnType<typeof openConflictStore>;

/** The only code that reads and writes `sync_conflict`. Writes run inside the caller's transaction. */
export function openConflictStore(db: Database) {
  const table = tableOf(db, 'sync_conflict', rowSchema);
  const pages = {
    open: table.page('resolved_at_ms IS NULL', 'key DESC'),
    resolved: table.page('resolved_at_ms IS NOT NULL', 'resolved_at_ms DESC, key DESC'),
  };
  const resolve = db.prepare('UPDATE sync_conflict SET taken = ?, resolved_at_ms = ? WHERE key = ?');
  const removeAll = db.prepare('DELETE FROM sync_conflict');

  return {
    ...openSettling(db),
    /** Adds a conflict next to any open ones about the same value. */
    add: tableOf(db, 'sync_conflict', newSchema).insert(),
    find: table.one<[id: string]>('id = ?'),
    /** Oldest first. */
    openOfDevice: table.all<[deviceKey: number]>('resolved_at_ms IS NULL AND device_key = ? ORDER BY key'),
    /** Only the newest conflict about each value. */
    openAfter: table.all<[key: number, limit: number]>(
      `resolved_at_ms IS NULL AND key > ? AND NOT EXISTS (SELECT 1 FROM sync_conflict AS newer
       WHERE newer.device_key = sync_conflict.device_key AND newer.path = sync_conflict.path
       AND newer.resolved_at_ms IS NULL AND newer.key > sync_conflict.key) ORDER BY key LIMIT ?`,
    ),
    page: (status: 'open' | 'resolved', part: { page: number; limit: number }) => pages[status](part),
    countOpen: table.count('resolved_at_ms IS NULL'),
    resolve: (key: number, taken: Conflict['taken'], nowMs: number): void =>
      void resolve.run(taken, nowMs, key),
    removeOf: table.remove<[deviceKey: number]>('device_key = ?'),
    removeAll: (): void => void removeAll.run(),
    /** Deletes conflicts that were resolved before this time. */
    prune: table.remove<[beforeMs: number]>('resolved_at_ms < ?'),
  };
}

/** Queries that settle or move conflicts because of another conflict or a change of their slot. */
function openSettling(db: Database) {
  const table = tableOf(db, 'sync_conflict', rowSchema);
  const settle = db.prepare(
    `UPDATE sync_conflict SET taken = 'value', resolved_at_ms = ?, settled_by = ?
     WHERE device_key = ? AND path = ? AND kind = 'field' AND resolved_at_ms IS NULL AND key <> ?`,
  );
  const move = db.prepare("UPDATE sync_conflict SET device_key = ? WHERE device_key = ? AND kind = 'field'");

  return {
    /** Applies the decision to every other open conflict about the same value. */
    settleOthers: ({ id, key, deviceKey, path }: Conflict, nowMs: number): void =>
      void settle.run(nowMs, id, deviceKey, JSON.stringify(path), key),
    /** Moves open conflicts about values to another record of the same slot. */
    move: (fromKey: number, toKey: number): void => void move.run(toKey, fromKey),
    /** The newest conflict about which headset has a slot of the central. */
    newestOfSlot: table.one<[upstreamId: string]>(
      `kind = 'enrolment' AND upstream_id = ? ORDER BY key DESC LIMIT 1`,
    ),
  };
}
