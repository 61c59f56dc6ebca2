import { isDeepStrictEqual } from 'node:util';

import { DEFAULT_POLICY, type DesiredState, type DeviceMerge, type StateChange } from '../rules/desired.ts';
import { mergeDevice } from '../rules/merge-device.ts';
import { toNormalForm } from '../rules/normal-form.ts';
import { pendingChanges } from '../rules/pending-changes.ts';
import { getAt } from '../rules/state-path.ts';
import type { CentralDevice } from '../client/readers.ts';
import type { Version } from '../wire/version.ts';
import { newId } from '../../kernel/new-id.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { Barrier } from '../../kernel/store/barrier.ts';
import { hasInstalled } from '../../configuration/index.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { changingNow } from '../../devices/changes/index.ts';
import { bySync } from '../apply/by-sync.ts';
import { addRecord, findMatch, typeOf } from '../apply/add-record.ts';
import {
  archiveRemoved,
  askAboutLostSlot,
  closeAnswered,
  restoreMoved,
  hasPendingEnrolment,
  restoreArchived,
  closeObsoleteConflicts,
} from '../lifecycle/archive.ts';
import { transferFormerSlot } from '../lifecycle/detach-slot.ts';
import { settleHeadset } from '../lifecycle/headset.ts';
import type { Link } from '../records/link-store.ts';
import { addDeletionConflict, isDeletedLocally, isKeptHere } from './gone-slots.ts';
import { linkMatch, uploadEnd } from '../apply/add-link.ts';
import type { SyncParts } from '../records/parts.ts';
import type { RunLog } from '../records/run-log.ts';
import { mayLack, reuploadEnrolment } from '../apply/reupload-enrolment.ts';
import { applyState } from '../apply/apply-state.ts';
import { noteLaterEdits } from '../apply/later-edits.ts';
import { sealValue, unsealValue } from '../records/values.ts';
import { knownOf, withUnknown, sealState, stateOf, remoteState, unsealState } from '../wire/wire.ts';

/** What to write at the central for one device, and the state of both sides afterwards. */
export type PendingPush = {
  readonly deviceKey: number;
  readonly upstreamId: string;
  readonly push: StateChange;
  readonly merged: DesiredState;
  /** The local revision that `merged` corresponds to. */
  readonly revision: number;
  /** The central's state when it was read, and its version; null if the answer has none. */
  readonly there: DesiredState;
  readonly version: Version | null;
};

/** A record that was read at the central, with its row of the list. */
export type Read = { readonly device: CentralDevice; readonly listed: string | null };

/** A computed merge, which is valid for one revision of the record. */
type Plan = DeviceMerge & {
  readonly there: DesiredState;
  readonly base: DesiredState | undefined;
};

/** How often a merge is computed again because the device changed meanwhile. */
const MAX_ATTEMPTS = 5;

/**
 * Merges a device that was read with the local one: applies changes of the central, keeps local changes and records
 * conflicts. Returns what to write at the central; undefined if nothing. Waits at the barrier, so that many devices are
 * written together.
 */
export async function settleDevice(
  parts: SyncParts,
  read: Read,
  {
    log,
    barrier,
    isPartner,
  }: { readonly log: RunLog; readonly barrier?: Barrier | undefined; readonly isPartner: boolean },
): Promise<PendingPush | undefined> {
  const { core, devices } = parts.records;
  const { links } = parts.stores;
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    const link = links.findByUpstream(read.device.id);
    const record =
      link === undefined ? findMatch(parts, read.device, isPartner) : devices.findByKey(link.deviceKey);
    if (link === undefined && record !== undefined && isKeptHere(parts, record, read.device))
      return undefined;
    // A device that was deleted here is deleted at the central by the outbox.
    if (link !== undefined && record === undefined) return undefined;
    if (record === undefined && isDeletedLocally(parts, read.device)) {
      await core.writer.run(() => addDeletionConflict(parts, read.device, log));
      return undefined;
    }
    const plan = planMerge(parts, read.device, record);
    await barrier?.pass();
    const settled = await core.writer.run((afterCommit) =>
      write(parts, { read, record, plan, log }, afterCommit),
    );
    if (settled !== 'moved') return settled;
  }
  // It changes faster than it can be read, so the next run handles it.
  return undefined;
}

/** Computes the merge outside of any transaction, because it takes the most time. */
function planMerge(
  { records, stores }: SyncParts,
  device: CentralDevice,
  record: DeviceRecord | undefined,
): Plan {
  const { vault } = records.core;
  const storedBase = record === undefined ? undefined : stores.links.base(record.key);
  const base = storedBase === undefined ? undefined : unsealState(storedBase, vault);
  const there = remoteState(reportedState(device), base);
  if (record === undefined)
    return {
      merged: there,
      agreed: there,
      toPush: undefined,
      toApply: undefined,
      conflicts: [],
      there,
      base,
    };
  const link = stores.links.find(record.key);
  // The central was restored, or the slot is another one: each value is recorded before it is overwritten.
  const isOlder = (link?.readAtMs ?? null) !== null && (base === undefined || mayLack(link, device));
  if (isOlder) return { ...overwriteOlder(there, withUnknown(there, stateOf(record, vault))), there, base };
  const merge = mergeDevice({
    base,
    here: withUnknown(base ?? there, stateOf(record, vault)),
    there,
    policy: DEFAULT_POLICY,
    isInstalled: (packageName) => hasInstalled(records, record, packageName),
  });
  return { ...merge, there, base };
}

