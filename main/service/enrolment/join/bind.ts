import type { EnrolmentOrigin } from '../../../../shared/contract/devices/devices.ts';
import { type AndroidId, androidIdSchema } from '../../../../shared/contract/ids.ts';
import { toInstant } from '../../kernel/clock.ts';
import { newId } from '../../kernel/new-id.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { CENTRAL_AUTHOR } from '../../devices/registry/index.ts';
import { recordEvent } from '../../devices/events/index.ts';
import { announceDevice } from '../../devices/live/index.ts';
import type { Token } from '../../access/index.ts';
import type { EnrolmentRecords } from './records.ts';
import { transferFromReplaced } from './welcome.ts';

/** A headset that enrols, the enrolment id at the station that enrolled it, and what is known of its enrolment. */
export type Headset = {
  readonly androidId: AndroidId;
  readonly enrolmentId?: string | undefined;
  readonly origin?: EnrolmentOrigin | undefined;
};

/** An enrolled headset with its slot, and its token. */
export type Bound = { readonly record: DeviceRecord; readonly token: Token };

/**
 * Enrols a headset into a slot inside the caller's transaction. If the headset is enrolled elsewhere in the
 * organisation, that record is archived, refers to this one, and its tokens are void.
 */
export function bindHeadset(
  records: EnrolmentRecords,
  slot: DeviceRecord,
  { androidId, enrolmentId, origin }: Headset,
  afterCommit: AfterCommit,
): Bound {
  const { core, devices, codes } = records;
  const nowMs = core.clock.now();
  const replaced = devices
    .findByAndroidId(androidId)
    .filter((each) => each.enterpriseId === slot.enterpriseId);
  for (const old of replaced) replaceRecord(records, old, slot, afterCommit);
  devices.enrol(slot.key, androidId, nowMs);
  if (enrolmentId !== undefined) records.enrolments.name(slot.key, enrolmentId);
  if (origin !== undefined) records.enrolments.setOrigin(slot.key, origin);
  const payload = { androidId, replaces: replaced.map((old) => old.id) };
  recordEvent(records.events, slot.key, { type: 'DEVICE_ENROLLED', payload }, nowMs);
  const code = codes.ofDevice(slot.key);
  if (code !== undefined) codes.markUsed(code.code, androidId);
  const enrolledAt = toInstant(nowMs);
  afterCommit(() => {
    const changed = { androidId, enrolledAt };
    announceDevice(records, slot, {
      device: { ...changed, temporaryVerificationCode: null },
      headset: changed,
    });
  });
  const bound = { ...slot, androidId, enrolledAtMs: nowMs, revision: slot.revision + 1 };
  return {
    record: transferFromReplaced(records, bound, replaced, afterCommit),
    token: renewToken(records, slot),
  };
}

/**
 * Starts a new enrolment of a headset that is in the slot already: it was enrolled at another station, and is at this
 * one now, or the other way round. Orders for the former enrolment no longer apply.
 */
export function bindAgain(
  records: EnrolmentRecords,
  slot: DeviceRecord,
  { androidId, enrolmentId, origin }: Headset,
  afterCommit: AfterCommit,
): void {
  const nowMs = records.core.clock.now();
  if (!records.enrolments.succeed(slot.key, enrolmentId ?? newId(), nowMs, records.core.epoch.id)) return;
  if (origin !== undefined) records.enrolments.setOrigin(slot.key, origin);
  records.reports.clearAddress(slot.key);
  const order = records.pending.unenrolment(slot.key);
  if (order !== undefined) records.pending.cancel(slot.key, order, afterCommit);
  records.devices.enrol(slot.key, androidId, nowMs);
  const payload = { androidId, replaces: [] };
  recordEvent(records.events, slot.key, { type: 'DEVICE_ENROLLED', payload }, nowMs);
  const changed = { enrolledAt: toInstant(nowMs) };
  afterCommit(() => announceDevice(records, slot, { device: changed, headset: changed }));
}

/**
 * Called when a headset calls for the first time in an enrolment. If another station is known to have enrolled it last, it
 * came back before this one knew of that: it works here, under a new enrolment.
 */
export function returnFromOther(
  records: EnrolmentRecords,
  record: DeviceRecord,
  afterCommit: AfterCommit,
): void {
  const open = records.enrolments.open(record.key);
  const isOthers =
    open !== undefined && (open.author === CENTRAL_AUTHOR || (open.origin?.station ?? null) !== null);
  if (!isOthers || record.androidId === null || records.pending.unenrolment(record.key) !== undefined) return;
  const androidId = androidIdSchema.parse(record.androidId);
  bindAgain(records, record, { androidId }, afterCommit);
}

/** Issues a new token to a headset that is already enrolled in its slot. */
export function renewToken(records: Records, slot: DeviceRecord): Token {
  return records.tokens.add({
    scope: 'device',
    kind: 'issued',
    label: slot.label,
    enterpriseId: slot.enterpriseId,
    deviceId: slot.id,
    fleetAccess: [],
    expiresInSec: null,
  });
}

function replaceRecord(
  records: Records,
  old: DeviceRecord,
  by: DeviceRecord,
  afterCommit: AfterCommit,
): void {
  const { devices, events, tokens, core } = records;
  devices.archive(old.key, by.id);
  tokens.revokeOfDevice(old.id, afterCommit);
  const payload = { replacedBy: by.id };
  recordEvent(events, old.key, { type: 'DEVICE_REPLACED', payload }, core.clock.now());
  const changed = { isArchived: true, replacedBy: by.id };
  afterCommit(() => announceDevice(records, old, { device: changed, headset: changed }));
}
