import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { columnSetter } from './columns.ts';
import { columnsOf, rowsOf, flag } from '../../kernel/store/rows.ts';

/** Why a linked device is no longer synced: what happened to its record at the central. */
export const removalReasonSchema = z.enum([
  'DELETED',
  'ARCHIVED',
  'REPLACED',
  'REASSIGNED',
  'OTHER_ORGANISATION',
]);
export type RemovalReason = z.infer<typeof removalReasonSchema>;

/** True if the record at the central still accepts the events of its headset. */
export function acceptsReports(gone: RemovalReason | null): boolean {
  return gone !== 'DELETED' && gone !== 'OTHER_ORGANISATION';
}

const rowSchema = z.object({
  deviceKey: z.int(),
  /** Null once another device is linked to the record. */
  upstreamId: z.string().nullable(),
  /** The local revision that agrees with the base; -1 if none does. */
  syncedRevision: z.int(),
  upstreamAndroidId: z.string().nullable(),
  /** The enrolment token at the central. */
  upstreamToken: z.string().nullable(),
  /** The device's row of the central's list when it was last read; a different row means that it changed. */
  listed: z.string().nullable(),
  /** True if the record at the central has changed since it was read. */
  isStale: flag,
  readAtMs: z.int().nullable(),
  reportedDigest: z.string().nullable(),
  reportedAtMs: z.int().nullable(),
  /** The headset's last heartbeat that the central knows. */
  reportedBeatMs: z.int().nullable(),
  /** Events up to this key are at the central. */
  eventsThrough: z.int(),
  eventsWaiting: z.int(),
  /** Events up to this key were sent and may have arrived. */
  eventsTrying: z.int(),
  gone: removalReasonSchema.nullable(),
  goneAtMs: z.int().nullable(),
  /** Id of the enrolment at the central when both sides last agreed, if it has such ids. */
  upstreamEnrolment: z.string().nullable(),
  /** The slot that reports still go to, although another record is linked to it. */
  reportsTo: z.string().nullable(),
  /** When the central accepted the order to release its headset. */
  releasedAtMs: z.int().nullable(),
  /** The revision of the central's record that the base corresponds to; null if unknown. */
  baseRevision: z.int().nullable(),
  /** The epoch in which the base was read, if the central has a new epoch and the record was not read again since. */
  baseEpoch: z.string().nullable(),
});

/** Links a device to its record at the central. */
export type Link = z.infer<typeof rowSchema>;

/** The columns of a link to change. */
export type LinkChange = Partial<Omit<Link, 'deviceKey'>>;

const linkedDeviceSchema = rowSchema.extend({
  deviceId: z.string().nullable(),
  revision: z.int().nullable(),
});

/** A link, with what is needed to tell whether its device is dirty. `deviceId` is null if the device was deleted. */
export type LinkedDevice = z.infer<typeof linkedDeviceSchema>;

export type LinkStore = ReturnType<typeof openLinkStore>;

/** True if the device has changes that the central does not know. */
export function isDirty({ gone, revision, syncedRevision }: LinkedDevice): boolean {
  return gone === null && revision !== null && revision !== syncedRevision;
}

/** The only code that reads and writes `sync_link` and `sync_base`. Writes run inside the caller's transaction. */
export function openLinkStore(db: Database) {
  return {
    ...openReads(db),
    ...openWrites(db),
    ...openBases(db),
    ...openReportedSlots(db),
    ...openLists(db),
    ...openCounts(db),
  };
}

const TAKES_EVENTS = removalReasonSchema.options
  .filter(acceptsReports)
  .map((reason) => `'${reason}'`)
  .join(', ');

/** Reads the revision from the index, because in the table it is stored after the large columns. */
const SELECT_LINKED = `SELECT ${columnsOf(rowSchema, 'sync_link').selected}, device.id AS deviceId,
  rev.revision AS revision FROM sync_link
  LEFT JOIN device ON device.key = sync_link.device_key
  LEFT JOIN device AS rev INDEXED BY device_revision ON rev.key = sync_link.device_key`;

