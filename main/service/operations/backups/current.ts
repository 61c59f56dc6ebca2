import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { migrations } from '../../kernel/store/migrations/index.ts';

/** The newest schema version of this Muster. */
export const newestStep = migrations.at(-1)?.id ?? 0;

/** Reads the parts of the present store that are compared with a backup. */
export function openStoreFile(db: Database) {
  const selectEnrolled = db
    .prepare('SELECT id FROM device WHERE android_id IS NOT NULL AND is_archived = 0')
    .pluck();
  const ids = z.array(z.string());
  return {
    /** Returns the ids of the enrolled headsets. */
    enrolled: (): string[] => ids.parse(selectEnrolled.all()),
  };
}
