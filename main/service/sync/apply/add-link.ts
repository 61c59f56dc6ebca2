import type { CentralDevice } from '../client/readers.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { SyncParts } from '../records/parts.ts';
import { slotIdAtCentral } from './add-record.ts';

/** Links a record to a slot of the central, with all its past events to be uploaded. */
export function addLink({ records, stores }: SyncParts, { key }: DeviceRecord, upstreamId: string): void {
  const { links, upstream } = stores;
  const upTo = upstream.get()?.eventsScanned ?? 0;
  links.add(key, upstreamId);
  links.set(key, {
    eventsWaiting: records.events.countUpTo(key, upTo),
    // They may already have been sent to another slot.
    eventsTrying: links.reportedSlots(key).length === 0 ? 0 : upTo,
  });
}

/** Links a local device to its record at the central, with all its past events to be uploaded. */
export function linkMatch(
  parts: SyncParts,
  record: DeviceRecord,
  device: Pick<CentralDevice, 'id' | 'androidId' | 'enrolmentId'> & Partial<Pick<CentralDevice, 'alias'>>,
): void {
  const { records, stores } = parts;
  const { links, outbox } = stores;
  // Its events may stand in a record of the slot that was given up there, under any id that the slot ever had.
  for (const former of new Set([record.id, records.devices.aliasOf(record.key), device.alias]))
    if (former !== undefined && former !== device.id) links.noteReportedTo(record.key, former);
  addLink(parts, record, device.id);
  records.devices.setSlot(record.key, slotIdAtCentral(device));
  const { enrolments, core } = records;
  const { androidId, key: deviceKey, isArchived } = record;
  const enrolmentId = device.enrolmentId ?? null;
  const isKnown = enrolmentId !== null && enrolments.byId(enrolmentId)?.deviceKey === deviceKey;
  links.set(deviceKey, {
    upstreamAndroidId: device.androidId,
    // The headset of an archived record has left it: it may have been enrolled there again since.
    upstreamEnrolment: isKnown || (!isArchived && androidId === device.androidId) ? enrolmentId : null,
  });
  uploadEnd(parts, record, device);
  if (isArchived || androidId === null || androidId === device.androidId) return;
  const enrolmentKey = enrolments.open(deviceKey)?.key ?? null;
  outbox.add({ deviceKey, kind: 'enrol', androidId, createdAtMs: core.clock.now(), enrolmentKey });
}

/**
 * An end, once set, stays: if the enrolment at the central has ended here, even in a record that was deleted since, the
 * central learns of it. Runs inside the caller's transaction.
 */
export function uploadEnd(
  { records, stores }: SyncParts,
  { key: deviceKey, isArchived, replacedBy }: DeviceRecord,
  { enrolmentId }: Pick<CentralDevice, 'enrolmentId'>,
): void {
  const named = typeof enrolmentId === 'string' ? records.enrolments.byId(enrolmentId) : undefined;
  if (named === undefined || named.endedAtMs === null) return;
  const kind = isArchived && replacedBy !== null ? 'replace' : 'unenrol';
  const createdAtMs = records.core.clock.now();
  stores.outbox.add({
    deviceKey,
    kind,
    androidId: named.androidId,
    createdAtMs,
    enrolmentKey: named.key,
  });
}
