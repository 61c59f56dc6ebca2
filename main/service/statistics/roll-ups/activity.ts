import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type ActivityEntry, QUARTERS_PER_DAY, withEntries } from './activity-day.ts';
import { SUBJECT_KINDS, type SubjectKind } from './plays.ts';
import type { PendingDevice, PendingQuarter } from './pending.ts';

const entriesSchema = z.instanceof(Uint8Array).optional();
const idSchema = z.object({ id: z.int(), last_day: z.int() }).optional();
const subjectSchema = z.object({ kind: z.enum(SUBJECT_KINDS), name: z.string() }).optional();
const usedSchema = z
  .object({
    firstAtMs: z.int(),
    lastAtMs: z.int(),
  })
  .optional();

/** One UTC day (days since 1970) of a device. */
export type ActivityDay = { readonly day: number; readonly entries: Uint8Array };

export type ActivityStore = ReturnType<typeof openActivityStore>;

/**
 * The only code that reads and writes `device_activity`, `device_activity_day`, `activity_subject` and
 * `activity_counted`: plays and durations by device and subject.
 */
export function openActivityStore(db: Database) {
  return { ...openWrites(db), ...openReads(db), ...openCounted(db) };
}

function openWrites(db: Database) {
  const selectDay = db
    .prepare('SELECT entries FROM device_activity_day WHERE device_key = ? AND day = ?')
    .pluck();
  const putDay = db.prepare(
    `INSERT INTO device_activity_day (device_key, day, entries) VALUES (?, ?, ?)
     ON CONFLICT (device_key, day) DO UPDATE SET entries = excluded.entries`,
  );
  const putDevice = db.prepare(
    `INSERT INTO device_activity (device_key, first_at_ms, last_at_ms, counted_to_event) VALUES (?, ?, ?, ?)
     ON CONFLICT (device_key) DO UPDATE SET first_at_ms = min(first_at_ms, excluded.first_at_ms),
       last_at_ms = max(last_at_ms, excluded.last_at_ms), counted_to_event = excluded.counted_to_event`,
  );
  const selectId = db.prepare('SELECT id, last_day FROM activity_subject WHERE kind = ? AND name = ?');
  const insertSubject = db.prepare('INSERT INTO activity_subject (kind, name, last_day) VALUES (?, ?, ?)');
  const saveSubject = db.prepare('UPDATE activity_subject SET last_day = ? WHERE id = ?');
  const deleteDays = db.prepare(
    'DELETE FROM device_activity_day WHERE rowid IN (SELECT rowid FROM device_activity_day WHERE day < ? LIMIT ?)',
  );
  const deleteSubjects = db.prepare('DELETE FROM activity_subject WHERE last_day < ?');
  let clearedBefore = 0;

  function subjectId(kind: SubjectKind, name: string, day: number): number {
    const known = idSchema.parse(selectId.get(kind, name));
    if (known === undefined) return Number(insertSubject.run(kind, name, day).lastInsertRowid);
    if (known.last_day < day) saveSubject.run(day, known.id);
    return known.id;
  }

  function addDay(deviceKey: number, day: number, of: [number, PendingQuarter][]): void {
    const added: ActivityEntry[] = [];
    for (const [slot, subjects] of of) {
      const quarter = slot - day * QUARTERS_PER_DAY;
      for (const kind of SUBJECT_KINDS)
        for (const [name, use] of subjects[kind])
          added.push({ subject: subjectId(kind, name, day), quarter, ...use });
    }
    const before = entriesSchema.parse(selectDay.get(deviceKey, day));
    putDay.run(deviceKey, day, withEntries(before, added));
  }

  return {
    /** Adds the activity of a device inside the caller's transaction, and records up to which event it covers. */
    add(deviceKey: number, { firstAtMs, lastAtMs, quarters }: PendingDevice, countedToEvent: number): void {
      const days = Map.groupBy(quarters, ([slot]) => Math.floor(slot / QUARTERS_PER_DAY));
      for (const [day, of] of days) addDay(deviceKey, day, of);
      putDevice.run(deviceKey, firstAtMs, lastAtMs, countedToEvent);
    },
    /** Deletes at most `limit` days before `day`, and then unused subjects. Returns false if none are left. */
    deleteBefore(day: number, limit: number): boolean {
      if (day <= clearedBefore) return false;
      if (deleteDays.run(day, limit).changes === limit) return true;
      deleteSubjects.run(day);
      clearedBefore = day;
      return false;
    },
  };
}

function openReads(db: Database) {
  const selectDays = db.prepare<[number, number, number], ActivityDay>(
    'SELECT day, entries FROM device_activity_day WHERE device_key = ? AND day BETWEEN ? AND ?',
  );
  const selectUsed = db.prepare(
    'SELECT first_at_ms AS firstAtMs, last_at_ms AS lastAtMs FROM device_activity WHERE device_key = ?',
  );
  const selectSubject = db.prepare('SELECT kind, name FROM activity_subject WHERE id = ?');

  return {
    /** Returns the days of a device between two UTC days, both inclusive. */
    days: (deviceKey: number, firstDay: number, lastDay: number): ActivityDay[] =>
      selectDays.all(deviceKey, firstDay, lastDay),
    /** Returns when a device was first and last used; undefined if never. */
    used: (deviceKey: number) => usedSchema.parse(selectUsed.get(deviceKey)),
    /** Returns the subject behind a number in the entries. */
    subject: (id: number) => subjectSchema.parse(selectSubject.get(id)),
  };
}

function openCounted(db: Database) {
  const select = db.prepare('SELECT counted_to_event FROM activity_counted WHERE id = 1').pluck();
  const update = db.prepare('UPDATE activity_counted SET counted_to_event = ? WHERE id = 1');
  const selectOf = db.prepare('SELECT counted_to_event FROM device_activity WHERE device_key = ?').pluck();
  const found = z.int().optional();

  return {
    /** Returns the key of the event up to which the roll-ups of use are complete. */
    countedTo: (): number => z.int().parse(select.get()),
    setCountedTo: (event: number): void => void update.run(event),
    /** Returns the same for one device, which may be further ahead after a crash between two parts of a write. */
    countedToOf: (deviceKey: number): number => found.parse(selectOf.get(deviceKey)) ?? 0,
  };
}
