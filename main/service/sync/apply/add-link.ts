import type { CentralDevice } from '../client/readers.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { SyncParts } from '../records/parts.ts';

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
  device: Pick<CentralDevice, 'id' | 'androidId' | 'enrolmentId'>,
): void {
  const { records, stores } = parts;
  const { links, outbox } = stores;
  addLink(parts, record, device.id);
  links.set(record.key, {
    upstreamAndroidId: device.androidId,
    upstreamEnrolment: device.enrolmentId ?? null,
  });
  if (record.androidId !== null && record.androidId !== device.androidId) {
    const createdAtMs = records.core.clock.now();
    const enrolmentKey = records.enrolments.open(record.key)?.key ?? null;
    outbox.add({
      deviceKey: record.key,
      kind: 'enrol',
      androidId: record.androidId,
      createdAtMs,
      enrolmentKey,
    });
  }
}
