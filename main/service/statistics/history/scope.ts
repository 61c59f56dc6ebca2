import type { Caller } from '../../kernel/http/caller.ts';
import type { Identity } from '../../devices/index.ts';
import type { StatisticsRecords } from '../roll-ups/records.ts';
import { inTurns } from '../../kernel/yielding.ts';

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
  await inTurns(new Set(deviceIds), (id) => {
    const identity = records.devices.identity(id);
    // Another organisation's device counts as absent.
    if (identity === undefined || !caller.reach.has(identity.enterpriseId)) invalidIds.push(id);
    else devices.push(identity);
  });
  return { devices, invalidIds };
}

async function everyDevice(records: StatisticsRecords, caller: Caller): Promise<Scope> {
  const devices: Identity[] = [];
  const enterprises = [...caller.reach].toSorted((a, b) => (a < b ? -1 : 1));
  for (const which of ['live', 'deleted'] as const) {
    for (const enterpriseId of enterprises) {
      await inTurns(pagesOf(records, enterpriseId, which), (page) => void devices.push(...page));
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