function openReads(db: Database) {
  const linked = rowsOf(db, SELECT_LINKED, linkedDeviceSchema);
  const selectFollowable = db.prepare(
    `SELECT device_key AS deviceKey, upstream_id AS upstreamId FROM sync_link
     WHERE device_key > ? AND gone IS NULL AND upstream_id IS NOT NULL ORDER BY device_key LIMIT ?`,
  );
  const followable = z.array(z.object({ deviceKey: z.int(), upstreamId: z.string() }));

  return {
    /** Links that are dirty or stale. */
    pageToRead: linked.all<[afterKey: number, limit: number]>(
      `WHERE sync_link.device_key > ? AND gone IS NULL AND upstream_id IS NOT NULL
         AND (is_stale = 1 OR rev.revision <> synced_revision) ORDER BY sync_link.device_key LIMIT ?`,
    ),
    /** Links that may have something to report. */
    pageToReport: linked.all<[afterKey: number, limit: number]>(
      `LEFT JOIN device_report ON device_report.device_key = sync_link.device_key
       WHERE sync_link.device_key > ? AND coalesce(upstream_id, reports_to) IS NOT NULL
         AND ((gone IS NULL AND last_heartbeat_at_ms IS NOT NULL AND last_heartbeat_at_ms IS NOT reported_beat_ms)
           OR (events_waiting > 0 AND (gone IS NULL OR gone IN (${TAKES_EVENTS}))))
       ORDER BY sync_link.device_key LIMIT ?`,
    ),
    /** Active links, with their ids at the central. */
    followable: (afterKey: number, limit: number) => followable.parse(selectFollowable.all(afterKey, limit)),
    find: linked.one<[deviceKey: number]>('WHERE sync_link.device_key = ?'),
    findByUpstream: linked.one<[upstreamId: string]>('WHERE upstream_id = ?'),
    /** The record that gave up a slot of the central, as long as no other has taken over its desired state. */
    findFormer: linked.one<[upstreamId: string]>(
      `JOIN sync_base ON sync_base.device_key = sync_link.device_key
       WHERE reports_to = ? AND upstream_id IS NULL ORDER BY gone_at_ms DESC LIMIT 1`,
    ),
    /** The record of a headset that must leave its slot and has not done so yet. */
    findLeaving: linked.one<[androidId: string]>(
      `WHERE upstream_id IS NULL AND gone = 'REASSIGNED' AND device.android_id = ?
       ORDER BY gone_at_ms DESC LIMIT 1`,
    ),
    /** At most `limit` links after a key, sorted by key. */
    page: linked.all<[afterKey: number, limit: number]>(
      'WHERE sync_link.device_key > ? ORDER BY device_key LIMIT ?',
    ),
  };
}

function openWrites(db: Database) {
  const insert = db.prepare('INSERT INTO sync_link (device_key, upstream_id) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM sync_link WHERE device_key = ?');
  const removeAll = db.prepare('DELETE FROM sync_link');
  const setColumns = columnSetter(db, 'sync_link', 'WHERE device_key = ?');
  const addEvents = db.prepare(
    'UPDATE sync_link SET events_waiting = events_waiting + ? WHERE device_key = ?',
  );
  const allInvalidated = db.prepare(
    `UPDATE sync_link SET events_trying = (SELECT coalesce(max(key), 0) FROM device_event), is_stale = 1`,
  );
  const invalidated = db.prepare(
    `UPDATE sync_link SET is_stale = 1, synced_revision = -1, listed = NULL, reported_digest = NULL,
       reported_beat_ms = NULL, events_through = 0,
       events_trying = max(events_trying, events_through), events_waiting = ?,
       base_epoch = coalesce(base_epoch, ?), released_at_ms = NULL
     WHERE device_key = ?`,
  );

  return {
    add: (deviceKey: number, upstreamId: string): void => void insert.run(deviceKey, upstreamId),
    remove: (deviceKey: number): void => void remove.run(deviceKey),
    removeAll: (): void => void removeAll.run(),
    set: (deviceKey: number, values: LinkChange): void => setColumns(values, deviceKey),
    /** Adds to the count of pending events; does nothing for a device without a link. */
    addEvents: (deviceKey: number, count: number): void => void addEvents.run(count, deviceKey),
    /** This store was restored: anything that may already be at the central is checked before it is sent again. */
    invalidateAll: (): void => void allInvalidated.run(),
    /**
     * The central has left an epoch and may have lost what was uploaded in it: events are sent again, the base is not
     * used until the record was read, and an order that it accepted no longer counts.
     */
    invalidate: (
      deviceKey: number,
      { epoch, eventsWaiting }: { epoch: string; eventsWaiting: number },
    ): void => void invalidated.run(eventsWaiting, epoch, deviceKey),
  };
}

