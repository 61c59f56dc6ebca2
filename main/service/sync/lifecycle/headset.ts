import { androidIdSchema } from '../../../../shared/contract/ids.ts';
import { newsOf } from '../../../../shared/domain/enrolment/slot-word.ts';
import { toInstant } from '../../kernel/clock.ts';
import type { CentralDevice } from '../client/readers.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { announceDevice, type DeviceRecord } from '../../devices/index.ts';
import { orderUnenrolment, releaseHeadset } from '../../enrolment/index.ts';
import { isAtWork } from './at-work.ts';
import { followHeadset, giveSlotUp } from './give-up.ts';
import type { Link } from '../merge/link-store.ts';
import type { SyncParts } from '../engine/parts.ts';

type Seen = { readonly link: Link; readonly device: CentralDevice; readonly record: DeviceRecord };

/** A central that does not tell enrolments apart may take this long to release a headset. */
export const LETTING_GO_MS = 10 * 60_000;

/**
 * Follows what the central says of who is enrolled, inside the caller's transaction. What was enrolled or released here
 * and is not told yet stays: the outbox sees to it. `same`: the central's word was taken over. `gone`: the slot goes on in
 * another record.
 */
export function settleHeadset(
  parts: SyncParts,
  seen: Seen,
  afterCommit: AfterCommit,
): 'same' | 'waits' | 'gone' {
  const { records, stores } = parts;
  const { device, record } = seen;
  if (stores.outbox.ofDevice(record.key).length > 0) return 'waits';
  switch (newsOf(wordOf(device), hereOf(parts, seen))) {
    case 'same':
      takeName(parts, record, device);
      adoptToken(parts, record, device);
      return 'same';
    case 'lettingGo':
      return 'waits';
    case 'left':
      return leave(parts, record, afterCommit);
    case 'enrolled':
      if (device.androidId !== null && followHeadset(parts, record, device.androidId, afterCommit))
        return 'gone';
      return enrolledThere(parts, record, device, afterCommit);
    case 'taken':
      if (!isAtWork(parts, record)) {
        // Nobody here ever heard of the headset that left: the record was the central's word alone.
        stores.outbox.quietly(() => releaseHeadset(records, record, afterCommit));
        return enrolledThere(parts, record, device, afterCommit);
      }
      giveSlotUp(parts, record, afterCommit);
      return 'gone';
  }
}

/** Who is in a slot, as its record at the central says. */
export function wordOf({ androidId, enrolmentId }: CentralDevice) {
  return { headset: androidId, enrolment: enrolmentId };
}

function hereOf({ records }: SyncParts, { link, device, record }: Seen) {
  const nowMs = records.core.clock.now();
  const named = typeof device.enrolmentId === 'string' ? records.enrolments.byId(device.enrolmentId) : null;
  return {
    headset: record.androidId,
    seen: { headset: link.upstreamAndroidId, enrolment: link.upstreamEnrolment },
    hasEnded: named?.deviceKey === record.key && named.endedAtMs !== null,
    isLettingGo: link.letGoAtMs !== null && Math.abs(nowMs - link.letGoAtMs) < LETTING_GO_MS,
  };
}

/** Un-enrolled at the central: the headset, which only this station can reach, is told to clean up. */
function leave(parts: SyncParts, record: DeviceRecord, afterCommit: AfterCommit): 'same' {
  const { records, stores, handOver } = parts;
  if (isAtWork(parts, record)) {
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
  device: CentralDevice,
  afterCommit: AfterCommit,
): 'same' | 'waits' {
  const androidId = androidIdSchema.safeParse(device.androidId).data;
  if (androidId === undefined) return 'waits';
  const others = records.devices
    .findByAndroidId(androidId)
    .filter((each) => each.enterpriseId === record.enterpriseId && each.key !== record.key);
  // One that is to leave its slot here anyway has left it for this one.
  const leaving = others.filter(
    ({ key }) => records.pending.unenrolment(key) !== undefined && stores.outbox.ofDevice(key).length === 0,
  );
  for (const other of leaving) stores.outbox.quietly(() => releaseHeadset(records, other, afterCommit));
  // Where another record here has this headset, that one is settled first; this one is read again.
  if (others.length > leaving.length) return 'waits';
  const nowMs = records.core.clock.now();
  stores.outbox.quietly(() => records.devices.enrol(record.key, androidId, nowMs));
  const name = device.enrolmentId ?? records.enrolments.open(record.key)?.id;
  if (name !== undefined) records.enrolments.name(record.key, name, true);
  const changed = { androidId, enrolledAt: toInstant(nowMs) };
  afterCommit(() =>
    announceDevice(records, record, {
      device: { ...changed, temporaryVerificationCode: null },
      headset: changed,
    }),
  );
  return 'same';
}

/** Both sides have the same headset: from here on they call its enrolment by one name. */
function takeName({ records, stores }: SyncParts, record: DeviceRecord, device: CentralDevice): void {
  const { enrolmentId } = device;
  if (enrolmentId === undefined) return;
  if (enrolmentId !== null) {
    const isFirst = (stores.links.find(record.key)?.upstreamEnrolment ?? null) === null;
    if (isFirst) records.enrolments.name(record.key, enrolmentId);
    else records.enrolments.succeed(record.key, enrolmentId, records.core.clock.now());
  }
  stores.links.set(record.key, { upstreamEnrolment: enrolmentId });
}

/** A slot whose token was renewed at the central takes the new one: labels printed there are good here. */
function adoptToken({ records, stores }: SyncParts, record: DeviceRecord, device: CentralDevice): void {
  const { enrollmentToken: token } = device;
  if (record.androidId !== null || token === null || token === record.enrollmentToken) return;
  if (token.length > 512 || stores.links.find(record.key)?.upstreamToken === token) return;
  records.devices.setEnrollmentToken(record.key, token);
}
