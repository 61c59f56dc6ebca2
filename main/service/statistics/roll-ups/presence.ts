import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  blockOf,
  blockOfDay,
  type PresenceBlock,
  withMinutes,
} from '../../../../shared/domain/statistics/presence.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';

const hoursSchema = z.instanceof(Uint8Array).optional();

export type PresenceStore = ReturnType<typeof openPresenceStore>;

/** The only code that reads and writes `device_presence`: the minutes in which each device gave a sign of life. */
export function openPresenceStore(db: Database) {
  const select = db.prepare('SELECT hours FROM device_presence WHERE device_key = ? AND block = ?').pluck();
  const put = db.prepare(
    `INSERT INTO device_presence (device_key, block, hours) VALUES (?, ?, ?)
     ON CONFLICT (device_key, block) DO UPDATE SET hours = excluded.hours`,
  );
  // As arrays: the library makes those much faster than objects, and statistics read thousands.
  const selectBlocks = db
    .prepare<[number, number, number], [number, Uint8Array]>(
      'SELECT block, hours FROM device_presence WHERE device_key = ? AND block BETWEEN ? AND ? ORDER BY block',
    )
    .raw();
  const deleteOld = db.prepare(
    'DELETE FROM device_presence WHERE rowid IN (SELECT rowid FROM device_presence WHERE block < ? LIMIT ?)',
  );
  /** The last minute of each device that is known to be on disk: who reports many times a minute costs one write. */
  const written = new Map<number, number>();
  /** Everything older than this is deleted already, so that the job has nothing to look for. */
  let clearedBefore = 0;

  return {
    /** Notes signs of life (minutes since 1970 UTC, none below 0) inside the caller's transaction; one known already costs nothing. */
    add(deviceKey: number, minutes: readonly number[], afterCommit: AfterCommit): void {
      const known = written.get(deviceKey);
      if (minutes.every((minute) => minute === known)) return;
      let newest = known ?? 0;
      for (const [block, of] of Map.groupBy(minutes, blockOf)) {
        const hours = withMinutes({ block, hours: hoursSchema.parse(select.get(deviceKey, block)) }, of);
        if (hours !== undefined) put.run(deviceKey, block, hours);
        newest = of.reduce((max, minute) => Math.max(max, minute), newest);
      }
      afterCommit(() => written.set(deviceKey, newest));
    },
    /** What is known of a device from one minute to another, both included; also what lies about them in the same blocks. */
    read: (deviceKey: number, fromMinute: number, toMinute: number): PresenceBlock[] =>
      selectBlocks
        .all(deviceKey, blockOf(fromMinute), blockOf(toMinute))
        .map(([block, hours]) => ({ block, hours })),
    /** Deletes at most `limit` blocks that lie before `day` as a whole; answers false when there are none left. */
    deleteBefore(day: number, limit: number): boolean {
      const before = blockOfDay(day);
      if (before <= clearedBefore) return false;
      if (deleteOld.run(before, limit).changes === limit) return true;
      clearedBefore = before;
      return false;
    },
  };
}