function openBases(db: Database) {
  const select = db.prepare('SELECT base FROM sync_base WHERE device_key = ?').pluck();
  const put = db.prepare('INSERT OR REPLACE INTO sync_base (device_key, base) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM sync_base WHERE device_key = ?');
  const removeAll = db.prepare('DELETE FROM sync_base');
  const found = z.string().optional();

  return {
    /** The last known state at the central, as JSON with encrypted passwords. */
    base: (deviceKey: number): string | undefined => found.parse(select.get(deviceKey)),
    setBase: (deviceKey: number, base: string): void => void put.run(deviceKey, base),
    removeBase: (deviceKey: number): void => void remove.run(deviceKey),
    removeAllBases: (): void => void removeAll.run(),
  };
}

function openReportedSlots(db: Database) {
  const insert = db.prepare(
    'INSERT OR IGNORE INTO sync_reported_slot (device_key, upstream_id) VALUES (?, ?)',
  );
  const select = db.prepare('SELECT upstream_id FROM sync_reported_slot WHERE device_key = ?').pluck();
  const removeAll = db.prepare('DELETE FROM sync_reported_slot');
  const many = z.array(z.string());

  return {
    /** Call it before events of the device are sent to this slot. */
    noteReportedTo: (deviceKey: number, upstreamId: string): void => void insert.run(deviceKey, upstreamId),
    /** All slots that events of the device were ever sent to. */
    reportedSlots: (deviceKey: number): string[] => many.parse(select.all(deviceKey)),
    clearReportedSlots: (): void => void removeAll.run(),
  };
}

const countsSchema = z.object({
  links: z.int(),
  ahead: z.int().nullable(),
  behind: z.int().nullable(),
  gone: z.int().nullable(),
  events: z.int().nullable(),
  stranded: z.int().nullable(),
  stranded_slots: z.int().nullable(),
});

const FAILED = 'EXISTS (SELECT 1 FROM sync_failure WHERE sync_failure.device_key = sync_link.device_key)';
const DIFFERS = `(gone IS NULL AND (is_stale = 1 OR rev.revision <> synced_revision))
    OR EXISTS (SELECT 1 FROM sync_outbox WHERE sync_outbox.device_key = sync_link.device_key)
    OR EXISTS (SELECT 1 FROM sync_conflict WHERE sync_conflict.device_key = sync_link.device_key AND resolved_at_ms IS NULL)`;

const WHICH = {
  waiting: `${DIFFERS} OR (gone IS NULL AND events_waiting > 0)`,
  apart: `${DIFFERS} OR gone IS NOT NULL OR ${FAILED}`,
  failed: FAILED,
  gone: 'gone IS NOT NULL',
  stranded: `gone NOT IN (${TAKES_EVENTS}) AND events_waiting > 0`,
  all: 'TRUE',
} as const;
type Which = keyof typeof WHICH;

