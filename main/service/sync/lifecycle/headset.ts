import { androidIdSchema } from '../../../../shared/contract/ids.ts';
import { toInstant } from '../../kernel/clock.ts';
import type { CentralDevice } from '../client/readers.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { announceDevice, type DeviceRecord } from '../../devices/index.ts';
import { orderUnenrolment, releaseHeadset } from '../../enrolment/index.ts';
import { archiveGone } from './gone.ts';
import type { Link } from '../merge/link-store.ts';
import type { SyncParts } from '../engine/parts.ts';

type Seen = { readonly link: Link; readonly device: CentralDevice; readonly record: DeviceRecord };

/**
 * Follows what the central says of who is enrolled, inside the caller's transaction. What was enrolled or released here
 * and is not told yet stays: the outbox sees to it. `same`: the central's word was taken over.
 */
export function settleHeadset(
  parts: SyncParts,
  { link, device, record }: Seen,
  afterCommit: AfterCommit,
): 'same' | 'waits' | 'gone' {
  const { stores } = parts;
  if (stores.outbox.ofDevice(record.key).length > 0) return 'waits';
  if (device.androidId === record.androidId) {
    adoptToken(parts, record, device);
    return 'same';
  }
  // Nothing new from the central: what it still shows was un-enrolled here and it knows.
  if (device.androidId === link.upstreamAndroidId && link.readAtMs !== null) return 'waits';
  if (device.androidId === null) return leave(parts, record, afterCommit);
  if (record.androidId === null) return enrolledThere(parts, record, device.androidId, afterCommit);
  // Another headset has the place: this record ends here, and the central's comes as a new one.
  archiveGone(parts, record, 'REASSIGNED', afterCommit);
  stores.links.set(record.key, { upstreamId: null });
  return 'gone';
}

/** Un-enrolled at the central: the headset, which only this station can reach, is told to clean up. */
function leave(parts: SyncParts, record: DeviceRecord, afterCommit: AfterCommit): 'same' {
  const { records, stores, handOver } = parts;
  const isHere = records.reports.report(record.key).lastHeartbeatAtMs !== null;
  if (isHere) {
    if (records.pending.unenrolment(record.key) === undefined) {
      orderUnenrolment(records, record, afterCommit);
      afterCommit(() => handOver(record.key));
    }
  } else {
    stores.outbox.quietly(() => releaseHeadset(records, record, afterCommit));
  }
  return 'same';
}

function enrolledThere(
  { records, stores }: SyncParts,
  record: DeviceRecord,
  said: string,
  afterCommit: AfterCommit,
): 'same' | 'waits' {
  const androidId = androidIdSchema.safeParse(said).data;
  const isTaken =
    androidId === undefined ||
    records.devices.findByAndroidId(androidId).some((each) => each.enterpriseId === record.enterpriseId);
  // Where another record here has this headset, that one is settled first; this one is read again.
  if (isTaken) return 'waits';
  const nowMs = records.core.clock.now();
  stores.outbox.quietly(() => records.devices.enrol(record.key, androidId, nowMs));
  const changed = { androidId, enrolledAt: toInstant(nowMs) };
  afterCommit(() =>
    announceDevice(records, record, {
      device: { ...changed, temporaryVerificationCode: null },
      headset: changed,
    }),
  );
  return 'same';
}

/** A slot whose token was renewed at the central takes the new one: labels printed there are good here. */
function adoptToken({ records, stores }: SyncParts, record: DeviceRecord, device: CentralDevice): void {
  const { enrollmentToken: token } = device;
  if (record.androidId !== null || token === null || token === record.enrollmentToken) return;
  if (token.length > 512 || stores.links.find(record.key)?.upstreamToken === token) return;
  records.devices.setEnrollmentToken(record.key, token);
}
