import type { DeviceRecord, Records } from '../../devices/index.ts';
import { CENTRAL_AUTHOR } from '../../devices/registry/index.ts';

/**
 * Returns true for a headset that has never contacted this store itself: another station reports for it and does the
 * cleanup, so that it could never confirm here. At a central all such headsets are, at a station those that another one
 * enrolled.
 */
export function isRunByStation(
  { enrolments, reports, core }: Pick<Records, 'enrolments' | 'reports' | 'core'>,
  { key, id }: Pick<DeviceRecord, 'key' | 'id'>,
  { role, isPartner }: { readonly role: 'station' | 'central'; readonly isPartner: boolean },
): boolean {
  const open = enrolments.open(key);
  const isReported = open !== undefined && (open.origin !== null || open.author === CENTRAL_AUTHOR);
  const isOthers = role === 'central' || isPartner || isReported;
  return isOthers && reports.report(key).lanIp === null && !core.links.isLinked(id);
}
