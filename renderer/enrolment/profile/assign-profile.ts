import { setSlotProfiles } from '../../../shared/contract/enrolment/carts.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';

/** Sets the profile of slots, in batches of the maximum size; returns a refusal, or null. */
export async function assignProfile(
  ids: readonly string[],
  profileId: string | null,
): Promise<Refusal | null> {
  if (ids.length === 0) return null;
  const outcome = await call(setSlotProfiles, { body: { devicesId: [...ids], profileId } });
  if (isRefused(outcome)) return outcome;
  const failed = outcome.reply.items.find(({ error }) => error !== undefined)?.error;
  return failed === undefined ? null : { refused: failed.code, message: failed.message };
}
