import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  CLASS_STAGES,
  type ClassResult,
  classActionSchema,
} from '../../../../shared/contract/classroom/class-run.ts';
import { enterpriseIdSchema } from '../../../../shared/contract/ids.ts';
import { toInstant } from '../../kernel/clock.ts';
import { aRun, lateUntilMs, type Run } from './run.ts';
import { json } from '../../kernel/store/rows.ts';

const runSchema = z
  .object({
    id: z.string(),
    enterpriseId: enterpriseIdSchema,
    action: json(classActionSchema),
    startedAtMs: z.int(),
  })
  .transform(aRun);

const resultSchema = z.object({
  device_id: z.string(),
  stage: z.enum(CLASS_STAGES),
  at_ms: z.int(),
  reached_at_ms: z.int().nullable(),
  reason: z.string().nullable(),
  waits: z.int(),
});

export type ClassStore = ReturnType<typeof openClassStore>;

/** The only code that reads and writes `class_run` and `class_result`. Writes run inside the caller's transaction. */
export function openClassStore(db: Database) {
  const selectRuns = db.prepare(
    'SELECT id, enterprise_id AS enterpriseId, action, started_at_ms AS startedAtMs FROM class_run ORDER BY seq',
  );
  const selectResults = db.prepare(
    'SELECT device_id, stage, at_ms, reached_at_ms, reason, waits FROM class_result WHERE run_id = ? ORDER BY place',
  );
  const addRun = db.prepare(
    'INSERT INTO class_run (id, enterprise_id, action, started_at_ms) VALUES (?, ?, ?, ?)',
  );
  const addResult = db.prepare(
    `INSERT INTO class_result (stage, at_ms, reached_at_ms, reason, waits, run_id, device_id, place)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const setResult = db.prepare(
    `UPDATE class_result SET stage = ?, at_ms = ?, reached_at_ms = ?, reason = ?, waits = ?
     WHERE run_id = ? AND device_id = ?`,
  );
  const remove = db.prepare('DELETE FROM class_run WHERE id = ?');
  const runs = z.array(runSchema);
  const results = z.array(resultSchema);

  return {
    /** Returns all actions, the oldest first, without their results. */
    runs: (): Run[] => runs.parse(selectRuns.all()),
    /** Returns the results of an action, in the order in which the headsets were named. */
    resultsOf: (run: Run): ClassResult[] =>
      results.parse(selectResults.all(run.id)).map((row) => ({
        id: row.device_id,
        stage: row.stage,
        at: toInstant(row.at_ms),
        reachedAt: row.reached_at_ms === null ? null : toInstant(row.reached_at_ms),
        reason: row.reason,
        waitsUntil: row.waits === 1 ? toInstant(lateUntilMs(run)) : null,
      })),
    add(run: Run): void {
      addRun.run(run.id, run.enterpriseId, JSON.stringify(run.action), run.startedAtMs);
      for (const [place, result] of [...run.results.values()].entries())
        addResult.run(...columnsOf(result), run.id, result.id, place);
    },
    /** Stores new results. For a dropped action nothing is stored. */
    note(run: Pick<Run, 'id'>, moved: readonly ClassResult[]): void {
      for (const result of moved) setResult.run(...columnsOf(result), run.id, result.id);
    },
    remove: (run: Pick<Run, 'id'>): void => void remove.run(run.id),
  };
}

function columnsOf({ stage, at, reachedAt, reason, waitsUntil }: ClassResult) {
  const reachedAtMs = reachedAt === null ? null : Date.parse(reachedAt);
  return [stage, Date.parse(at), reachedAtMs, reason, waitsUntil === null ? 0 : 1] as const;
}
