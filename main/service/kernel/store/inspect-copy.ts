import Database from 'better-sqlite3';
import { z } from 'zod';

import { isFromPast, storeVersion } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { findDamage } from './soundness.ts';

export const contentsSchema = z.object({
  damage: z.string().nullable(),
  schema: z.int().nullable(),
  ownEnterpriseId: z.string().nullable(),
  /** Fingerprint of the station's key. */
  keyFingerprint: z.string().nullable(),
  organisations: z.array(z.string()),
  devices: z.int(),
  /** Identifiers of the enrolled headsets. */
  enrolled: z.array(z.string()),
  lastHeartbeatAtMs: z.int().nullable(),
});
export type Contents = z.infer<typeof contentsSchema>;

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
  const texts = z.array(z.string());
  const all = (sql: string): string[] => texts.parse(db.prepare(sql).pluck().all());
  return {
    damage: null,
    schema: storeVersion(db),
    ownEnterpriseId: all('SELECT id FROM enterprise WHERE is_own = 1')[0] ?? null,
    keyFingerprint: all('SELECT fingerprint FROM key_fingerprint')[0] ?? null,
    organisations: all('SELECT name FROM enterprise ORDER BY is_own DESC, name'),
    devices: z.int().parse(db.prepare('SELECT count(*) FROM device WHERE is_archived = 0').pluck().get()),
    enrolled: all('SELECT id FROM device WHERE android_id IS NOT NULL AND is_archived = 0'),
    lastHeartbeatAtMs: z
      .int()
      .nullable()
      .parse(db.prepare('SELECT max(last_heartbeat_at_ms) FROM device_report').pluck().get()),
  };
}

/** Returns the number of rows of every table. */
export function countRows(db: Database.Database): Record<string, number> {
  const tables = z
    .array(z.string())
    .parse(
      db
        .prepare(
          `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
        )
        .pluck()
        .all(),
    );
  const count = (table: string): number =>
    z.int().parse(db.prepare(`SELECT count(*) FROM "${table}"`).pluck().get());
  return Object.fromEntries(tables.map((table) => [table, count(table)]));
}
