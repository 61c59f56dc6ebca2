import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { type CodeGuard, isLive } from '../../devices/codes/index.ts';
import { isRunByStation } from './by-proxy.ts';
import { bindAgain, bindHeadset, type Bound, renewToken, type Headset } from './bind.ts';
import type { EnrolmentRecords } from './records.ts';

/** A headset that asks to be enrolled, and its address. */
export type Applicant = Headset & { readonly address: string; readonly caller: Caller };

/**
 * Enrols with the token of a slot. The same headset again gets a new access token and nothing else changes, unless it
 * changed its station.
 */
export function enrolByToken(
  records: EnrolmentRecords,
  enrollmentToken: string,
  applicant: Applicant,
  afterCommit: AfterCommit,
): Bound | Failure<'ENROLMENT_TOKEN_UNKNOWN' | 'CONFLICT'> {
  const slot = records.devices.findByEnrollmentToken(enrollmentToken);
  if (!isOpenTo(slot, applicant)) {
    return new Failure(
      'ENROLMENT_TOKEN_UNKNOWN',
      'This enrolment token is not known, or another headset has used it.',
    );
  }
  if (hasEnded(records, applicant)) return new Failure('CONFLICT', 'This enrolment has ended.');
  if (slot.androidId === applicant.androidId && hasChangedStation(records, slot, applicant))
    bindAgain(records, slot, applicant, afterCommit);
  return bindOrRepeat(records, slot, applicant, afterCommit);
}

/** Returns true for an enrolment of a station that is known to have ended: an end stays, also if the station repeats it. */
function hasEnded({ enrolments }: EnrolmentRecords, { enrolmentId }: Applicant): boolean {
  const known = enrolmentId === undefined ? undefined : enrolments.byId(enrolmentId);
  return known !== undefined && known.endedAtMs !== null;
}

/** True if a headset that another station runs enrols here, or a headset of this station was enrolled at another one. */
function hasChangedStation(
  records: EnrolmentRecords,
  slot: DeviceRecord,
  { enrolmentId }: Applicant,
): boolean {
  return enrolmentId !== undefined || isRunByStation(records, slot, { role: 'station', isPartner: false });
}

/**
 * Enrols with a typed code. A used code still works for the headset that used it, until it would have expired: its
 * first reply may have been lost. The caller counts wrong codes, outside of this transaction.
 */
export function enrolByCode(
  records: EnrolmentRecords,
  code: number,
  applicant: Applicant,
  afterCommit: AfterCommit,
): Bound | undefined {
  const nowMs = records.core.clock.now();
  const known = records.codes.find(code);
  if (known === undefined || !isLive(known.expiresAtMs, nowMs)) return undefined;
  const slot = records.devices.findByKey(known.deviceKey);
  const isOwnCode = known.usedBy === null || known.usedBy === applicant.androidId;
  if (!isOwnCode || !isOpenTo(slot, applicant)) return undefined;
  const { issuedBy } = known;
  const origin =
    issuedBy === null
      ? undefined
      : { station: null, by: issuedBy, profile: null, startedAt: toInstant(nowMs) };
  return bindOrRepeat(records, slot, { ...applicant, origin }, afterCommit);
}

/** Returns how long an applicant who guessed too often has to wait. */
export function refuseGuesser(
  guard: CodeGuard,
  address: string,
  nowMs: number,
): Failure<'RATE_LIMITED'> | undefined {
  const waitMs = guard.waitMs(address, nowMs);
  if (waitMs === 0) return undefined;
  const retryAfterSec = Math.ceil(waitMs / 1_000);
  return new Failure(
    'RATE_LIMITED',
    `Too many wrong codes, or too many pairings at once. Wait ${retryAfterSec} s, then type the code again.`,
    {
      retryAfterSec,
    },
  );
}

function isOpenTo(slot: DeviceRecord | undefined, { androidId, caller }: Applicant): slot is DeviceRecord {
  if (slot === undefined || slot.isArchived || !caller.reach.has(slot.enterpriseId)) return false;
  return slot.androidId === null || slot.androidId === androidId;
}

function bindOrRepeat(
  records: EnrolmentRecords,
  slot: DeviceRecord,
  { androidId, enrolmentId, origin }: Applicant,
  afterCommit: AfterCommit,
): Bound {
  if (slot.androidId === androidId) return { record: slot, token: renewToken(records, slot) };
  return bindHeadset(records, slot, { androidId, enrolmentId, origin }, afterCommit);
}
