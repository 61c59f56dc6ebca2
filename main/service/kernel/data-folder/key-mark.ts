import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** Notes in the store whose keys it belongs to, where that is not there yet or changed. */
export function markStore(db: Database, fingerprint: string): void {
  const noted = z
    .string()
    .optional()
    .parse(db.prepare('SELECT fingerprint FROM key_mark WHERE id = 1').pluck().get());
  if (noted === fingerprint) return;
  db.prepare('INSERT OR REPLACE INTO key_mark (id, fingerprint) VALUES (1, ?)').run(fingerprint);
}
