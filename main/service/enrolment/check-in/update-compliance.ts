import type { Headset } from '../../../../shared/contract/devices/fleet.ts';
import type { Heartbeat } from '../../../../shared/contract/enrolment/heartbeat.ts';
import {
  judgeDrift,
  type Judged,
  type ComplianceRow,
  toJudged,
  toUnconfirmed,
} from '../../devices/compliance/index.ts';
import { mismatches, unsettled } from '../../devices/comparison/index.ts';
import { unconfirmedOf, worstOf } from './unconfirmed.ts';
import { isSameJson } from '../../kernel/json/same-json.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { recordEvent } from '../../devices/events/index.ts';
import type { Report } from '../../devices/registry/index.ts';
import { complianceOf, toDrift } from '../../devices/views/index.ts';

/** The parts of a heartbeat that can reveal drift. */
export type NewReport = {
  readonly heartbeat: Pick<Heartbeat, 'effectiveSettings'>;
  readonly before: Report;
  readonly now: Report;
  /** True if contents or packages are reported differently than before. */
  readonly isInventoryNew: boolean;
  readonly receivedAtMs: number;
};

/**
 * Stores what a headset reports as in effect, and determines what it has confirmed and whether it drifted, if it
 * reported something new. The start or end of a drift is an event of its history.
 */
export function updateCompliance(
  records: Records,
  record: DeviceRecord,
  reported: NewReport,
): Partial<Pick<Headset, 'drift' | 'unconfirmed'>> {
  const { heartbeat, before, now, isInventoryNew } = reported;
  const sent = heartbeat.effectiveSettings;
  const isAppliedNew = now.appliedRevision !== before.appliedRevision;
  if (sent === undefined && !isInventoryNew && !isAppliedNew) return {};
  const row = records.compliance.find(record.key);
  const effective = sent === undefined ? row.effective : JSON.stringify(sent);
  const isNew = effective !== row.effective;
  if (isNew && effective !== null) records.compliance.putEffective(record.key, effective);
  if (!isNew && !isInventoryNew && !isAppliedNew && row.judgedRevision === record.settingsRevision) return {};

  const inventory = records.reports.inventory(record.key);
  const compliance = complianceOf(records, record, { report: now, inventory, effective });
  const judged = judgeDrift(toJudged(row), {
    revision: record.settingsRevision,
    appliedRevision: now.appliedRevision,
    mismatches: mismatches(compliance),
    unsettled: unsettled(compliance),
  });
  const isApplied = (now.appliedRevision ?? 0) >= record.settingsRevision;
  const worst = worstOf(unconfirmedOf(compliance, isApplied));
  const driftSinceMs = judged.drift.length > 0 ? (row.driftSinceMs ?? reported.receivedAtMs) : null;
  records.compliance.putJudged(record.key, { judged, driftSinceMs, worst });
  return {
    ...(isSameJson(toUnconfirmed(row), worst) ? {} : { unconfirmed: worst }),
    ...driftChange(records, record, reported, { row, fields: judged.drift, driftSinceMs }),
  };
}

/** Returns the change for a tile if a drift began, ended or changed. */
function driftChange(
  records: Records,
  record: DeviceRecord,
  { now, receivedAtMs }: NewReport,
  judged: {
    readonly row: ComplianceRow;
    readonly fields: Judged['drift'];
    readonly driftSinceMs: number | null;
  },
): Partial<Pick<Headset, 'drift'>> {
  const { row, fields, driftSinceMs } = judged;
  const before = toJudged(row).drift;
  if (isSameJson(before, fields)) return {};
  const [was, is] = [before.length > 0, fields.length > 0];
  if (was !== is) {
    const payload = is ? { fields: fields.slice(0, 20) } : {};
    recordEvent(
      records.events,
      record.key,
      { type: is ? 'SETTINGS_DRIFTED' : 'DRIFT_ENDED', payload },
      receivedAtMs,
    );
  }
  const drift = is ? JSON.stringify(fields) : null;
  return { drift: toDrift({ ...row, drift, driftSinceMs }, record, now) };
}
