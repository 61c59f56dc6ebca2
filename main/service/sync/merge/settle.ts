import { isDeepStrictEqual } from 'node:util';

import {
  DEFAULT_POLICY,
  type DesiredState,
  type DeviceMerge,
  type StateChange,
} from '../../../../shared/domain/sync/desired.ts';
import { mergeDevice } from '../../../../shared/domain/sync/merge-device.ts';
import { toNormalForm } from '../../../../shared/domain/sync/normal-form.ts';
import { waitingChanges } from '../../../../shared/domain/sync/waiting-changes.ts';
import { getAt } from '../../../../shared/domain/sync/state-path.ts';
import type { CentralDevice } from '../client/readers.ts';
import type { Version } from '../client/version.ts';
import { newId } from '../../kernel/new-id.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { Gate } from '../../kernel/store/gate.ts';
import { hasInstalled } from '../../configuration/index.ts';
import { changingNow, type DeviceRecord } from '../../devices/index.ts';
import { bySync } from './by-sync.ts';
import { addArrived, findTwin, typeOf } from './arrive.ts';
import { archiveGone, askWhoStays, inUseAgain, holdsUntold, restoreGone } from '../lifecycle/gone.ts';
import { takeOverSlot } from '../lifecycle/give-up.ts';
import { settleHeadset } from '../lifecycle/headset.ts';
import type { Link } from './link-store.ts';
import type { SyncParts } from '../engine/parts.ts';
import type { RunLog } from '../engine/run-log.ts';
import { takeState } from './take.ts';
import { sealValue, unsealValue } from '../conflicts/values.ts';
import { knownOf, liftedOf, sealState, stateOf, thereOf, unsealState } from '../push/wire.ts';

/** What has to be written at the central for one device, and what both sides have once that is done. */
export type Waiting = {
  readonly deviceKey: number;
  readonly upstreamId: string;
  readonly push: StateChange;
  readonly merged: DesiredState;
  /** The revision here that `merged` stands for. */
  readonly revision: number;
  /** What the central had, and the version that says so; null where it names none. */
  readonly there: DesiredState;
  readonly version: Version | null;
};

/** A record that was read at the central, and what its list said of it. */
export type Read = { readonly device: CentralDevice; readonly listed: string | null };

/** What a merge was worked out from; it holds while the record has this revision. */
type Plan = DeviceMerge & {
  readonly there: DesiredState;
  readonly base: DesiredState | undefined;
};

/** How often a merge is worked out again because somebody changed the device meanwhile. */
const MOST_TRIES = 5;

/**
 * Brings what was read of one device together with what is here: takes what the central changed, keeps what was changed
 * here, notes conflicts. Answers what is to be written at the central; undefined: nothing. At the gate it waits for others,
 * to be written with them.
 */
export async function settleDevice(
  parts: SyncParts,
  read: Read,
  { log, gate }: { readonly log: RunLog; readonly gate?: Gate | undefined },
): Promise<Waiting | undefined> {
  const { core, devices } = parts.records;
  const { links } = parts.stores;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const link = links.findByUpstream(read.device.id);
    const record = link === undefined ? findTwin(parts, read.device) : devices.findByKey(link.deviceKey);
    // A device that was deleted here waits in the outbox to be deleted there.
    if (link !== undefined && record === undefined) return undefined;
    if (record === undefined && isDeletedHere(parts, read.device)) {
      await core.writer.run(() => askWhetherBack(parts, read.device, log));
      return undefined;
    }
    const plan = planMerge(parts, read.device, record);
    await gate?.pass();
    const settled = await core.writer.run((afterCommit) =>
      write(parts, { read, record, plan, log }, afterCommit),
    );
    if (settled !== 'moved') return settled;
  }
  // It changes faster than it can be read; the next run sees to it.
  return undefined;
}

/** True for a slot that was deleted here, and of which nobody said that it may come again. */
function isDeletedHere(
  { records, stores, enterpriseId }: SyncParts,
  { id, isArchived }: CentralDevice,
): boolean {
  if (isArchived || records.devices.findDeleted(id)?.enterpriseId !== enterpriseId) return false;
  const asked = stores.conflicts.newestOfSlot(id);
  return asked === undefined || asked.resolvedAtMs === null || asked.taken !== 'there';
}

