import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { columnSetter } from '../conflicts/columns.ts';

/** Why a device that was linked is not worked on any more: what became of its record at the central. */
export const goneSchema = z.enum(['DELETED', 'ARCHIVED', 'REPLACED', 'REASSIGNED', 'OTHER_ORGANISATION']);
export type Gone = z.infer<typeof goneSchema>;

const COLUMNS = `device_key, upstream_id, synced_revision, upstream_android_id, upstream_token, listed, is_behind,
  read_at_ms, reported_digest, reported_at_ms, reported_beat_ms, events_through, events_waiting, events_trying, gone,
  gone_at_ms, upstream_enrolment, reports_to, let_go_at_ms, base_revision, base_epoch`;

const rowSchema = z
  .object({
    device_key: z.int(),
    upstream_id: z.string().nullable(),
    synced_revision: z.int(),
    upstream_android_id: z.string().nullable(),
    upstream_token: z.string().nullable(),
    listed: z.string().nullable(),
    is_behind: z.int(),
    read_at_ms: z.int().nullable(),
    reported_digest: z.string().nullable(),
    reported_at_ms: z.int().nullable(),
    reported_beat_ms: z.int().nullable(),
    events_through: z.int(),
    events_waiting: z.int(),
    events_trying: z.int(),
    gone: goneSchema.nullable(),
    gone_at_ms: z.int().nullable(),
    upstream_enrolment: z.string().nullable(),
    reports_to: z.string().nullable(),
    let_go_at_ms: z.int().nullable(),
    base_revision: z.int().nullable(),
    base_epoch: z.string().nullable(),
  })
  .transform((row) => ({
    deviceKey: row.device_key,
    /** Null once another device has taken over the record. */
    upstreamId: row.upstream_id,
    /** The revision here that agrees with the base; -1: none does. */
    syncedRevision: row.synced_revision,
    upstreamAndroidId: row.upstream_android_id,
    /** The enrolment token of the record there. */
    upstreamToken: row.upstream_token,
    /** What the list of the central said of it when it was read: another text means that it changed. */
    listed: row.listed,
    /** True where the central is known to have changed since it was read. */
    isBehind: row.is_behind === 1,
    readAtMs: row.read_at_ms,
    reportedDigest: row.reported_digest,
    reportedAtMs: row.reported_at_ms,
    /** The headset's last sign of life that the central knows. */
    reportedBeatMs: row.reported_beat_ms,
    /** Events up to this key are at the central. */
    eventsThrough: row.events_through,
    eventsWaiting: row.events_waiting,
    /** Events up to this key were sent, and maybe arrived. */
    eventsTrying: row.events_trying,
    gone: row.gone,
    goneAtMs: row.gone_at_ms,
    /** The enrolment that the central showed when both sides agreed, where it tells them apart. */
    upstreamEnrolment: row.upstream_enrolment,
    /** The slot of the central that reports go to though another record is tied to it by now. */
    reportsTo: row.reports_to,
    /** When the central took the order to release the headset that it had. */
    letGoAtMs: row.let_go_at_ms,
    /** The revision of the record at the central that the base stands for; null: not known. */
    baseRevision: row.base_revision,
    /** The epoch of the central that the base is of, where the central left it and the record was not read since. */
    baseEpoch: row.base_epoch,
  }));

/** What ties a device to its record at the central. */
export type Link = z.infer<typeof rowSchema>;

const COLUMN = {
  upstreamId: 'upstream_id',
  syncedRevision: 'synced_revision',
  upstreamAndroidId: 'upstream_android_id',
  upstreamToken: 'upstream_token',
  listed: 'listed',
  isBehind: 'is_behind',
  readAtMs: 'read_at_ms',
  reportedDigest: 'reported_digest',
  reportedAtMs: 'reported_at_ms',
  reportedBeatMs: 'reported_beat_ms',
  eventsThrough: 'events_through',
  eventsWaiting: 'events_waiting',
  eventsTrying: 'events_trying',
  gone: 'gone',
  goneAtMs: 'gone_at_ms',
  upstreamEnrolment: 'upstream_enrolment',
  reportsTo: 'reports_to',
  letGoAtMs: 'let_go_at_ms',
  baseRevision: 'base_revision',
  baseEpoch: 'base_epoch',
} as const;

/** What may be changed of a link. */
export type LinkChange = { readonly [Name in keyof typeof COLUMN]?: Link[Name] };

const briefSchema = z
  .object({ device_key: z.int(), device_id: z.string().nullable(), revision: z.int().nullable() })
  .transform((row) => ({ deviceKey: row.device_key, deviceId: row.device_id, revision: row.revision }));

/** A link with what is needed to tell whether its device is ahead. `deviceId` null: the device was deleted. */
export type Standing = Link & z.infer<typeof briefSchema>;

const standingSchema = z.intersection(rowSchema, briefSchema).transform((row): Standing => row);

export type LinkStore = ReturnType<typeof openLinkStore>;

