import type { Audience } from '../../../../shared/contract/classroom/lessons.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { Yielder } from '../../kernel/yielding.ts';
import type { Records } from '../../devices/index.ts';
import type { Groups } from '../../devices/groups/index.ts';
import { reaches } from '../../devices/live/index.ts';
import { musterMetadata } from '../../devices/metadata/index.ts';

type Stores = { readonly records: Records; readonly groups: Groups };
type Lesson = { readonly enterpriseId: string; readonly audience: Audience };

/**
 * Returns the headsets of a lesson that the caller reaches: enrolled, not archived, sorted by id; offline ones too.
 */
export async function audienceOf(
  { records, groups }: Stores,
  { enterpriseId, audience }: Lesson,
  caller: Caller,
): Promise<readonly string[]> {
  const members = audience.kind === 'group' ? groups.members(enterpriseId, audience.groupId) : null;
  const found: string[] = [];
  const yielder = new Yielder();
  for (const id of members ?? records.ids.all(enterpriseId)) {
    const record = records.devices.find(id);
    const isInAudience =
      record !== undefined &&
      record.androidId !== null &&
      !record.isArchived &&
      reaches(records, caller, record) &&
      (audience.kind !== 'cart' || musterMetadata(record.metadata)?.group?.id === audience.cartId);
    if (isInAudience) found.push(id);
    await yielder.yieldIfDue();
  }
  return found;
}

/** Returns whether a lesson is for headsets that the caller may reach: one for another cart or its groups is not. */
export function concerns(
  { records, groups }: Stores,
  { enterpriseId, audience }: Lesson,
  caller: Pick<Caller, 'reach' | 'carts'>,
): boolean {
  if (caller.carts === null || audience.kind === 'all') return true;
  if (audience.kind === 'cart') return caller.carts.includes(audience.cartId);
  const members = groups.members(enterpriseId, audience.groupId);
  return members.some((id) => reaches(records, caller, { id, enterpriseId }));
}
