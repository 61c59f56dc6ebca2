import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { enterpriseIdSchema } from '../../../../shared/contract/ids.ts';
import { tableOf } from '../../kernel/store/rows.ts';

const rowSchema = z.object({
  key: z.int(),
  id: z.string(),
  enterpriseId: enterpriseIdSchema,
  name: z.string(),
  revision: z.int(),
  createdAtMs: z.int(),
});

/** A group without its members. */
export type GroupRow = z.infer<typeof rowSchema>;

const ids = z.array(z.string());

export type GroupStore = ReturnType<typeof openGroupStore>;

/** The only code that reads and writes the tables `device_group` and `device_group_member`. Writes run inside the caller's transaction. */
export function openGroupStore(db: Database) {
  const table = tableOf(db, 'device_group', rowSchema);
  const selectMembers = db
    .prepare(
      'SELECT id FROM device_group_member JOIN device ON device.key = device_key WHERE group_key = ? ORDER BY id',
    )
    .pluck();
  const insert = db.prepare(
    'INSERT INTO device_group (id, enterprise_id, name, revision, created_at_ms) VALUES (?, ?, ?, 1, ?)',
  );
  const update = db.prepare('UPDATE device_group SET name = ?, revision = revision + 1 WHERE key = ?');
  const join = db.prepare(
    `INSERT OR IGNORE INTO device_group_member (group_key, device_key)
     SELECT ?, key FROM device WHERE id IN (SELECT value FROM json_each(?))`,
  );
  const leave = db.prepare(
    `DELETE FROM device_group_member WHERE group_key = ?
     AND device_key IN (SELECT key FROM device WHERE id IN (SELECT value FROM json_each(?)))`,
  );
  const empty = db.prepare('DELETE FROM device_group_member WHERE group_key = ?');
  const selectUnknownIds = db
    .prepare(
      `SELECT value FROM json_each(?) WHERE value NOT IN
       (SELECT id FROM device WHERE enterprise_id = ? AND id IN (SELECT value FROM json_each(?)))`,
    )
    .pluck();

  return {
    ...openFollowing(db),
    all: table.all<[enterpriseId: string]>('enterprise_id = ? ORDER BY name'),
    find: table.one<[id: string]>('id = ?'),
    idOfName: table.text<[enterpriseId: string, name: string]>('id', 'enterprise_id = ? AND name = ?'),
    count: table.count<[enterpriseId: string]>('enterprise_id = ?'),
    /** Sorted. */
    members: (key: number): string[] => ids.parse(selectMembers.all(key)),
    add: (id: string, enterpriseId: string, name: string, nowMs: number): void =>
      void insert.run(id, enterpriseId, name, nowMs),
    /** Sets the name and increases the revision. */
    update: (key: number, name: string): void => void update.run(name, key),
    remove: table.remove<[key: number]>('key = ?'),
    join: (key: number, devicesId: readonly string[]): void => void join.run(key, JSON.stringify(devicesId)),
    leave: (key: number, devicesId: readonly string[]): void =>
      void leave.run(key, JSON.stringify(devicesId)),
    empty: (key: number): void => void empty.run(key),
    /** Returns those of these ids that match no device of the organisation. */
    strangers(enterpriseId: string, devicesId: readonly string[]): string[] {
      const list = JSON.stringify(devicesId);
      return ids.parse(selectUnknownIds.all(list, enterpriseId, list));
    },
  };
}

function openFollowing(db: Database) {
  const groupsOf = tableOf(db, 'device_group', rowSchema).all<[deviceKey: number]>(
    'key IN (SELECT group_key FROM device_group_member WHERE device_key = ?)',
  );
  const move = db.prepare('UPDATE OR IGNORE device_group_member SET device_key = ? WHERE device_key = ?');
  const leaveAll = db.prepare('DELETE FROM device_group_member WHERE device_key = ?');
  const renew = db.prepare('UPDATE device_group SET revision = revision + 1 WHERE key = ?');
  return {
    /** Replaces one device by another in every group of the other. Returns these groups. */
    follow(from: number, to: number): GroupRow[] {
      const joined = groupsOf(from);
      move.run(to, from);
      leaveAll.run(from);
      for (const { key } of joined) renew.run(key);
      return joined;
    },
  };
}
