import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { migrations } from '../../kernel/store/migrations/index.ts';

/** The newest step of the schema that this Muster knows. */
export const newestStep = migrations.at(-1)?.id ?? 0;

/** What the present store holds, as far as it is compared with a backup. */
export function openStoreFile(db: Database) {
  const selectEnrolled = db
    .prepare('SELECT id FROM device WHERE android_id IS NOT NULL AND is_archived = 0')
    .pluck();
  const ids = z.array(z.string());
  return {
    /** Identifiers of the headsets that are enrolled. */
    enrolled: (): string[] => ids.parse(selectEnrolled.all()),
  };
}
