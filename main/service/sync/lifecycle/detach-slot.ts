import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { changingNow, removeDevice } from '../../devices/changes/index.ts';
import type { CentralDevice } from '../client/readers.ts';
import { bySync } from '../apply/by-sync.ts';
import { addRecord } from '../apply/add-record.ts';
import { applyState } from '../apply/apply-state.ts';
import { stateOf } from '../wire/wire.ts';
import { archiveRemoved, removeLink, restoreArchived } from './archive.ts';
import { adoptEnrolment, hasOtherSlot } from './elsewhere.ts';
import type { SyncParts } from '../records/parts.ts';

/**
 * Separates a record from its slot, because the central has another headset in the slot. The slot continues in a new
 * record. The old record keeps its headset, which is ordered to un-enrol and whose reports still go to the slot. Runs
 * inside the caller's transaction.
 */
export function detachSlot(parts: SyncParts, record: DeviceRecord, afterCommit: AfterCommit): void {
  const { stores } = parts;
  const { upstreamId = null, reportsTo = null } = stores.links.find(record.key) ?? {};
  archiveRemoved(parts, record, 'REASSIGNED', afterCommit);
  // Separated a second time, it still reports to the slot that it had.
  stores.links.set(record.key, { upstreamId: null, reportsTo: upstreamId ?? reportsTo });
}

/**
 * Copies the desired state and the base of a slot from the record that gave it up to the record that continues it, so
 * that no edit is lost. Returns false if there was no such record. Runs inside the caller's transaction.
 */
export function transferFormerSlot(
  parts: SyncParts,
  next: DeviceRecord,
  upstreamId: string,
  afterCommit: AfterCommit,
): boolean {
  const { records, stores } = parts;
  const former = stores.links.findFormer(upstreamId);
  const record = former === undefined ? undefined : records.devices.findByKey(former.deviceKey);
  if (former === undefined || record === undefined) return false;
  transferDesired(parts, { from: record, to: next }, afterCommit);
  stores.links.set(next.key, { upstreamToken: former.upstreamToken, readAtMs: former.readAtMs });
  return true;
}

/**
 * Links the record of a headset to a free slot and deletes the record of that slot, or archives it if headsets have
 * reported events in it. `takes` says whose settings apply: the slot's, or the headset's with the label of the slot. The next read
 * reports differences from the slot's former settings as conflicts. Runs inside the caller's transaction.
 */
export function linkToSlot(
  parts: SyncParts,
  {
    record,
    slot,
    takes,
  }: { readonly record: DeviceRecord; readonly slot: DeviceRecord; readonly takes: 'slot' | 'headset' },
  afterCommit: AfterCommit,
): void {
  const { records, stores } = parts;
  const link = stores.links.find(slot.key);
  if (link === undefined) return;
  const slotId = records.devices.slotIdOf(slot);
  if (takes === 'slot') transferDesired(parts, { from: slot, to: record }, afterCommit);
  else stores.conflicts.move(slot.key, record.key);
  if (records.events.arrivedAfter(slot.key, 0, 1).length > 0) {
    // The history of its former headsets stays here, and what the central has not accepted yet still goes to the slot.
    stores.links.removeBase(slot.key);
    stores.conflicts.removeOf(slot.key);
    detachSlot(parts, slot, afterCommit);
  } else {
    stores.outbox.withoutOutbox(() => removeDevice(records, slot, afterCommit));
    removeLink(parts, slot.key);
  }
  records.devices.setSlot(record.key, slotId);
  stores.outbox.removeOf(record.key);
  if (takes === 'headset') {
    const changing = changingNow(records, afterCommit, bySync(undefined));
    applyState(records, record, { ...stateOf(record, records.core.vault), label: slot.label }, changing);
    stores.links.removeBase(record.key);
  }
  stores.links.set(record.key, {
    upstreamId: link.upstreamId,
    upstreamToken: link.upstreamToken,
    readAtMs: link.readAtMs,
    upstreamAndroidId: null,
    upstreamEnrolment: null,
    reportsTo: null,
    releasedAtMs: null,
    gone: null,
    goneAtMs: null,
    listed: null,
    isStale: true,
    syncedRevision: -1,
  });
}

/**
 * Keeps a headset that the central has moved to another slot, and links its record to that slot. Returns false if the
 * headset has already received its order to un-enrol or has another slot here, or if there is no such headset.
 */
export function followHeadset(
  parts: SyncParts,
  slot: DeviceRecord,
  device: CentralDevice,
  afterCommit: AfterCommit,
): boolean {
  const { records, stores } = parts;
  const { androidId } = device;
  const leaving = androidId === null ? undefined : stores.links.findLeaving(androidId);
  const record = leaving === undefined ? undefined : records.devices.findByKey(leaving.deviceKey);
  if (record === undefined || records.pending.hasReceivedUnenrolment(record.key)) return false;
  const order = records.pending.unenrolment(record.key);
  if (order === undefined || hasOtherSlot(records, record)) return false;
  records.pending.cancel(record.key, order, afterCommit);
  preserveSlot(parts, record, afterCommit);
  restoreArchived(parts, record, afterCommit);
  const restored = records.devices.findByKey(record.key) ?? record;
  linkToSlot(parts, { record: restored, slot, takes: 'slot' }, afterCommit);
  adoptEnrolment(parts, restored, device, afterCommit);
  return true;
}

/**
 * Continues a given-up slot in a new record before the old one is linked to another slot, if the slot was not read
 * since.
 */
export function preserveSlot(parts: SyncParts, { key, id }: DeviceRecord, afterCommit: AfterCommit): void {
  const { records, stores } = parts;
  const link = stores.links.find(key);
  const slot = link?.reportsTo ?? null;
  if (link === undefined || slot === null || stores.links.findFormer(slot)?.deviceKey !== key) return;
  if (stores.links.findByUpstream(slot) !== undefined) return;
  const next = addRecord(
    parts,
    {
      id: slot,
      alias: records.devices.slotIdOf({ key, id }),
      enrollmentToken: link.upstreamToken,
      type: undefined,
    },
    afterCommit,
  );
  transferFormerSlot(parts, next, slot, afterCommit);
  stores.links.set(next.key, { isStale: true });
}

/** Copies the desired state, the base and the open conflicts of one record to another. */
export function transferDesired(
  { records, stores }: SyncParts,
  { from, to }: { readonly from: DeviceRecord; readonly to: DeviceRecord },
  afterCommit: AfterCommit,
): void {
  const base = stores.links.base(from.key);
  applyState(
    records,
    to,
    stateOf(from, records.core.vault),
    changingNow(records, afterCommit, bySync(undefined)),
  );
  const { baseRevision = null, baseEpoch = null } = stores.links.find(from.key) ?? {};
  if (base !== undefined) stores.links.setBase(to.key, base);
  if (base !== undefined) stores.links.set(to.key, { baseRevision, baseEpoch });
  stores.links.removeBase(from.key);
  stores.conflicts.move(from.key, to.key);
}