/** Local values overwrite the central's; each replaced value is recorded as a conflict. */
function overwriteOlder(there: DesiredState, here: DesiredState): DeviceMerge {
  const merge = mergeDevice({
    base: there,
    here,
    there,
    policy: { otherwise: 'here', parts: {} },
    isInstalled: () => true,
  });
  const older = pendingChanges(toNormalForm(there, there), toNormalForm(here, there));
  const conflicts = older.map((each) => ({ ...each, base: undefined, winner: 'here' as const }));
  return { ...merge, conflicts };
}

function reportedState({
  label,
  description,
  license,
  settings,
  metadata,
}: CentralDevice): Partial<DesiredState> {
  return {
    ...(label === undefined ? {} : { label }),
    ...(description === undefined ? {} : { description }),
    ...(license === undefined ? {} : { license }),
    ...(settings === undefined ? {} : { settings }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

type Writing = {
  readonly read: Read;
  /** The record that the merge was computed from; undefined if there was none. */
  readonly record: DeviceRecord | undefined;
  readonly plan: Plan;
  readonly log: RunLog;
};

function write(
  parts: SyncParts,
  { read, record: seen, plan, log }: Writing,
  afterCommit: AfterCommit,
): PendingPush | undefined | 'moved' {
  const { records, stores } = parts;
  const { device } = read;
  const now = seen === undefined ? undefined : records.devices.findByKey(seen.key);
  // The revision does not cover the description, because headsets do not get it.
  const isMoved = now?.revision !== seen?.revision || now?.description !== seen?.description;
  if (seen !== undefined && isMoved) return 'moved';
  const isNew = now === undefined;
  if (isNew && stores.links.findByUpstream(device.id) !== undefined) return 'moved';
  const record = now ?? addRecord(parts, device, afterCommit);
  if (isNew) uploadEnd(parts, record, device);
  // The slot continues another record here, so what to merge is known only now.
  if (isNew && transferFormerSlot(parts, record, device.id, afterCommit)) return 'moved';
  if (!isNew && stores.links.find(record.key) === undefined) linkMatch(parts, record, device);
  if (mayLack(stores.links.find(record.key), device)) reuploadEnrolment(parts, record.key, device);
  const link = stores.links.find(record.key);
  if (link === undefined) return undefined;
  stores.trouble.unquarantine(device.id);
  stores.trouble.clear(record.key, 'read');
  closeObsoleteConflicts(parts, record);

  if (device.isArchived && hasPendingEnrolment(parts, record)) {
    askAboutLostSlot(parts, record, log);
    stores.links.set(record.key, readNow(parts, read));
    return undefined;
  }
  if (device.isArchived) {
    const reason = device.replacedBy === null ? 'ARCHIVED' : 'REPLACED';
    if (link.gone === null) {
      archiveRemoved(parts, record, reason, afterCommit);
      log.note('down', record, { archived: reason });
    }
    stores.links.set(record.key, { ...readNow(parts, read), syncedRevision: record.revision + 1 });
    return undefined;
  }
  if (link.gone !== null) {
    restoreArchived(parts, record, afterCommit);
    log.note('down', record, { restored: true });
  }
  closeAnswered(parts, record, device);
  restoreMoved(parts, freshRecord(parts, record), device, afterCommit);
  const taken = isNew || plan.toApply !== undefined;
  const current = freshRecord(parts, record);
  const outcome = settleHeadset(parts, { link, device, record: current }, afterCommit);
  // The slot continues in another record, so the central's arrives as a new one.
  if (outcome === 'gone') return 'moved';
  const before = freshRecord(parts, record);
  const changing = changingNow(records, afterCommit, bySync(log.changeId));
  const changed = taken ? applyState(records, before, knownOf(plan.merged), changing) : before;
  log.changeId ??= changing.changeId(record.enterpriseId);
  logApplied(parts, { device, isNew, plan, record: changed, log });
  adoptType(parts, changed, device);
  noteConflicts(parts, changed, plan, log);
  const pending = finish(parts, { read, link, plan, record: changed, outcome });
  noteLaterEdits(parts, changed, log);
  return pending;
}

/** Stores what both sides now agree on. */
function finish(
  parts: SyncParts,
  {
    read,
    link,
    plan,
    record,
    outcome,
  }: {
    readonly read: Read;
    readonly link: Link;
    readonly plan: Plan;
    readonly record: DeviceRecord;
    readonly outcome: ReturnType<typeof settleHeadset>;
  },
): PendingPush | undefined {
  const { records, stores } = parts;
  const { vault } = records.core;
  const { toPush, merged, there, base } = plan;
  const known = toPush === undefined ? plan.agreed : there;
  if (base === undefined || !isDeepStrictEqual(base, known))
    stores.links.setBase(record.key, sealState(known, vault));
  // The revision also covers the enrolment.
  const revision = freshRecord(parts, record).revision;
  stores.links.set(record.key, {
    ...readNow(parts, read),
    ...(outcome === 'same'
      ? { upstreamAndroidId: read.device.androidId, upstreamEnrolment: read.device.enrolmentId ?? null }
      : {}),
    syncedRevision: toPush === undefined ? revision : -1,
    baseRevision: read.device.version?.revision ?? null,
    baseEpoch: null,
  });
  if (toPush === undefined) stores.trouble.clear(record.key, 'desired');
  if (toPush === undefined || link.upstreamId === null) return undefined;
  if (isRefused(parts, record, revision) && isDeepStrictEqual(base, there)) return undefined;
  const { version } = read.device;
  const { upstreamId } = link;
  return { deviceKey: record.key, upstreamId, push: toPush, merged, revision, there, version };
}

/** True if the central refused this revision: it is sent again only after a change on either side, or on request. */
function isRefused({ stores }: SyncParts, record: DeviceRecord, revision: number): boolean {
  return stores.trouble
    .failuresOf(record.key)
    .some((failure) => failure.kind === 'desired' && failure.revision === revision);
}

function readNow({ records }: SyncParts, { device, listed }: Read) {
  return {
    readAtMs: records.core.clock.now(),
    isStale: false,
    ...(listed === null ? {} : { listed }),
    upstreamToken: device.enrollmentToken,
  };
}

function freshRecord({ records }: SyncParts, record: DeviceRecord): DeviceRecord {
  return records.devices.findByKey(record.key) ?? record;
}

/** Adopts the central's model if the local one is unknown. */
function adoptType(parts: SyncParts, record: DeviceRecord, device: CentralDevice): void {
  if (record.typeId !== null) return;
  const typeId = typeOf(parts, device);
  if (typeId !== null) parts.records.devices.set(record.key, 'typeId', typeId);
}

function logApplied(
  parts: SyncParts,
  {
    device,
    isNew,
    plan,
    record,
    log,
  }: {
    readonly device: CentralDevice;
    readonly isNew: boolean;
    readonly plan: Plan;
    readonly record: DeviceRecord;
    readonly log: RunLog;
  },
): void {
  if (isNew) {
    log.note('down', { id: record.id, label: record.label }, { arrived: device.id });
    log.count('arrived');
  } else if (plan.toApply !== undefined) {
    log.note('down', record, { parts: partsOf(plan.toApply) });
    log.count('taken');
  }
}

/** Returns the names of the changed parts. */
export function partsOf({ settings, metadata, ...identity }: StateChange): string[] {
  return [
    ...Object.keys(identity),
    ...Object.keys(settings ?? {}).map((part) => `settings.${part}`),
    ...Object.keys(metadata ?? {}).map((namespace) => `metadata.${namespace}`),
  ];
}

/** Records the losing values, and closes conflicts on which the sides now agree. */
function noteConflicts(
  { records, stores }: SyncParts,
  record: DeviceRecord,
  { conflicts, merged, there, toPush }: Plan,
  log: RunLog,
): void {
  const { vault, clock } = records.core;
  const nowMs = clock.now();
  const open = stores.conflicts.openOfDevice(record.key);
  for (const { path, base, here, there: other, winner } of conflicts) {
    const isKnown = open.some(
      (each) =>
        isDeepStrictEqual(each.path, [...path]) &&
        isDeepStrictEqual(unsealValue(each.here, vault), here) &&
        isDeepStrictEqual(unsealValue(each.there, vault), other),
    );
    if (isKnown) continue;
    stores.conflicts.add({
      id: newId(),
      deviceKey: record.key,
      kind: 'field',
      path: [...path],
      base: sealValue(base, vault),
      here: sealValue(here, vault),
      there: sealValue(other, vault),
      winner,
      createdAtMs: nowMs,
      upstreamId: null,
      about: null,
    });
    log.note('conflict', record, { path, winner });
    log.count('conflicts');
  }
  if (toPush !== undefined || conflicts.length > 0) return;
  for (const open of stores.conflicts.openOfDevice(record.key)) {
    if (open.kind !== 'field') continue;
    const value = getAt(merged, open.path);
    if (!isDeepStrictEqual(value, getAt(there, open.path))) continue;
    const loser = open.winner === 'here' ? 'there' : 'here';
    if (isDeepStrictEqual(value, unsealValue(open[loser], vault)))
      stores.conflicts.resolve(open.key, loser, nowMs);
  }
}
