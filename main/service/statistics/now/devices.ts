import type { Caller } from '../../kernel/http/caller.ts';
import { inSlices } from '../../kernel/yielding.ts';
import type { Records } from '../../devices/index.ts';

/** A device as far as it must be known to find out whether it counts. */
type Found = { readonly id: string; readonly enterprise_id: string };

/** Which devices are asked about: these, or all that the caller reaches. */
export type Question = { readonly deviceIds?: readonly string[] | undefined; readonly caller: Caller };

/**
 * Visits every device that is asked about, some at a time, and answers the ids that name none within the caller's reach.
 * `read` answers the devices that exist among some ids.
 */
export async function visitDevices<Row extends Found>(
  records: Records,
  { deviceIds, caller }: Question,
  read: { readonly size: number; readonly rows: (ids: readonly string[]) => readonly Row[] },
  visit: (row: Row) => void,
): Promise<string[]> {
  const ids = deviceIds === undefined ? allIds(records, caller) : [...new Set(deviceIds)];
  const found = new Set<string>();
  await inSlices(ids, read.size, (part) => {
    for (const row of read.rows(part)) {
      if (!caller.reach.has(row.enterprise_id)) continue;
      found.add(row.id);
      visit(row);
    }
  });
  return deviceIds === undefined ? [] : ids.filter((id) => !found.has(id));
}

function allIds(records: Records, caller: Caller): readonly string[] {
  return [...caller.reach].flatMap((enterpriseId) => records.ids.all(enterpriseId));
}
