import Database from 'better-sqlite3';

import { isFromPast, storeVersion } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { findDamage } from './soundness.ts';

/** What a copy of the store contains. */
export type Contents = {
  readonly damage: string | null;
  readonly schema: number | null;
  readonly ownEnterpriseId: string | null;
  /** Fingerprint of the station's key. */
  readonly keyFingerprint: string | null;
  readonly organisations: string[];
  readonly devices: number;
  /** Identifiers of the enrolled headsets. */
  readonly enrolled: string[];
  readonly lastHeartbeatAtMs: number | null;
};

const NO_CONTENTS: Contents = {
  damage: null,
  schema: null,
  ownEnterpriseId: null,
  keyFingerprint: null,
  organisations: [],
  devices: 0,
  enrolled: [],
  lastHeartbeatAtMs: null,
};

/**
 * Reads what a copy of the store contains, without changing it. It may be of any release: only tables of the first
 * schema are read. Of a copy from before the first release only the schema version is.
 */
export function inspectCopy(path: string): Contents {
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true });
    const damage = findDamage(db);
    if (damage !== undefined) return { ...NO_CONTENTS, damage };
    const schema = storeVersion(db);
    return isFromPast(schema, migrations) ? { ...NO_CONTENTS, schema } : read(db);
  } catch (error) {
    return { ...NO_CONTENTS, damage: error instanceof Error ? error.message : String(error) };
  } finally {
    db?.close();
  }
}

function read(db: Database.Database): Contents {
  const all = (sql: string): string[] => db.prepare(sql).pluck().all().map(textOf);
  const lastAt = db.prepare('SELECT max(last_heartbeat_at_ms) FROM device_report').pluck().get();
  return {
    damage: null,
    schema: storeVersion(db),
    ownEnterpriseId: all('SELECT id FROM enterprise WHERE is_own = 1')[0] ?? null,
    keyFingerprint: all('SELECT fingerprint FROM key_fingerprint')[0] ?? null,
    organisations: all('SELECT name FROM enterprise ORDER BY is_own DESC, name'),
    devices: numberOf(db.prepare('SELECT count(*) FROM device WHERE is_archived = 0').pluck().get()),
    enrolled: all('SELECT id FROM device WHERE android_id IS NOT NULL AND is_archived = 0'),
    lastHeartbeatAtMs: lastAt === null ? null : numberOf(lastAt),
  };
}

// A copy may come from anywhere. Zod would be two thirds of what every thread of a store loads.
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`The store has ${typeof value} where it has text`);
}

function numberOf(value: unknown): number {
  if (Number.isSafeInteger(value)) return Number(value);
  throw new TypeError(`The store has ${typeof value} where it has a whole number`);
}

/** Returns the number of rows of every table. */
export function countRows(db: Database.Database): Record<string, number> {
  const tables = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .pluck()
    .all()
    .map(textOf);
  const count = (table: string): number =>
    numberOf(db.prepare(`SELECT count(*) FROM "${table}"`).pluck().get());
  return Object.fromEntries(tables.map((table) => [table, count(table)]));
}
