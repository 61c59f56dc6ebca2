import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { enterpriseIdSchema } from '../../../../shared/contract/ids.ts';
import { audienceSchema, lessonStepSchema } from '../../../../shared/contract/classroom/lessons.ts';
import { compareNames } from '../../../../shared/domain/kernel/natural-order.ts';
import { columnsOf, json } from '../../kernel/store/rows.ts';

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
const COLUMNS = columnsOf(rowSchema);

/** A lesson plan as stored. */
export type LessonRow = z.infer<typeof rowSchema>;

export type LessonStore = ReturnType<typeof openLessonStore>;

/** The only code that reads and writes `lesson`. Writes run inside the caller's transaction. */
export function openLessonStore(db: Database) {
  const selectAll = db.prepare(`SELECT ${COLUMNS.selected} FROM lesson WHERE enterprise_id = ?`);
  const select = db.prepare(`SELECT ${COLUMNS.selected} FROM lesson WHERE id = ?`);
  const selectNamed = db.prepare('SELECT id FROM lesson WHERE enterprise_id = ? AND name = ?').pluck();
  const count = db.prepare('SELECT count(*) FROM lesson WHERE enterprise_id = ?').pluck();
  const put = db.prepare(`INSERT OR REPLACE INTO lesson (${COLUMNS.names}) VALUES (${COLUMNS.marks})`);
  const remove = db.prepare('DELETE FROM lesson WHERE id = ?');
  const rows = z.array(rowSchema);
  const found = rowSchema.optional();

  return {
    /** Returns them by name, in natural order. */
    all: (enterpriseId: string): LessonRow[] =>
      rows.parse(selectAll.all(enterpriseId)).toSorted((a, b) => compareNames(a.name, b.name)),
    find: (id: string): LessonRow | undefined => found.parse(select.get(id)),
    idOfName: (enterpriseId: string, name: string): string | undefined =>
      z.string().optional().parse(selectNamed.get(enterpriseId, name)),
    count: (enterpriseId: string): number => z.int().parse(count.get(enterpriseId)),
    put: (row: LessonRow): void => void put.run(...COLUMNS.values(row)),
    remove: (id: string): void => void remove.run(id),
  };
}
