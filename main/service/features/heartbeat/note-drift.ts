import type { Headset } from '../../../../shared/contract/fleet.ts';
import type { Heartbeat } from '../../../../shared/contract/heartbeat.ts';
import { judgeDrift } from '../../../../shared/domain/plan/drift.ts';
import { mismatches, unsettled } from '../../../../shared/domain/plan/in-effect.ts';
import { isSameJson } from '../../../../shared/domain/same-json.ts';
import { type DeviceRecord, type Records, type Report, standingOf, toDrift } from '../devices/index.ts';
import { recordEvent } from '../events/index.ts';
import { toJudged } from '../standing/index.ts';

/** What a heartbeat brought that a drift can be seen in. */
export type SaidAnew = {
  readonly heartbeat: Pick<Heartbeat, 'effectiveSettings'>;
  readonly before: Report;
  readonly now: Report;
  /** True where contents or packages are reported otherwise than before. */
  readonly isInventoryNew: boolean;
  readonly receivedAtMs: number;
};

/**
 * Keeps what a headset says is in effect, and finds out whether it drifted; only where it said something new. A drift that
 * begins or ends is an event of its history.
 */
export function noteDrift(
  records: Records,
  record: DeviceRecord,
  said: SaidAnew,
): Pick<Headset, 'drift'> | object {
  const { heartbeat, before, now, isInventoryNew, receivedAtMs } = said;
  const sent = heartbeat.effectiveSettings;
  const isAppliedNew = now.appliedRevision !== before.appliedRevision;
  if (sent === undefined && !isInventoryNew && !isAppliedNew) return {};
  const row = records.standings.find(record.key);
  const effective = sent === undefined ? row.effective : JSON.stringify(sent);
  const isNew = effective !== row.effective;
  if (isNew && effective !== null) records.standings.putEffective(record.key, effective);
  if (!isNew && !isInventoryNew && !isAppliedNew && row.judgedRevision === record.settingsRevision) return {};

  const inventory = records.reports.inventory(record.key);
  const standing = standingOf(records, record, { report: now, inventory, effective });
  const judgedBefore = toJudged(row);
  const judged = judgeDrift(judgedBefore, {
    revision: record.settingsRevision,
    appliedRevision: now.appliedRevision,
    mismatches: mismatches(standing),
    unsettled: unsettled(standing),
  });
  const [was, is] = [judgedBefore.drift.length > 0, judged.drift.length > 0];
  const sinceMs = is ? (row.driftSinceMs ?? receivedAtMs) : null;
  records.standings.putJudged(record.key, judged, sinceMs);
  if (isSameJson(judgedBefore.drift, judged.drift)) return {};
  if (was !== is) {
    const payload = is ? { fields: judged.drift.slice(0, 20) } : {};
    recordEvent(
      records.events,
      record.key,
      { type: is ? 'SETTINGS_DRIFTED' : 'DRIFT_ENDED', payload },
      receivedAtMs,
    );
  }
  const drift = is ? JSON.stringify(judged.drift) : null;
  return { drift: toDrift({ ...row, drift, driftSinceMs: sinceMs }, record, now) };
}
