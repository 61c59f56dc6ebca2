import type { Caller } from '../../kernel/http/caller.ts';
import { inSlices } from '../../kernel/yielding.ts';
import type { Records } from '../../devices/index.ts';
import { idsWithin, reaches } from '../../devices/live/index.ts';

/** The fields of a device that decide whether it counts. */
type Found = { readonly id: string; readonly enterprise_id: string };

/** The requested devices: these, or all that the caller reaches. */
export type RequestedDevices = {
  readonly deviceIds?: readonly string[] | undefined;
  readonly caller: Caller;
};

/**
 * Visits every requested device, some at a time, and returns the ids that match none within the caller's reach.
 * `read` returns the existing devices among some ids.
 */
export async function visitDevices<Row extends Found>(
  records: Records,
  { deviceIds, caller }: RequestedDevices,
  read: { readonly size: number; readonly rows: (ids: readonly string[]) => readonly Row[] },
  visit: (row: Row) => void,
): Promise<string[]> {
  const ids = deviceIds === undefined ? allIds(records, caller) : [...new Set(deviceIds)];
  const found = new Set<string>();
  await inSlices(ids, read.size, (part) => {
    for (const row of read.rows(part)) {
      if (!reaches(records, caller, { id: row.id, enterpriseId: row.enterprise_id })) continue;
      found.add(row.id);
      visit(row);
    }
  });
  return deviceIds === undefined ? [] : ids.filter((id) => !found.has(id));
}

function allIds(records: Records, caller: Caller): readonly string[] {
  return [...caller.reach].flatMap((enterpriseId) => idsWithin(records, caller, enterpriseId));
}
