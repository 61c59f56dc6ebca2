import type { DeviceRecord } from '../../devices/index.ts';
import { CENTRAL_AUTHOR } from '../../devices/registry/index.ts';
import { isRunByStation } from '../../enrolment/index.ts';
import type { SyncParts } from '../records/parts.ts';

/**
 * True if the headset was enrolled here or has reported here, so the record is more than a copy of the central's. What
 * a partner uploaded while this station served it makes a headset no one of this station.
 */
export function isActiveHere({ records }: SyncParts, { key, id }: Pick<DeviceRecord, 'key' | 'id'>): boolean {
  const open = records.enrolments.open(key);
  if (open === undefined) return false;
  if (isRunByStation(records, { key, id }, { role: 'station', isPartner: false })) return false;
  const lastSeenAtMs = records.reports.report(key).lastHeartbeatAtMs;
  return open.author !== CENTRAL_AUTHOR || (lastSeenAtMs !== null && lastSeenAtMs >= open.startedAtMs);
}