/** Lists of links for display, with their totals. */
function openLists(db: Database) {
  const statements = Object.fromEntries(
    Object.entries(WHICH).map(([which, where]) => [
      which,
      {
        page: db.prepare(`${SELECT_LINKED} WHERE ${where} ORDER BY sync_link.device_key LIMIT ? OFFSET ?`),
        count: db
          .prepare(
            `SELECT count(*) FROM sync_link
             LEFT JOIN device AS rev INDEXED BY device_revision ON rev.key = device_key WHERE ${where}`,
          )
          .pluck(),
      },
    ]),
  );
  const many = z.array(linkedDeviceSchema);
  const pageUnlinked = db.prepare(
    `SELECT id, label FROM device WHERE enterprise_id = ? AND is_practice = 0 AND is_archived = 0
     AND key NOT IN (SELECT device_key FROM sync_link) ORDER BY id LIMIT ? OFFSET ?`,
  );
  const unlinked = z.array(z.object({ id: z.string(), label: z.string().nullable() }));

  return {
    list(which: Which, { page, limit }: { page: number; limit: number }) {
      return {
        total: z.int().parse(statements[which]?.count.get()),
        items: many.parse(statements[which]?.page.all(limit, (page - 1) * limit)),
      };
    },
    /** Devices that the central does not know. */
    pageUnlinked: (enterpriseId: string, { page, limit }: { page: number; limit: number }) =>
      unlinked.parse(pageUnlinked.all(enterpriseId, limit, (page - 1) * limit)),
  };
}

function openCounts(db: Database) {
  const count = db.prepare(
    `SELECT count(*) AS links,
       sum(gone IS NULL AND rev.revision IS NOT NULL AND rev.revision <> synced_revision) AS ahead,
       sum(gone IS NULL AND is_stale) AS behind, sum(gone IS NOT NULL) AS gone,
       sum(CASE WHEN gone IS NULL OR gone IN (${TAKES_EVENTS}) THEN events_waiting END) AS events,
       sum(CASE WHEN gone NOT IN (${TAKES_EVENTS}) THEN events_waiting END) AS stranded,
       sum(gone NOT IN (${TAKES_EVENTS}) AND events_waiting > 0) AS stranded_slots
     FROM sync_link LEFT JOIN device AS rev INDEXED BY device_revision ON rev.key = device_key`,
  );
  const unlinked = db
    .prepare(
      `SELECT count(*) FROM device WHERE enterprise_id = ? AND is_practice = 0 AND is_archived = 0
       AND key NOT IN (SELECT device_key FROM sync_link)`,
    )
    .pluck();

  const free = db.prepare(
    `SELECT device.id, device.label, upstream_id AS upstreamId FROM sync_link JOIN device ON device.key = sync_link.device_key
     WHERE upstream_id IS NOT NULL AND gone IS NULL AND android_id IS NULL AND is_archived = 0
       AND synced_revision = device.revision
       AND NOT EXISTS (SELECT 1 FROM sync_outbox WHERE sync_outbox.device_key = device.key)
     ORDER BY metadata ->> '$.muster.group.id' IS NOT (SELECT metadata ->> '$.muster.group.id' FROM device WHERE key = ?),
       label, device.key LIMIT ?`,
  );
  const freeSchema = z.array(
    z.object({ id: z.string(), label: z.string().nullable(), upstreamId: z.string() }),
  );
  const deletedSince = db
    .prepare(`SELECT count(*) FROM sync_link WHERE gone = 'DELETED' AND gone_at_ms > ?`)
    .pluck();

  return {
    /** Counts devices that were archived since then because they were deleted at the central. */
    countDeletedSince: (ms: number): number => z.int().parse(deletedSince.get(ms)),
    counts: () => ofRow(countsSchema.parse(count.get())),
    /** Free slots of the central without pending edits, those of the same cart first. */
    freeSlots: (deviceKey: number, limit: number) => freeSchema.parse(free.all(deviceKey, limit)),
    /** Counts devices that the central does not know. */
    countUnlinked: (enterpriseId: string): number => z.int().parse(unlinked.get(enterpriseId)),
  };
}

function ofRow(row: z.infer<typeof countsSchema>) {
  return {
    links: row.links,
    ahead: row.ahead ?? 0,
    behind: row.behind ?? 0,
    gone: row.gone ?? 0,
    events: row.events ?? 0,
    /** Events whose slot was deleted at the central: they stay here. */
    stranded: { events: row.stranded ?? 0, slots: row.stranded_slots ?? 0 },
  };
}
