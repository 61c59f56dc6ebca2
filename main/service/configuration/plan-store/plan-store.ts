import { planSourceSchema } from '../../../../shared/contract/configuration/settings/plan-source.ts';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { enterpriseIdSchema } from '../../../../shared/contract/ids.ts';
import {
  planGroupSchema,
  resultReasonSchema,
  resultStateSchema,
} from '../../../../shared/contract/configuration/plans/plans.ts';
import type { LargeChange } from '../../kernel/store/large-change.ts';
import { withAuthor } from '../../devices/history/index.ts';
import { STATE_SQL } from '../../devices/registry/index.ts';
import { columnsOf, json, rowsOf, tableOf } from '../../kernel/store/rows.ts';

/** How a plan is sent, and its state. */
const runSchema = z.object({
  state: z.enum(['running', 'paused', 'stopped', 'done']),
  stoppedBy: z.enum(['failures', 'person', 'wave']).nullable(),
  wave: z.int(),
  lastWave: z.int(),
  stopAtFailedPercent: z.int(),
  pauseAfter: z.array(z.int()),
  waitUntilMs: z.int().nullable(),
  confirmWithinSec: z.int(),
  startedAtMs: z.int(),
  finishedAtMs: z.int().nullable(),
});
export type RunRow = z.infer<typeof runSchema>;

/** The source of a plan: an encrypted change as JSON text, and how its lists apply. */
const orderSchema = z.object({ change: z.string(), lists: z.enum(['replace', 'add']) });
export type TargetText = z.infer<typeof orderSchema>;

const planColumns = z.object({
  key: z.int(),
  id: z.string(),
  enterpriseId: enterpriseIdSchema,
  createdAtMs: z.int(),
  authorKind: z.string(),
  authorToken: z.string().nullable(),
  title: z.string(),
  source: json(planSourceSchema),
  invalidIds: json(z.array(z.string())),
  /** The change it was made from; null for undoing and repairing. */
  target: json(orderSchema).nullable(),
  /** Headsets to change that were offline when it was made. */
  offline: z.int(),
  retainedUntilMs: z.int(),
  changeId: z.string().nullable(),
  run: json(runSchema).nullable(),
});
const planRowSchema = planColumns.transform(withAuthor);
export type PlanRow = z.infer<typeof planRowSchema>;

