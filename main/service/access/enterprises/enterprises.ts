import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type EnterpriseId, enterpriseIdSchema } from '../../../../shared/contract/ids.ts';
import { DEFAULT_NAME } from '../../../../shared/contract/operations/station.ts';
import { machineTimeZone } from '../../../../shared/domain/statistics/time-zone.ts';

const rowSchema = z.object({ id: enterpriseIdSchema, name: z.string(), timeZone: z.string() });
/** An organisation. Its statistics use the calendar days of `timeZone` (IANA). */
export type Enterprise = z.infer<typeof rowSchema>;

export type EnterpriseStore = ReturnType<typeof openEnterpriseStore>;

/** The only code that reads and writes the `enterprise` table. */
export function openEnterpriseStore(db: Database) {
  const SELECT = `SELECT id, name, coalesce(time_zone, 'UTC') AS timeZone FROM enterprise`;
  const selectOwn = db.prepare(`${SELECT} WHERE is_own = 1`);
  const selectOne = db.prepare(`${SELECT} WHERE id = ?`);
  const insert = db.prepare(
    'INSERT INTO enterprise (id, name, time_zone, is_own, created_at_ms) VALUES (?, ?, ?, ?, ?)',
  );
  const change = db.prepare('UPDATE enterprise SET name = ?, time_zone = ? WHERE id = ?');
  const countWithoutZone = db.prepare('SELECT count(*) FROM enterprise WHERE time_zone IS NULL').pluck();
  const setZone = db.prepare('UPDATE enterprise SET time_zone = ? WHERE time_zone IS NULL');
  const selectLocal = db.prepare('SELECT 1 FROM enterprise WHERE id = ? AND gone_to IS NULL').pluck();
  const countLocal = db.prepare('SELECT count(*) FROM enterprise WHERE gone_to IS NULL').pluck();
  const selectMoved = db.prepare('SELECT id FROM enterprise WHERE gone_to IS NOT NULL').pluck();
  const found = rowSchema.optional();
  const ids = z.array(z.string());

  return {
    /** Returns the organisation that the station belongs to; undefined before the first start has finished. */
    own: (): Enterprise | undefined => found.parse(selectOwn.get()),
    find: (id: string): Enterprise | undefined => found.parse(selectOne.get(id)),
    /** Returns true for an organisation that is served here: it exists and has not moved to another cell. */
    isLocal: (id: string): boolean => selectLocal.get(id) !== undefined,
    /** Returns the number of organisations that are served here. */
    countLocal: (): number => z.int().parse(countLocal.get()),
    /** Returns the organisations that have moved to another cell. It changes only while the central is stopped. */
    movedAway: (): ReadonlySet<string> => new Set(ids.parse(selectMoved.all())),
    add: (enterprise: Enterprise, isOwn: boolean, nowMs: number): void => {
      insert.run(enterprise.id, enterprise.name, enterprise.timeZone, isOwn ? 1 : 0, nowMs);
    },
    change: ({ id, name, timeZone }: Enterprise): void => void change.run(name, timeZone, id),
    /** Sets the time zone of this computer for organisations that have none yet. */
    setTimeZone(timeZone: () => string): void {
      if (z.int().parse(countWithoutZone.get()) > 0) setZone.run(timeZone());
    },
  };
}

/** Returns an organisation that must exist: the station's own, or that of a token, which cannot outlive it. */
export function enterpriseOf(store: EnterpriseStore, id: EnterpriseId): Enterprise {
  const found = store.find(id);
  if (found === undefined) throw new Error('An organisation is missing from the store');
  return found;
}

/** Reads the station's own organisation, creating it at the first start. Must run before any other use of the store. */
export function ensureOwnEnterprise(
  store: EnterpriseStore,
  newId: () => EnterpriseId,
  nowMs: number,
): EnterpriseId {
  store.setTimeZone(machineTimeZone);
  const own = store.own();
  if (own !== undefined) return own.id;
  const id = newId();
  store.add({ id, name: DEFAULT_NAME, timeZone: machineTimeZone() }, true, nowMs);
  return id;
}
