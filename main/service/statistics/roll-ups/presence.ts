import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { blockOf, blockOfDay, type PresenceBlock, withMinutes } from './presence-day.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';

const hoursSchema = z.instanceof(Uint8Array).optional();

export type PresenceStore = ReturnType<typeof openPresenceStore>;

/** The only code that reads and writes `device_presence`: the minutes in which each device was seen. */
export function openPresenceStore(db: Database) {
  const select = db.prepare('SELECT hours FROM device_presence WHERE device_key = ? AND block = ?').pluck();
  const put = db.prepare(
    `INSERT INTO device_presence (device_key, block, hours) VALUES (?, ?, ?)
     ON CONFLICT (device_key, block) DO UPDATE SET hours = excluded.hours`,
  );
  // Arrays, which the library creates much faster than objects: statistics read thousands of rows.
  const selectBlocks = db
    .prepare<[number, number, number], [number, Uint8Array]>(
      'SELECT block, hours FROM device_presence WHERE device_key = ? AND block BETWEEN ? AND ? ORDER BY block',
    )
    .raw();
  const deleteOld = db.prepare(
    'DELETE FROM device_presence WHERE rowid IN (SELECT rowid FROM device_presence WHERE block < ? LIMIT ?)',
  );
  /** The last minute of each device that is known to be on disk: many reports within a minute cost one write. */
  const written = new Map<number, number>();
  /** Everything older than this is already deleted, so that the job need not search for it. */
  let clearedBefore = 0;

  return {
    /**
     * Records the minutes (since 1970 UTC, none below 0) in which a device was seen, inside the caller's transaction; a
     * known one costs nothing.
     */
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
    /**
     * Returns the recorded presence of a device between two minutes, both inclusive; the whole of the blocks that
     * contain them.
     */
    read: (deviceKey: number, fromMinute: number, toMinute: number): PresenceBlock[] =>
      selectBlocks
        .all(deviceKey, blockOf(fromMinute), blockOf(toMinute))
        .map(([block, hours]) => ({ block, hours })),
    /** Deletes at most `limit` blocks that end before `day`; returns false when none are left. */
    deleteBefore(day: number, limit: number): boolean {
      const before = blockOfDay(day);
      if (before <= clearedBefore) return false;
      if (deleteOld.run(before, limit).changes === limit) return true;
      clearedBefore = before;
      return false;
    },
  };
}