const columnSchema = z.object({
  field: z.enum(['label', 'license', 'metadata']),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
/** A part of the record, other than settings, that is restored. */
export type ColumnChange = z.infer<typeof columnSchema>;

/** A list as JSON text; empty ones are stored as null. */
function listOf<Item extends z.ZodType>(item: Item) {
  return json(z.array(item))
    .nullable()
    .transform((list) => list ?? []);
}

const deviceRowSchema = z.object({
  place: z.int(),
  deviceKey: z.int(),
  deviceId: z.string(),
  groupPlace: z.int(),
  /** Its settings revision when the plan was made. */
  baseRevision: z.int(),
  /** Hash of its desired settings; null: unchanged. */
  targetHash: z.string().nullable(),
  columns: listOf(columnSchema),
  /** Keys of contents whose reports are discarded when it is sent. */
  discardReports: listOf(z.string()),
  state: resultStateSchema,
  wave: z.int().nullable(),
  reason: json(resultReasonSchema).nullable(),
  untilMs: z.int().nullable(),
  attempts: z.int(),
  sentRevision: z.int().nullable(),
  changedAtMs: z.int(),
});
/** A headset of a plan. */
export type PlanDeviceRow = z.infer<typeof deviceRowSchema>;

/** The part of a plan that equal headsets share. */
export const groupTextSchema = planGroupSchema.omit({ devicesId: true });
export type PlannedGroup = z.infer<typeof groupTextSchema>;
/** A group as stored: its text is JSON of a `PlannedGroup`. */
export type GroupText = Pick<PlannedGroup, 'outcome'> & { readonly text: string };

const groupRowSchema = z.object({ place: z.int(), outcome: planGroupSchema.shape.outcome, text: z.string() });
const groups = z.array(groupRowSchema);
const number = z.int();
const keys = z.array(z.int());

/** Groups read from disk at once. */
const GROUPS_PER_BATCH = 16;

const COLUMNS = columnsOf(planColumns);

const SQL = {
  plan: `INSERT INTO plan (${COLUMNS.names}) VALUES (${COLUMNS.marks})`,
  group: 'INSERT INTO plan_group (plan_key, place, outcome, text) VALUES (?, ?, ?, ?)',
  device: `INSERT INTO plan_device (plan_key, place, device_key, device_id, group_place, base_revision, target_hash, columns,
      discard_reports, state, changed_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  result: `UPDATE plan_device SET state = ?, wave = ?, reason = ?, until_ms = ?, attempts = ?, sent_revision = ?, changed_at_ms = ?
    WHERE plan_key = ? AND place = ?`,
  run: 'UPDATE plan SET run = ?, change_id = ?, retained_until_ms = ? WHERE key = ?',
} as const;

export type PlanStore = ReturnType<typeof openPlanStore>;

/** The only code that reads and writes the tables `plan`, `plan_group` and `plan_device`. Writes are parts of large changes. */
export function openPlanStore(db: Database) {
  return { ...openReads(db), ...openRemovals(db), ...WRITES };
}

function openReads(db: Database) {
  const plan = tableOf(db, 'plan', planColumns);
  const planDevice = tableOf(db, 'plan_device', deviceRowSchema);
  const plans = rowsOf(db, `SELECT ${COLUMNS.selected} FROM plan`, planRowSchema);
  const page = plans.all<[enterpriseId: string, nowMs: number, limit: number, offset: number]>(
    'WHERE enterprise_id = ? AND retained_until_ms > ? ORDER BY key DESC LIMIT ? OFFSET ?',
  );
  const selectGroups = db.prepare(
    'SELECT place, outcome, text FROM plan_group WHERE plan_key = ? AND place >= ? ORDER BY place LIMIT ?',
  );
  const selectText = db.prepare('SELECT text FROM stored_state WHERE hash = ?').pluck();
  const nextKey = db.prepare('SELECT coalesce(max(key), 0) + 1 FROM plan').pluck();

  return {
    find: plans.one<[id: string]>('WHERE id = ?'),
    page: (enterpriseId: string, nowMs: number, part: { page: number; limit: number }): PlanRow[] =>
      page(enterpriseId, nowMs, part.limit, (part.page - 1) * part.limit),
    count: plan.count<[enterpriseId: string, nowMs: number]>('enterprise_id = ? AND retained_until_ms > ?'),
    /** Returns the rollouts that are in progress, and those that failed headsets may still confirm. */
    followed: plans.all<[]>(
      `WHERE run IS NOT NULL AND (run ->> '$.state' <> 'done'
         OR EXISTS (SELECT 1 FROM plan_device WHERE plan_key = plan.key AND state = 'failed')) ORDER BY key`,
    ),
    /** Returns the plan that made a change, if it was applied and is not done. */
    openOfChange: plans.one<[changeId: string]>(
      `WHERE change_id = ? AND run IS NOT NULL AND run ->> '$.state' <> 'done'`,
    ),
    /**
     * Yields them in order; the text is JSON of a `PlannedGroup`. Read a few at a time: a plan may be tens of
     * megabytes.
     */
    *groups(planKey: number): Generator<z.output<typeof groupRowSchema>> {
      for (let from = 0; ; from += GROUPS_PER_BATCH) {
        const some = groups.parse(selectGroups.all(planKey, from, GROUPS_PER_BATCH));
        yield* some;
        if (some.length < GROUPS_PER_BATCH) return;
      }
    },
    devices: planDevice.all<[planKey: number]>('plan_key = ? ORDER BY place'),
    /** Returns a stored state, by its hash. */
    text: (hash: string): string | undefined => z.string().optional().parse(selectText.get(hash)),
    /** Returns the key of the next plan; while a large change is planned no other writer takes it. */
    nextKey: (): number => number.parse(nextKey.get()),
  };
}

function openRemovals(db: Database) {
  const remove = db.prepare('DELETE FROM plan WHERE key = ?');
  const selectOld = db
    .prepare(
      `SELECT key FROM plan WHERE retained_until_ms <= ? AND (run IS NULL OR run ->> '$.state' <> 'running') LIMIT ?`,
    )
    .pluck();

  return {
    remove: (key: number): void => void remove.run(key),
    /** Deletes expired plans. Returns their number. */
    removeOld(nowMs: number, atMost: number): number {
      const old = keys.parse(selectOld.all(nowMs, atMost));
      for (const key of old) remove.run(key);
      return old.length;
    },
  };
}

/** Writes that are parts of a large change. */
const WRITES = {
  /** Adds a plan that is not sent yet. */
  addIn(change: LargeChange, { author, ...plan }: PlanRow): void {
    const { kind: authorKind, tokenId: authorToken } = author;
    const row = { ...plan, authorKind, authorToken, changeId: null, run: null };
    change.write(SQL.plan, ...COLUMNS.values(row));
  },
  addGroupIn: (change: LargeChange, planKey: number, place: number, group: GroupText): void =>
    change.write(SQL.group, planKey, place, group.outcome, group.text),
  saveStateIn: (change: LargeChange, hash: string, untilMs: number, text: string): void =>
    change.write(STATE_SQL.until, hash, untilMs, text),
  extendRetentionIn: (change: LargeChange, hash: string, untilMs: number): void =>
    change.write(STATE_SQL.extend, untilMs, hash),
  addDeviceIn(change: LargeChange, planKey: number, row: PlanDeviceRow): void {
    change.write(
      SQL.device,
      planKey,
      row.place,
      row.deviceKey,
      row.deviceId,
      row.groupPlace,
      row.baseRevision,
      row.targetHash,
      row.columns.length === 0 ? null : JSON.stringify(row.columns),
      row.discardReports.length === 0 ? null : JSON.stringify(row.discardReports),
      row.state,
      row.changedAtMs,
    );
  },
  putResultIn(change: LargeChange, planKey: number, row: PlanDeviceRow): void {
    const reason = row.reason === null ? null : JSON.stringify(row.reason);
    change.write(
      SQL.result,
      row.state,
      row.wave,
      reason,
      row.untilMs,
      row.attempts,
      row.sentRevision,
      row.changedAtMs,
      planKey,
      row.place,
    );
  },
  putRunIn: (change: LargeChange, { key, run, changeId, retainedUntilMs }: PlanRow): void =>
    change.write(SQL.run, run === null ? null : JSON.stringify(run), changeId, retainedUntilMs, key),
} as const;