/** True where something is wanted of the device that the central does not know. */
export function isAhead({ gone, revision, syncedRevision }: Standing): boolean {
  return gone === null && revision !== null && revision !== syncedRevision;
}

/** The only code that reads and writes `sync_link` and `sync_base`. Writes run inside the caller's transaction. */
export function openLinkStore(db: Database) {
  return {
    ...openReads(db),
    ...openWrites(db),
    ...openBases(db),
    ...openTold(db),
    ...openLists(db),
    ...openCounts(db),
  };
}

/** What became of a record that still takes the events of its headset. */
const TAKES_EVENTS = `'ARCHIVED', 'REPLACED', 'REASSIGNED'`;

const OF_LINK = COLUMNS.split(',')
  .map((column) => `sync_link.${column.trim()}`)
  .join(', ');

/** The index holds the revision: in the table it lies behind the large columns. */
const STANDINGS = `SELECT ${OF_LINK}, device.id AS device_id, rev.revision AS revision FROM sync_link
  LEFT JOIN device ON device.key = sync_link.device_key
  LEFT JOIN device AS rev INDEXED BY device_revision ON rev.key = sync_link.device_key`;

function openReads(db: Database) {
  const selectOne = db.prepare(`${STANDINGS} WHERE sync_link.device_key = ?`);
  const selectByUpstream = db.prepare(`${STANDINGS} WHERE upstream_id = ?`);
  const selectPage = db.prepare(`${STANDINGS} WHERE sync_link.device_key > ? ORDER BY device_key LIMIT ?`);
  const selectToRead = db.prepare(
    `${STANDINGS} WHERE sync_link.device_key > ? AND gone IS NULL AND upstream_id IS NOT NULL
       AND (is_behind = 1 OR rev.revision <> synced_revision) ORDER BY sync_link.device_key LIMIT ?`,
  );
  const selectToReport = db.prepare(
    `${STANDINGS} LEFT JOIN device_report ON device_report.device_key = sync_link.device_key
     WHERE sync_link.device_key > ? AND coalesce(upstream_id, reports_to) IS NOT NULL
       AND ((gone IS NULL AND last_heartbeat_at_ms IS NOT NULL AND last_heartbeat_at_ms IS NOT reported_beat_ms)
         OR (events_waiting > 0 AND (gone IS NULL OR gone IN (${TAKES_EVENTS}))))
     ORDER BY sync_link.device_key LIMIT ?`,
  );
  const selectFormer = db.prepare(
    `${STANDINGS} JOIN sync_base ON sync_base.device_key = sync_link.device_key
     WHERE reports_to = ? AND upstream_id IS NULL ORDER BY gone_at_ms DESC LIMIT 1`,
  );
  const selectLeaving = db.prepare(
    `${STANDINGS} WHERE upstream_id IS NULL AND gone = 'REASSIGNED' AND device.android_id = ?
     ORDER BY gone_at_ms DESC LIMIT 1`,
  );
  const selectFollowable = db.prepare(
    `SELECT device_key AS deviceKey, upstream_id AS upstreamId FROM sync_link
     WHERE device_key > ? AND gone IS NULL AND upstream_id IS NOT NULL ORDER BY device_key LIMIT ?`,
  );
  const found = standingSchema.optional();
  const many = z.array(standingSchema);
  const followable = z.array(z.object({ deviceKey: z.int(), upstreamId: z.string() }));

  return {
    /** Those that changed here, or are known to have changed there. */
    pageToRead: (afterKey: number, limit: number): Standing[] =>
      many.parse(selectToRead.all(afterKey, limit)),
    /** Those that may have something to report. */
    pageToReport: (afterKey: number, limit: number): Standing[] =>
      many.parse(selectToReport.all(afterKey, limit)),
    /** Those that are worked on, by their ids at the central. */
    followable: (afterKey: number, limit: number) => followable.parse(selectFollowable.all(afterKey, limit)),
    find: (deviceKey: number): Standing | undefined => found.parse(selectOne.get(deviceKey)),
    findByUpstream: (upstreamId: string): Standing | undefined =>
      found.parse(selectByUpstream.get(upstreamId)),
    /** The record that had a slot of the central and gave it up, while nothing of what was wanted of the slot was taken over. */
    findFormer: (upstreamId: string): Standing | undefined => found.parse(selectFormer.get(upstreamId)),
    /** The record of a headset that gave its slot up and has not left yet. */
    findLeaving: (androidId: string): Standing | undefined => found.parse(selectLeaving.get(androidId)),
    /** Links in the order of their keys, at most `limit` after one. */
    page: (afterKey: number, limit: number): Standing[] => many.parse(selectPage.all(afterKey, limit)),
  };
}

