import type { Caller } from '../../kernel/http/caller.ts';
import { reaches } from '../../devices/live/index.ts';
import type { Identity } from '../../devices/registry/index.ts';
import type { StatisticsRecords } from '../roll-ups/records.ts';
import { forEachYielding } from '../../kernel/yielding.ts';

const BATCH_SIZE = 500;

/** The devices that a reply covers. */
export type Scope = { readonly devices: readonly Identity[]; readonly invalidIds: readonly string[] };

/**
 * Returns the requested devices, each once and in the order of the request; without ids every device in the caller's
 * reach that was ever enrolled: live and archived ones first, then deleted ones, each sorted by id.
 */
export function scopeOf(
  records: StatisticsRecords,
  deviceIds: readonly string[] | undefined,
  caller: Caller,
): Promise<Scope> {
  return deviceIds === undefined ? everyDevice(records, caller) : requestedFor(records, deviceIds, caller);
}

async function requestedFor(
  records: StatisticsRecords,
  deviceIds: readonly string[],
  caller: Caller,
): Promise<Scope> {
  const devices: Identity[] = [];
  const invalidIds: string[] = [];
  await forEachYielding(new Set(deviceIds), (id) => {
    const identity = records.devices.identity(id);
    // A device that the caller does not reach counts as absent.
    if (identity === undefined || !reaches(records, caller, identity)) invalidIds.push(id);
    else devices.push(identity);
  });
  return { devices, invalidIds };
}

async function everyDevice(records: StatisticsRecords, caller: Caller): Promise<Scope> {
  const devices: Identity[] = [];
  const enterprises = [...caller.reach].toSorted((a, b) => (a < b ? -1 : 1));
  for (const which of ['live', 'deleted'] as const) {
    for (const enterpriseId of enterprises) {
      await forEachYielding(
        pagesOf(records, enterpriseId, which),
        (page) => void devices.push(...page.filter((each) => reaches(records, caller, each))),
      );
    }
  }
  return { devices, invalidIds: [] };
}

function* pagesOf(
  records: StatisticsRecords,
  enterpriseId: string,
  which: 'live' | 'deleted',
): Generator<Identity[]> {
  let afterId = '';
  for (;;) {
    const page = records.devices.identities(enterpriseId, which, { afterId, limit: BATCH_SIZE });
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < BATCH_SIZE) return;
    afterId = last.id;
  }
}
