import { CENTRAL_AUTHOR, type DeviceRecord } from '../../devices/index.ts';
import type { SyncParts } from '../engine/parts.ts';

/** True where the headset was enrolled here, or was heard of here: the record is more than the central's word. */
export function isAtWork({ records }: SyncParts, { key }: Pick<DeviceRecord, 'key'>): boolean {
  const open = records.enrolments.open(key);
  if (open === undefined) return false;
  const heardAtMs = records.reports.report(key).lastHeartbeatAtMs;
  return open.author !== CENTRAL_AUTHOR || (heardAtMs !== null && heardAtMs >= open.startedAtMs);
}
