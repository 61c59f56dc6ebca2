import type { DeviceRecord, Records } from '../../devices/index.ts';

/**
 * True for a headset that has never spoken to this central itself: a station reports for it and does the cleanup, and
 * nobody here could ever confirm it.
 */
export function isRunByStation(
  { reports, core }: Pick<Records, 'reports' | 'core'>,
  { key, id }: Pick<DeviceRecord, 'key' | 'id'>,
): boolean {
  return reports.report(key).lanIp === null && !core.links.isLinked(id);
}
