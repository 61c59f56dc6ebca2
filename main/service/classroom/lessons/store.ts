import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { enterpriseIdSchema } from '../../../../shared/contract/ids.ts';
import { audienceSchema, lessonStepSchema } from '../../../../shared/contract/classroom/lessons.ts';
import { compareNames } from '../../../../shared/domain/kernel/natural-order.ts';
import { json, tableOf } from '../../kernel/store/rows.ts';

const stepsSchema = z.array(lessonStepSchema);
const rowSchema = z.object({
  id: z.string(),
  enterpriseId: enterpriseIdSchema,
  name: z.string(),
  audience: json(audienceSchema),
  steps: json(stepsSchema),
  revision: z.int(),
  updatedAtMs: z.int(),
});

/** A lesson plan as stored. */
export type LessonRow = z.infer<typeof rowSchema>;

export type LessonStore = ReturnType<typeof openLessonStore>;

/** The only code that reads and writes `lesson`. Writes run inside the caller's transaction. */
export function openLessonStore(db: Database) {
  const table = tableOf(db, 'lesson', rowSchema);
  const ofEnterprise = table.all<[enterpriseId: string]>('enterprise_id = ?');

  return {
    /** Returns them by name, in natural order. */
    all: (enterpriseId: string): LessonRow[] =>
      ofEnterprise(enterpriseId).toSorted((a, b) => compareNames(a.name, b.name)),
    find: table.one<[id: string]>('id = ?'),
    idOfName: table.text<[enterpriseId: string, name: string]>('id', 'enterprise_id = ? AND name = ?'),
    count: table.count<[enterpriseId: string]>('enterprise_id = ?'),
    put: table.put(),
    remove: table.remove<[id: string]>('id = ?'),
  };
}