function openWrites(db: Database) {
  const insert = db.prepare('INSERT INTO sync_link (device_key, upstream_id) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM sync_link WHERE device_key = ?');
  const removeAll = db.prepare('DELETE FROM sync_link');
  const setColumns = columnSetter(db, {
    table: 'sync_link',
    columns: COLUMN,
    where: 'WHERE device_key = ?',
  });
  const addEvents = db.prepare(
    'UPDATE sync_link SET events_waiting = events_waiting + ? WHERE device_key = ?',
  );
  const allBehind = db.prepare('UPDATE sync_link SET is_behind = 1 WHERE gone IS NULL');
  const allDoubted = db.prepare(
    `UPDATE sync_link SET events_trying = (SELECT coalesce(max(key), 0) FROM device_event), is_behind = 1`,
  );
  const doubted = db.prepare(
    `UPDATE sync_link SET is_behind = 1, synced_revision = -1, listed = NULL, reported_digest = NULL,
       reported_beat_ms = NULL, events_through = 0, events_trying = events_through, events_waiting = ?,
       base_epoch = coalesce(base_epoch, ?)
     WHERE device_key = ?`,
  );

  return {
    add: (deviceKey: number, upstreamId: string): void => void insert.run(deviceKey, upstreamId),
    remove: (deviceKey: number): void => void remove.run(deviceKey),
    removeAll: (): void => void removeAll.run(),
    set: (deviceKey: number, values: LinkChange): void => setColumns(values, deviceKey),
    /** Counts new events; a device without a link has none to tell. */
    addEvents: (deviceKey: number, count: number): void => void addEvents.run(count, deviceKey),
    /** This station forgot what it told last: what may be at the central already is looked up before it is told again. */
    doubtAll: (): void => void allDoubted.run(),
    /**
     * The central left an epoch, and may have doubted what it was told in it: events are told again, and what both sides
     * agreed on is not relied on until the record was read.
     */
    doubt: (deviceKey: number, { epoch, eventsWaiting }: { epoch: string; eventsWaiting: number }): void =>
      void doubted.run(eventsWaiting, epoch, deviceKey),
    /** All of them have to be read again. */
    markAllBehind: (): void => void allBehind.run(),
  };
}

function openBases(db: Database) {
  const select = db.prepare('SELECT base FROM sync_base WHERE device_key = ?').pluck();
  const put = db.prepare('INSERT OR REPLACE INTO sync_base (device_key, base) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM sync_base WHERE device_key = ?');
  const removeAll = db.prepare('DELETE FROM sync_base');
  const found = z.string().optional();

  return {
    /** The state that the central had last, as JSON text with sealed passwords. */
    base: (deviceKey: number): string | undefined => found.parse(select.get(deviceKey)),
    setBase: (deviceKey: number, base: string): void => void put.run(deviceKey, base),
    removeBase: (deviceKey: number): void => void remove.run(deviceKey),
    removeAllBases: (): void => void removeAll.run(),
  };
}

function openTold(db: Database) {
  const insert = db.prepare('INSERT OR IGNORE INTO sync_told_slot (device_key, upstream_id) VALUES (?, ?)');
  const select = db.prepare('SELECT upstream_id FROM sync_told_slot WHERE device_key = ?').pluck();
  const removeAll = db.prepare('DELETE FROM sync_told_slot');
  const many = z.array(z.string());

  return {
    /** Events of the device are about to be told to this slot of the central. */
    noteTold: (deviceKey: number, upstreamId: string): void => void insert.run(deviceKey, upstreamId),
    /** The slots of the central that events of the device were ever told to. */
    toldSlots: (deviceKey: number): string[] => many.parse(select.all(deviceKey)),
    forgetToldSlots: (): void => void removeAll.run(),
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
const DIFFERS = `(gone IS NULL AND (is_behind = 1 OR rev.revision <> synced_revision))
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

/** Lists of links for eyes, with how many there are. */
function openLists(db: Database) {
  const statements = Object.fromEntries(
    Object.entries(WHICH).map(([which, where]) => [
      which,
      {
        page: db.prepare(`${STANDINGS} WHERE ${where} ORDER BY sync_link.device_key LIMIT ? OFFSET ?`),
        count: db
          .prepare(
            `SELECT count(*) FROM sync_link
             LEFT JOIN device AS rev INDEXED BY device_revision ON rev.key = device_key WHERE ${where}`,
          )
          .pluck(),
      },
    ]),
  );
  const many = z.array(standingSchema);
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
       sum(gone IS NULL AND is_behind) AS behind, sum(gone IS NOT NULL) AS gone,
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
    /** Devices that were archived since then because the central has them no more. */
    countDeletedSince: (ms: number): number => z.int().parse(deletedSince.get(ms)),
    counts() {
      const row = countsSchema.parse(count.get());
      return {
        links: row.links,
        ahead: row.ahead ?? 0,
        behind: row.behind ?? 0,
        gone: row.gone ?? 0,
        events: row.events ?? 0,
        /** Events of slots that are gone at the central: they stay here. */
        stranded: { events: row.stranded ?? 0, slots: row.stranded_slots ?? 0 },
      };
    },
    /** Slots at the central that no headset is in, those of the same cart as a device first. */
    freeSlots: (deviceKey: number, limit: number) => freeSchema.parse(free.all(deviceKey, limit)),
    /** Devices that the central does not know. */
    countUnlinked: (enterpriseId: string): number => z.int().parse(unlinked.get(enterpriseId)),
  };
}
