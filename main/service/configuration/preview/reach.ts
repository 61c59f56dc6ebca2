import type { Plan } from '../../../../shared/contract/configuration/plans.ts';
import { isHeardNow } from '../../../../shared/domain/kernel/freshness.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';

export type PlanReach = Plan['devices'][number]['reach'];

/** Whether a headset can be told something now: it holds its link, or was heard of a moment ago. */
export function reachOfHeadset(records: Records, record: DeviceRecord): PlanReach {
  if (record.androidId === null || record.isArchived) return 'slot';
  const { links, clock } = records.core;
  if (links.isLinked(record.id)) return 'linked';
  const heardAtMs = Math.max(
    records.reports.report(record.key).lastHeartbeatAtMs ?? 0,
    record.enrolledAtMs ?? 0,
  );
  const facts = { heardAtMs, linkEndedAtMs: links.endedAtMs(record.id) };
  return isHeardNow(facts, clock.now()) ? 'heard' : 'offline';
}

/** True for one that is there. */
export function isThere(reach: PlanReach): boolean {
  return reach === 'linked' || reach === 'heard';
}
