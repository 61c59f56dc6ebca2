import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import type { SlotCode } from '../../../../shared/contract/operations/station.ts';
import { MAX_CANDIDATES } from '../../../../shared/contract/enrolment/pairing.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { type Code, type CodeGuard, issueCode } from '../../devices/codes/index.ts';
import { announceDevice, findDevice } from '../../devices/live/index.ts';

type Refusal = Failure<'DEVICE_NOT_FOUND' | 'DEVICE_ALREADY_ENROLLED'>;

export type Request = {
  readonly caller: Pick<Caller, 'reach'>;
  readonly renew: boolean;
  /** Name of the person who requests it; null if nobody is signed in. */
  readonly issuedBy: string | null;
  /** The profile to assign; null: none, absent: unchanged. */
  readonly profileId?: string | null | undefined;
  readonly afterCommit: AfterCommit;
};

/**
 * Returns the code of one slot, inside the caller's transaction. Reopens enrolment by code if guessing had closed it.
 */
export function issueSlotCode(
  records: Records,
  guard: CodeGuard,
  id: string,
  request: Request,
): Code | Refusal {
  const slot = findDevice(records, id, request.caller);
  if (slot instanceof Failure) return slot;
  if (slot.androidId !== null || slot.isArchived) {
    return new Failure(
      'DEVICE_ALREADY_ENROLLED',
      'A headset is already enrolled in this slot, so it has no code.',
    );
  }
  const nowMs = records.core.clock.now();
  setProfile(records, slot, request);
  const wasClosed = guard.reopen(slot.enterpriseId);
  const { renew, issuedBy } = request;
  const code = issueCode(records.codes, { deviceKey: slot.key, renew, issuedBy }, nowMs);
  const temporaryVerificationCode = { code: code.code, expiresAt: toInstant(code.expiresAtMs) };
  request.afterCommit(() => {
    announceDevice(records, slot, { device: { temporaryVerificationCode } });
    if (wasClosed) announceEnrolment(records, guard, slot.enterpriseId);
  });
  return code;
}

function setProfile(records: Records, slot: DeviceRecord, { profileId, afterCommit }: Request): void {
  if (profileId === undefined) return;
  const { slotProfiles } = records;
  if (profileId === (slotProfiles.find(slot.key) ?? null)) return;
  if (profileId === null) slotProfiles.remove(slot.key);
  else slotProfiles.put(slot.key, profileId);
  afterCommit(() => announceDevice(records, slot, { headset: { profileId } }));
}

/** Slots per transaction: few enough not to block requests. */
const SLICE = 50;

/**
 * Returns codes for many slots, in the order of the request; one that has none states why. A long list takes several
 * transactions: a repeated request returns the existing ones.
 */
export async function issueManySlotCodes(
  records: Records,
  guard: CodeGuard,
  ids: readonly string[],
  request: Omit<Request, 'afterCommit'>,
): Promise<SlotCode[]> {
  const codes: SlotCode[] = [];
  for (let at = 0; at < ids.length; at += SLICE) {
    const slice = ids.slice(at, at + SLICE);
    const issued = await records.core.writer.run((afterCommit) =>
      issueSlotCodes(records, guard, slice, { ...request, afterCommit }),
    );
    codes.push(...issued);
  }
  return withPairing(records, codes);
}

/**
 * Marks codes that cannot be used to pair, because too many newer ones are live. Source:
 * docs/decisions/0023-pairing.md.
 */
function withPairing({ codes: store, core }: Records, codes: readonly SlotCode[]): SlotCode[] {
  // Codes that any headset may type: none has an empty id.
  const newest = store.liveFor('', core.clock.now(), MAX_CANDIDATES).map(({ code }) => code);
  const pairable = new Set(newest);
  return codes.map((each) =>
    each.code === undefined || pairable.has(each.code) ? each : { ...each, canPair: false },
  );
}

/** Does the same inside the caller's transaction. */
export function issueSlotCodes(
  records: Records,
  guard: CodeGuard,
  ids: readonly string[],
  request: Request,
): SlotCode[] {
  return ids.map((id) => {
    const code = issueSlotCode(records, guard, id, request);
    if (code instanceof Failure) return { id, error: { code: code.code, message: code.message } };
    return { id, code: code.code, expiresAt: toInstant(code.expiresAtMs) };
  });
}

/** Publishes whether headsets may enrol by code. Call it after the commit. */
export function announceEnrolment(records: Records, guard: CodeGuard, enterpriseId: EnterpriseId): void {
  const data = guard.status(enterpriseId, records.core.clock.now());
  records.core.changes.announce({ enterpriseId, deviceId: null, fleet: { name: 'enrolment', data } });
}
