import type { DeviceRecord, Records } from '../../devices/index.ts';

/**
 * Returns true for a headset that has never contacted this central itself: a station reports for it and does the
 * cleanup, so that it could never confirm here.
 */
export function isRunByStation(
  { reports, core }: Pick<Records, 'reports' | 'core'>,
  { key, id }: Pick<DeviceRecord, 'key' | 'id'>,
): boolean {
  return reports.report(key).lanIp === null && !core.links.isLinked(id);
}
