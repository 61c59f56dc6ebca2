import { type EnterpriseId, enterpriseIdSchema } from '../../../../shared/contract/ids.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { Records } from '../../devices/index.ts';
import type { CodeGuard } from '../../devices/codes/index.ts';
import { announceDevice } from '../../devices/live/index.ts';
import { announceEnrolment } from './issue-codes.ts';

/** The effect of a wrong code: the organisations it counted for, and those where it closed enrolment by code. */
export type WrongCode = {
  readonly enterpriseIds: readonly EnterpriseId[];
  readonly closed: readonly EnterpriseId[];
};

/** Invalidates the codes where enrolment by code has closed, and publishes it; inside the caller's transaction. */
export function settleWrongCode(
  records: Records,
  guard: CodeGuard,
  { enterpriseIds, closed }: WrongCode,
  afterCommit: AfterCommit,
): void {
  for (const each of closed) {
    const voided = records.codes.dropOfEnterprise(each);
    afterCommit(() => announceVoid(records, voided));
  }
  afterCommit(() => {
    for (const each of enterpriseIds) announceEnrolment(records, guard, each);
  });
}

/** Returns the organisations whose codes a caller can guess, and for which wrong codes count; never none. */
export function triedIn(caller: Caller, ownEnterpriseId: EnterpriseId): readonly EnterpriseId[] {
  const reach = [...caller.reach].map((id) => enterpriseIdSchema.parse(id));
  return reach.length === 0 ? [ownEnterpriseId] : reach;
}

/** Publishes that the codes of these slots are void. Call it after the commit. */
function announceVoid(records: Records, deviceKeys: readonly number[]): void {
  for (const key of deviceKeys) {
    const slot = records.devices.findByKey(key);
    if (slot !== undefined) announceDevice(records, slot, { device: { temporaryVerificationCode: null } });
  }
}
