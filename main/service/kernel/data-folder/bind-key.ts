import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** Records in the store which keys it belongs to, if missing or changed. */
export function bindKey(db: Database, fingerprint: string): void {
  const noted = z
    .string()
    .optional()
    .parse(db.prepare('SELECT fingerprint FROM key_fingerprint WHERE id = 1').pluck().get());
  if (noted === fingerprint) return;
  db.prepare('INSERT OR REPLACE INTO key_fingerprint (id, fingerprint) VALUES (1, ?)').run(fingerprint);
}
