import type { Side } from '../rules/desired.ts';
import { toNormalForm } from '../rules/normal-form.ts';
import { getAt } from '../rules/state-path.ts';
import { isSame } from '../rules/values.ts';
import { newId } from '../../kernel/new-id.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { Conflict } from '../records/conflict-store.ts';
import type { SyncParts } from '../records/parts.ts';
import type { RunLog } from '../records/run-log.ts';
import { sealValue, unsealValue } from '../records/values.ts';
import { stateOf, unsealState, withUnknown } from '../wire/wire.ts';

/**
 * Somebody may change a value again while a conflict about it is open. Adds a conflict with the value that applies now, so
 * that it is seen before anybody decides, and named if the decision overwrites it. The former one stays beside it. Runs
 * inside the caller's transaction.
 */
export function noteLaterEdits({ records, stores }: SyncParts, record: DeviceRecord, log: RunLog): void {
  // Of several about one value, the newest.
  const open = new Map(
    stores.conflicts
      .openOfDevice(record.key)
      .filter(({ kind }) => kind === 'field')
      .map((conflict) => [JSON.stringify(conflict.path), conflict]),
  );
  for (const conflict of open.values()) {
    const winner = noteLaterEdit({ records, stores }, record, conflict);
    if (winner === undefined) continue;
    log.note('conflict', record, { path: conflict.path, winner });
    log.count('conflicts');
  }
}

/**
 * The same for one conflict, which may be decided already, before a decision is made or reversed. Returns the side that
 * changed the value; undefined if none did.
 */
export function noteLaterEdit(
  { records, stores }: Pick<SyncParts, 'records' | 'stores'>,
  record: DeviceRecord,
  conflict: Conflict,
): Side | undefined {
  const { vault, clock } = records.core;
  const storedBase = stores.links.base(record.key);
  const known = storedBase === undefined ? undefined : unsealState(storedBase, vault);
  const state = withUnknown(known, stateOf(record, vault));
  const { path } = conflict;
  const now = getAt(toNormalForm(state, known ?? state), path);
  if ([conflict.here, conflict.there].some((side) => isSame(unsealValue(side, vault), now))) return undefined;
  // Without a pending change here, it is the central's.
  const isOfCentral = known !== undefined && isSame(getAt(toNormalForm(known, known), path), now);
  const winner = isOfCentral ? 'there' : 'here';
  stores.conflicts.add({
    ...conflict,
    id: newId(),
    [winner]: sealValue(now, vault),
    winner,
    createdAtMs: clock.now(),
  });
  return winner;
}
