import type { Plan } from '../../../../shared/contract/configuration/plans.ts';
import { OFFLINE_AFTER_MS } from '../../../../shared/domain/devices/headset-limits.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';

export type PlanReach = Plan['devices'][number]['reach'];

/** Whether a headset can be told something now: it holds its link, or was heard of a moment ago. */
export function reachOfHeadset(records: Records, record: DeviceRecord): PlanReach {
  if (record.androidId === null || record.isArchived) return 'slot';
  if (records.core.links.isLinked(record.id)) return 'linked';
  const heardAtMs = records.reports.report(record.key).lastHeartbeatAtMs ?? 0;
  const isRecent =
    records.core.clock.now() - Math.max(heardAtMs, record.enrolledAtMs ?? 0) <= OFFLINE_AFTER_MS;
  return isRecent ? 'heard' : 'offline';
}

/** True for one that is there. */
export function isThere(reach: PlanReach): boolean {
  return reach === 'linked' || reach === 'heard';
}
