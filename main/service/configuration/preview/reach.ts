import type { Plan } from '../../../../shared/contract/configuration/plans/plans.ts';
import { isSeenRecently } from '../../../../shared/domain/kernel/freshness.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';

export type PlanReach = Plan['devices'][number]['reach'];

/** Returns whether a headset can be notified now: it is connected, or was seen recently. */
export function reachOfHeadset(records: Records, record: DeviceRecord): PlanReach {
  if (record.androidId === null || record.isArchived) return 'slot';
  const { links, clock } = records.core;
  if (links.isLinked(record.id)) return 'linked';
  const lastSeenAtMs = Math.max(
    records.reports.report(record.key).lastHeartbeatAtMs ?? 0,
    record.enrolledAtMs ?? 0,
  );
  const facts = { lastSeenAtMs: lastSeenAtMs, linkEndedAtMs: links.endedAtMs(record.id) };
  return isSeenRecently(facts, clock.now()) ? 'heard' : 'offline';
}

/** Returns true for a headset that is online. */
export function isOnline(reach: PlanReach): boolean {
  return reach === 'linked' || reach === 'heard';
}
