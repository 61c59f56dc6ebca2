import type { Audience } from '../../../../shared/contract/classroom/lessons.ts';
import { Pause } from '../../kernel/yielding.ts';
import { type Groups, musterMetadata, type Records } from '../../devices/index.ts';

/** Returns the headsets of a lesson: enrolled, not archived, sorted by id; offline ones too. */
export async function audienceOf(
  { records, groups }: { readonly records: Records; readonly groups: Groups },
  enterpriseId: string,
  audience: Audience,
): Promise<readonly string[]> {
  const members = audience.kind === 'group' ? groups.members(enterpriseId, audience.groupId) : null;
  const found: string[] = [];
  const pause = new Pause();
  for (const id of members ?? records.ids.all(enterpriseId)) {
    const record = records.devices.find(id);
    const isMeant =
      record !== undefined &&
      record.androidId !== null &&
      !record.isArchived &&
      (audience.kind !== 'cart' || musterMetadata(record.metadata)?.group?.id === audience.cartId);
    if (isMeant) found.push(id);
    await pause.ifDue();
  }
  return found;
}
