import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { changingNow, type DeviceRecord, removeDevice } from '../../devices/index.ts';
import { bySync } from '../merge/by-sync.ts';
import { addArrived } from '../merge/arrive.ts';
import { takeState } from '../merge/take.ts';
import { stateOf } from '../push/wire.ts';
import { archiveGone, forgetLink, restoreGone } from './gone.ts';
import type { SyncParts } from '../engine/parts.ts';

/**
 * The slot of a record has another headset at the central, inside the caller's transaction. The slot goes on in a new record.
 * The old record keeps the headset that was in it, which is told to leave, and its reports still go to the slot.
 */
export function giveSlotUp(parts: SyncParts, record: DeviceRecord, afterCommit: AfterCommit): void {
  const { stores } = parts;
  const { upstreamId = null } = stores.links.find(record.key) ?? {};
  archiveGone(parts, record, 'REASSIGNED', afterCommit);
  stores.links.set(record.key, { upstreamId: null, reportsTo: upstreamId });
}

/**
 * Hands over to the record in which a slot goes on what was wanted of the slot in the record that gave it up, and what both
 * sides last agreed on, so that nothing that was edited is lost. Answers whether there was any, inside the caller's transaction.
 */
export function takeOverSlot(
  parts: SyncParts,
  next: DeviceRecord,
  upstreamId: string,
  afterCommit: AfterCommit,
): boolean {
  const { records, stores } = parts;
  const former = stores.links.findFormer(upstreamId);
  const record = former === undefined ? undefined : records.devices.findByKey(former.deviceKey);
  if (former === undefined || record === undefined) return false;
  handOverWanted(parts, { from: record, to: next }, afterCommit);
  stores.links.set(next.key, { upstreamToken: former.upstreamToken, readAtMs: former.readAtMs });
  return true;
}

/**
 * Ties the record of a headset to a slot that is free here; the record that stood for the free slot goes. `takes` says whose
 * settings hold: those of the slot, or those of the headset under the name of the slot. What the slot had then is named as a
 * conflict by the next reading. Inside the caller's transaction.
 */
export function tieTo(
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
  if (takes === 'slot') handOverWanted(parts, { from: slot, to: record }, afterCommit);
  stores.outbox.quietly(() => removeDevice(records, slot, afterCommit));
  forgetLink(parts, slot.key);
  stores.outbox.removeOf(record.key);
  if (takes === 'headset') {
    const changing = changingNow(records, afterCommit, bySync(undefined));
    takeState(records, record, { ...stateOf(record, records.core.vault), label: slot.label }, changing);
    stores.links.removeBase(record.key);
  }
  stores.links.set(record.key, {
    upstreamId: link.upstreamId,
    upstreamToken: link.upstreamToken,
    readAtMs: link.readAtMs,
    upstreamAndroidId: null,
    upstreamEnrolment: null,
    reportsTo: null,
    letGoAtMs: null,
    gone: null,
    goneAtMs: null,
    listed: null,
    isBehind: true,
    syncedRevision: -1,
  });
}

/**
 * The central has a headset in another slot by now that was told to leave its former one here: it stays, in that slot.
 * False where it has heard the order, or where there is no such headset.
 */
export function followHeadset(
  parts: SyncParts,
  slot: DeviceRecord,
  androidId: string,
  afterCommit: AfterCommit,
): boolean {
  const { records, stores } = parts;
  const leaving = stores.links.findLeaving(androidId);
  const record = leaving === undefined ? undefined : records.devices.findByKey(leaving.deviceKey);
  if (record === undefined || records.pending.hasHeardToLeave(record.key)) return false;
  const order = records.pending.unenrolment(record.key);
  if (order === undefined) return false;
  records.pending.cancel(record.key, order, afterCommit);
  keepSlot(parts, record, afterCommit);
  restoreGone(parts, record, afterCommit);
  const restored = records.devices.findByKey(record.key) ?? record;
  tieTo(parts, { record: restored, slot, takes: 'slot' }, afterCommit);
  return true;
}

/**
 * The slot that a record gave up was not read since: what was wanted of it goes on in a new record at once, before the old
 * one is tied to another slot.
 */
function keepSlot(parts: SyncParts, { key }: DeviceRecord, afterCommit: AfterCommit): void {
  const { stores } = parts;
  const link = stores.links.find(key);
  const slot = link?.reportsTo ?? null;
  if (link === undefined || slot === null || stores.links.findFormer(slot)?.deviceKey !== key) return;
  if (stores.links.findByUpstream(slot) !== undefined) return;
  const next = addArrived(
    parts,
    { id: slot, enrollmentToken: link.upstreamToken, type: undefined },
    afterCommit,
  );
  takeOverSlot(parts, next, slot, afterCommit);
  stores.links.set(next.key, { isBehind: true });
}

/** What was wanted of one record is wanted of the other from here on, with what is open about it. */
export function handOverWanted(
  { records, stores }: SyncParts,
  { from, to }: { readonly from: DeviceRecord; readonly to: DeviceRecord },
  afterCommit: AfterCommit,
): void {
  const base = stores.links.base(from.key);
  takeState(
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