/** The central has a slot again that was deleted here, as after it went back to a backup: a person says what holds. */
function askWhetherBack(parts: SyncParts, device: CentralDevice, log: RunLog): void {
  const { records, stores } = parts;
  const key = records.devices.findDeleted(device.id)?.key;
  const asked = stores.conflicts.newestOfSlot(device.id);
  if (key === undefined || (asked !== undefined && asked.resolvedAtMs === null)) return;
  const label = records.devices.deletedLabel(key);
  const about = { key, id: device.id, label, androidId: null, upstreamId: device.id };
  askWhoStays(parts, about, { there: device.androidId ?? device.id, device, log });
}

/** Works out the merge outside of any transaction: it takes the most time. */
function planMerge(
  { records, stores }: SyncParts,
  device: CentralDevice,
  record: DeviceRecord | undefined,
): Plan {
  const { vault } = records.core;
  const kept = record === undefined ? undefined : stores.links.base(record.key);
  const base = kept === undefined ? undefined : unsealState(kept, vault);
  const there = thereOf(saidOf(device), base);
  if (record === undefined)
    return { merged: there, agreed: there, toPush: undefined, toTake: undefined, conflicts: [], there, base };
  const link = stores.links.find(record.key);
  // The central went back to an earlier state: what it has may be older, and is asked for before it is taken.
  if (base === undefined && link !== undefined && link.readAtMs !== null)
    return { ...overOlder(there, liftedOf(there, stateOf(record, vault))), there, base };
  const merge = mergeDevice({
    base,
    here: liftedOf(base ?? there, stateOf(record, vault)),
    there,
    policy: DEFAULT_POLICY,
    isInstalled: (packageName) => hasInstalled(records, record, packageName),
  });
  return { ...merge, there, base };
}

/** What is known here goes over what the central has, and each value that it replaces there is named. */
function overOlder(there: DesiredState, here: DesiredState): DeviceMerge {
  const merge = mergeDevice({
    base: there,
    here,
    there,
    policy: { otherwise: 'here', parts: {} },
    isInstalled: () => true,
  });
  const older = waitingChanges(toNormalForm(there, there), toNormalForm(here, there));
  const conflicts = older.map((each) => ({ ...each, base: undefined, winner: 'here' as const }));
  return { ...merge, conflicts };
}

function saidOf({ label, description, license, settings, metadata }: CentralDevice): Partial<DesiredState> {
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
  /** The record that the merge was worked out from; undefined: there was none. */
  readonly record: DeviceRecord | undefined;
  readonly plan: Plan;
  readonly log: RunLog;
};

function write(
  parts: SyncParts,
  { read, record: seen, plan, log }: Writing,
  afterCommit: AfterCommit,
): Waiting | undefined | 'moved' {
  const { records, stores } = parts;
  const { device } = read;
  const now = seen === undefined ? undefined : records.devices.findByKey(seen.key);
  // A description has no revision: it is nothing that a headset is configured with.
  const isMoved = now?.revision !== seen?.revision || now?.description !== seen?.description;
  if (seen !== undefined && isMoved) return 'moved';
  const isNew = now === undefined;
  if (isNew && stores.links.findByUpstream(device.id) !== undefined) return 'moved';
  const record = now ?? addArrived(parts, device, afterCommit);
  // It goes on from another record here: what is to be merged is known only now.
  if (isNew && takeOverSlot(parts, record, device.id, afterCommit)) return 'moved';
  if (!isNew && stores.links.find(record.key) === undefined) linkTwin(parts, record, device);
  const link = stores.links.find(record.key);
  if (link === undefined) return undefined;
  stores.trouble.takeBack(device.id);
  stores.trouble.clear(record.key, 'read');

  if (device.isArchived && link.gone === null && holdsUntold(parts, record)) {
    askWhoStays(parts, record, { there: undefined, log });
    stores.links.set(record.key, readNow(parts, read));
    return undefined;
  }
  if (device.isArchived) {
    const reason = device.replacedBy === null ? 'ARCHIVED' : 'REPLACED';
    if (link.gone === null) {
      archiveGone(parts, record, reason, afterCommit);
      log.note('down', record, { archived: reason });
    }
    stores.links.set(record.key, { ...readNow(parts, read), syncedRevision: record.revision + 1 });
    return undefined;
  }
  if (link.gone !== null) {
    restoreGone(parts, record, afterCommit);
    log.note('down', record, { restored: true });
  }
  inUseAgain(parts, freshRecord(parts, record), device.androidId, afterCommit);
  const taken = isNew || plan.toTake !== undefined;
  const current = freshRecord(parts, record);
  const outcome = settleHeadset(parts, { link, device, record: current }, afterCommit);
  // The record ended here: the central's comes as a new one.
  if (outcome === 'gone') return 'moved';
  const before = freshRecord(parts, record);
  const changing = changingNow(records, afterCommit, bySync(log.changeId));
  const changed = taken ? takeState(records, before, knownOf(plan.merged), changing) : before;
  log.changeId ??= changing.changeId(record.enterpriseId);
  noteTaken(parts, { device, isNew, plan, record: changed, log });
  keepType(parts, changed, device);
  noteConflicts(parts, changed, plan, log);
  return finish(parts, { read, link, plan, record: changed, outcome });
}

