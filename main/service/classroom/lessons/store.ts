import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { enterpriseIdSchema } from '../../../../shared/contract/ids.ts';
import { audienceSchema, lessonStepSchema } from '../../../../shared/contract/classroom/lessons.ts';
import { compareNames } from '../../../../shared/domain/kernel/natural-order.ts';

const stepsSchema = z.array(lessonStepSchema);
const rowSchema = z
  .object({
    id: z.string(),
    enterprise_id: enterpriseIdSchema,
    name: z.string(),
    audience: z.string().transform((json) => audienceSchema.parse(JSON.parse(json))),
    steps: z.string().transform((json) => stepsSchema.parse(JSON.parse(json))),
    revision: z.int(),
    updated_at_ms: z.int(),
  })
  .transform((row) => ({
    id: row.id,
    enterpriseId: row.enterprise_id,
    name: row.name,
    audience: row.audience,
    steps: row.steps,
    revision: row.revision,
    updatedAtMs: row.updated_at_ms,
  }));

/** A lesson plan as stored. */
export type LessonRow = z.infer<typeof rowSchema>;

export type LessonStore = ReturnType<typeof openLessonStore>;

/** The only code that reads and writes `lesson`. Writes run inside the caller's transaction. */
export function openLessonStore(db: Database) {
  const COLUMNS = 'id, enterprise_id, name, audience, steps, revision, updated_at_ms';
  const selectAll = db.prepare(`SELECT ${COLUMNS} FROM lesson WHERE enterprise_id = ?`);
  const select = db.prepare(`SELECT ${COLUMNS} FROM lesson WHERE id = ?`);
  const selectNamed = db.prepare('SELECT id FROM lesson WHERE enterprise_id = ? AND name = ?').pluck();
  const count = db.prepare('SELECT count(*) FROM lesson WHERE enterprise_id = ?').pluck();
  const put = db.prepare(`INSERT OR REPLACE INTO lesson (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`);
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
    put: (row: LessonRow): void =>
      void put.run(
        row.id,
        row.enterpriseId,
        row.name,
        JSON.stringify(row.audience),
        JSON.stringify(row.steps),
        row.revision,
        row.updatedAtMs,
      ),
    remove: (id: string): void => void remove.run(id),
  };
}
