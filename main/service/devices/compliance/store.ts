import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { driftFieldSchema } from '../../../../shared/contract/configuration/drift.ts';
import { type Unconfirmed, unconfirmedSchema } from '../../../../shared/contract/devices/unconfirmed.ts';
import type { Judged } from './drift.ts';
import { tableOf } from '../../kernel/store/rows.ts';

const rowSchema = z.object({
  /** What the headset reports as in effect, as JSON text; null: nothing reported. */
  effective: z.string().nullable(),
  judgedRevision: z.int().nullable(),
  /** JSON texts. */
  unconfirmed: z.string(),
  drift: z.string().nullable(),
  driftSinceMs: z.int().nullable(),
  unconfirmedWorst: z.string().nullable(),
});

/** What a headset reports about its settings, and whether it drifted. */
export type ComplianceRow = z.infer<typeof rowSchema>;

const NONE: ComplianceRow = {
  effective: null,
  judgedRevision: null,
  unconfirmed: '[]',
  drift: null,
  driftSinceMs: null,
  unconfirmedWorst: null,
};
const keysSchema = z.array(z.string());
const fieldsSchema = z.array(driftFieldSchema);
/** The columns written after a check of a headset. */
type Written = {
  readonly judged: Judged;
  readonly driftSinceMs: number | null;
  readonly worst: Unconfirmed | null;
};

const idsSchema = z.array(z.string());

export type ComplianceStore = ReturnType<typeof openComplianceStore>;

/** The only code that reads and writes the table `device_compliance`. Writes run inside the caller's transaction. */
export function openComplianceStore(db: Database) {
  const table = tableOf(db, 'device_compliance', rowSchema);
  const find = table.one<[key: number]>('device_key = ?');
  const putEffective = db.prepare(
    `INSERT INTO device_compliance (device_key, effective) VALUES (?, ?)
     ON CONFLICT (device_key) DO UPDATE SET effective = excluded.effective`,
  );
  const putJudged = db.prepare(
    `INSERT INTO device_compliance (device_key, judged_revision, unconfirmed, drift, drift_since_ms, unconfirmed_worst)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (device_key) DO UPDATE SET judged_revision = excluded.judged_revision, unconfirmed = excluded.unconfirmed,
       drift = excluded.drift, drift_since_ms = excluded.drift_since_ms,
       unconfirmed_worst = excluded.unconfirmed_worst`,
  );
  const selectOther = db
    .prepare(
      `SELECT id FROM device JOIN device_compliance ON device_key = key
       WHERE (drift IS NOT NULL OR unconfirmed_worst LIKE '%"NOT_IN_EFFECT"%')
         AND enterprise_id = ? AND is_archived = 0 ORDER BY id`,
    )
    .pluck();

  return {
    find: (key: number): ComplianceRow => find(key) ?? NONE,
    putEffective: (key: number, text: string): void => void putEffective.run(key, text),
    putJudged(key: number, { judged, driftSinceMs, worst }: Written): void {
      const { revision, unconfirmed, drift } = judged;
      const fields = drift.length === 0 ? null : JSON.stringify(drift);
      const open = worst === null ? null : JSON.stringify(worst);
      putJudged.run(key, revision, JSON.stringify([...unconfirmed]), fields, driftSinceMs, open);
    },
    clear: table.remove<[key: number]>('device_key = ?'),
    /**
     * Returns the ids of headsets of an organisation that drifted, or whose applied settings are not in effect;
     * sorted.
     */
    deviatingIds: (enterpriseId: string): string[] => idsSchema.parse(selectOther.all(enterpriseId)),
  };
}

/** Returns the most important thing that the headset has not confirmed; null for nothing. */
export function toUnconfirmed({ unconfirmedWorst }: ComplianceRow): Unconfirmed | null {
  return unconfirmedWorst === null ? null : unconfirmedSchema.parse(JSON.parse(unconfirmedWorst));
}

/** Returns the row as input of the drift rule. */
export function toJudged({ judgedRevision, unconfirmed, drift }: ComplianceRow): Judged {
  return {
    revision: judgedRevision,
    unconfirmed: new Set(keysSchema.parse(JSON.parse(unconfirmed))),
    drift: drift === null ? [] : fieldsSchema.parse(JSON.parse(drift)),
  };
}