/** Notes how far both sides agree now. */
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
): Waiting | undefined {
  const { records, stores } = parts;
  const { vault } = records.core;
  const { toPush, merged, there, base } = plan;
  const known = toPush === undefined ? plan.agreed : there;
  if (base === undefined || !isDeepStrictEqual(base, known))
    stores.links.setBase(record.key, sealState(known, vault));
  // Who is enrolled counts in the revision too.
  const revision = freshRecord(parts, record).revision;
  stores.links.set(record.key, {
    ...readNow(parts, read),
    ...(outcome === 'same'
      ? { upstreamAndroidId: read.device.androidId, upstreamEnrolment: read.device.enrolmentId ?? null }
      : {}),
    syncedRevision: toPush === undefined ? revision : -1,
  });
  if (toPush === undefined) stores.trouble.clear(record.key, 'desired');
  if (toPush === undefined || link.upstreamId === null) return undefined;
  if (isRefused(parts, record, revision) && isDeepStrictEqual(base, there)) return undefined;
  const { version } = read.device;
  const { upstreamId } = link;
  return { deviceKey: record.key, upstreamId, push: toPush, merged, revision, there, version };
}

/** True where the central has refused this very revision: it is sent again when either side changes, or on demand. */
function isRefused({ stores }: SyncParts, record: DeviceRecord, revision: number): boolean {
  return stores.trouble
    .failuresOf(record.key)
    .some((failure) => failure.kind === 'desired' && failure.revision === revision);
}

function readNow({ records }: SyncParts, { device, listed }: Read) {
  return {
    readAtMs: records.core.clock.now(),
    isBehind: false,
    ...(listed === null ? {} : { listed }),
    upstreamToken: device.enrollmentToken,
  };
}

function freshRecord({ records }: SyncParts, record: DeviceRecord): DeviceRecord {
  return records.devices.findByKey(record.key) ?? record;
}

/** Ties a device that was made here to its record at the central: its history so far is to be told there. */
export function linkTwin(
  { records, stores }: SyncParts,
  record: DeviceRecord,
  device: Pick<CentralDevice, 'id' | 'androidId'>,
): void {
  const { links, upstream, outbox } = stores;
  links.add(record.key, device.id);
  const upTo = upstream.get()?.eventsScanned ?? 0;
  links.set(record.key, {
    eventsWaiting: records.events.countUpTo(record.key, upTo),
    upstreamAndroidId: device.androidId,
  });
  if (record.androidId !== null && record.androidId !== device.androidId) {
    const createdAtMs = records.core.clock.now();
    const enrolmentKey = records.enrolments.open(record.key)?.key ?? null;
    outbox.add({
      deviceKey: record.key,
      kind: 'enrol',
      androidId: record.androidId,
      createdAtMs,
      enrolmentKey,
    });
  }
}

/** A device of which nobody knows here what it is, is what the central says. */
function keepType(parts: SyncParts, record: DeviceRecord, device: CentralDevice): void {
  if (record.typeId !== null) return;
  const typeId = typeOf(parts, device);
  if (typeId !== null) parts.records.devices.set(record.key, 'typeId', typeId);
}

function noteTaken(
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
  } else if (plan.toTake !== undefined) {
    log.note('down', record, { parts: partsOf(plan.toTake) });
    log.count('taken');
  }
}

/** The parts of a change by name. */
export function partsOf({ settings, metadata, ...identity }: StateChange): string[] {
  return [
    ...Object.keys(identity),
    ...Object.keys(settings ?? {}).map((part) => `settings.${part}`),
    ...Object.keys(metadata ?? {}).map((namespace) => `metadata.${namespace}`),
  ];
}

/** Keeps what lost, and closes conflicts in which the sides have come to agree. */
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
