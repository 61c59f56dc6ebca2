import type { Headset } from '../../../../shared/contract/devices/fleet.ts';
import type { Heartbeat, HeartbeatReply } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { changingNow } from '../../devices/changes/index.ts';
import type { StoredEvent } from '../../devices/events/index.ts';
import { actOf } from '../../devices/history/index.ts';
import { announceReport, findDevice } from '../../devices/live/index.ts';
import { type Report, toImpossible } from '../../devices/registry/index.ts';
import { toBattery, toStorage } from '../../devices/views/index.ts';
import type { EnrolmentRecords } from '../join/records.ts';
import { assignProfile, endReplacedNetwork, keepLevels } from '../../configuration/index.ts';
import { recordStreamReports } from '../../commands/index.ts';
import { returnFromOther } from '../join/bind.ts';
import { giveOwnSlot } from '../join/own-slot.ts';
import { beginningOf } from './drop-impossible.ts';
import { nextImpossible } from './impossible-state.ts';
import { updateInventory } from './update-inventory.ts';
import { updateCompliance } from './update-compliance.ts';
import type { Received } from './received.ts';
import { type FieldChanges, planRecordChanges } from './record-changes.ts';
import { followApps, newAmong } from './running-app.ts';

/** Stores a heartbeat inside the caller's transaction. The reply acknowledges events that the commit writes to disk. */
export function recordHeartbeat(
  records: EnrolmentRecords,
  id: string,
  sent: Received,
  afterCommit: AfterCommit,
): HeartbeatReply | Failure<'DEVICE_NOT_FOUND' | 'CONFLICT'> {
  const record = findDevice(records, id, sent.caller);
  if (record instanceof Failure) return record;
  const former = formerEnrolment(records, record, sent);
  if (former !== undefined) return saveLateEvents(records, record, { ...sent, enrolmentKey: former });
  const report = records.holdings.toAssigned(record, sent.heartbeat);
  return saveReport(
    records,
    record,
    report === sent.heartbeat ? sent : { ...sent, heartbeat: report },
    afterCommit,
  );
}

/** Returns the enrolment that a station reports events for, if another one is open by now; null: unknown here. */
function formerEnrolment(
  { enrolments }: EnrolmentRecords,
  record: DeviceRecord,
  { caller, heartbeat: { enrolmentId } }: Received,
): number | null | undefined {
  if (enrolmentId === undefined || caller.scope !== 'enterprise') return undefined;
  if (enrolments.open(record.key)?.id === enrolmentId) return undefined;
  const known = enrolments.byId(enrolmentId);
  return known?.deviceKey === record.key ? known.key : null;
}

/** Stores events of a headset that has left the slot: they say nothing about the current one. */
function saveLateEvents(
  records: EnrolmentRecords,
  record: DeviceRecord,
  late: Received & { readonly enrolmentKey: number | null },
): HeartbeatReply {
  const { events, receivedAtMs, enrolmentKey } = late;
  records.events.add(record.key, events.good, receivedAtMs, { enrolmentKey });
  return {
    id: record.id,
    lastHeartbeatAt: toInstant(receivedAtMs),
    acknowledged: events.good.map((event) => event.eventId),
    rejected: [...events.rejected],
    ...listed(late.dropped),
    settingsRevision: record.settingsRevision,
    commands: [],
  };
}

/** At most this many dropped values are listed in the answer. */
const MAX_LISTED = 20;

function listed(dropped: Received['dropped']): Pick<HeartbeatReply, 'dropped'> {
  return dropped.length === 0 ? {} : { dropped: dropped.slice(0, MAX_LISTED) };
}

/** Returns the id of a model that nobody has as a value that was left out. */
function unknownType({ unknownTypeId }: FieldChanges): Received['dropped'] {
  return unknownTypeId === undefined ? [] : [{ path: 'type.id', value: beginningOf(unknownTypeId) }];
}

function saveReport(
  records: EnrolmentRecords,
  record: DeviceRecord,
  received: Received,
  afterCommit: AfterCommit,
): HeartbeatReply | Failure<'CONFLICT'> {
  const changes = planRecordChanges(records, record, received);
  if (changes instanceof Failure) return changes;
  applyChanges(records, record, changes, { received, afterCommit });
  const typeId = changes.columns.get('typeId');
  const typed = typeId === undefined ? record : keepLevels(records, record, typeId, afterCommit);

  const { heartbeat, events, receivedAtMs } = received;
  const stored = records.events.add(record.key, events.good, receivedAtMs);
  const plays = newAmong(events.plays, events.good, stored);
  records.rollUps.note(record.key, { receivedAtMs, stored, plays }, afterCommit);
  const before = records.reports.report(record.key);
  if (isFirstCall(before, received)) returnFromOther(records, record, afterCommit);
  const dropped = [...received.dropped, ...unknownType(changes)];
  const report = nextReport(before, received, { stored, dropped });
  records.reports.putReport(record.key, report);
  const inventory = updateInventory(records, record, received, { before, now: report });
  const reported = { heartbeat, before, now: report, isInventoryNew: inventory.isNew, receivedAtMs };
  const compliance = updateCompliance(records, record, reported);
  const headset = {
    ...changes.headset,
    ...reportChanges(before, report, heartbeat),
    ...inventory.headset,
    ...compliance,
  };
  const reports = newAmong(events.streams, events.good, stored);
  if (reports.length > 0) recordStreamReports(records, record, { reports, receivedAtMs }, afterCommit);
  const placed = changes.columns.has('macAddress') ? ownSlotOf(records, typed, received, afterCommit) : typed;
  const welcomed =
    inventory.isNew || placed !== typed
      ? assignProfile(records, records.profiles, placed, afterCommit)
      : placed;
  const settled = endReplacedNetwork(records, welcomed, report, afterCommit);
  const lastHeartbeatAt = toInstant(receivedAtMs);
  afterCommit(() => {
    announceReport(records, record, {
      device: {
        lastHeartbeatAt,
        ...reportedNow(records, record, heartbeat),
        ...inventory.device,
        ...changes.device,
      },
      headset: { lastHeartbeatAt, ...headset },
    });
    if (inventory.hasOtherContents) announceContents(records, record);
  });
  return {
    id: record.id,
    lastHeartbeatAt,
    acknowledged: events.good.map((event) => event.eventId),
    rejected: [...events.rejected],
    ...listed(dropped),
    settingsRevision: settled.settingsRevision,
    // Only the headset itself gets its queued commands: another caller would lose them.
    commands: received.caller.scope === 'device' ? records.pending.take(record.key, afterCommit) : [],
  };
}

/** For the screens that list what headsets can start. */
function announceContents({ core }: EnrolmentRecords, { id, enterpriseId }: DeviceRecord): void {
  core.changes.announce({ enterpriseId, deviceId: id, fleet: { name: 'contents', data: { id } } });
}

/** True if a headset itself calls for the first time in its enrolment: it may have come back from another station. */
function isFirstCall({ lanIp }: Report, { caller }: Received): boolean {
  return caller.scope === 'device' && lanIp === null;
}

function applyChanges(
  records: EnrolmentRecords,
  record: DeviceRecord,
  changes: FieldChanges,
  by: { readonly received: Received; readonly afterCommit: AfterCommit },
): void {
  const { received, afterCommit } = by;
  const { caller, receivedAtMs } = received;
  const { columns, androidId } = changes;
  if (caller.scope === 'enterprise' && (columns.has('label') || columns.has('license'))) {
    // Not reported by the headset itself: a change of the desired state.
    const changing = changingNow(records, afterCommit, actOf(caller, 'identity'));
    for (const [column, value] of columns) changing.set(record, column, value);
  } else {
    for (const [column, value] of columns) records.devices.set(record.key, column, value);
  }
  if (androidId !== undefined) records.devices.enrol(record.key, androidId, receivedAtMs);
}

function nextReport(
  before: Report,
  received: Received,
  { stored, dropped }: { stored: readonly StoredEvent[]; dropped: Received['dropped'] },
): Report {
  const { heartbeat, events, caller, address, receivedAtMs } = received;
  return {
    lastHeartbeatAtMs: receivedAtMs,
    battery: heartbeat.batteryInfo === undefined ? before.battery : JSON.stringify(heartbeat.batteryInfo),
    worn: heartbeat.worn ?? before.worn,
    ...followApps(before, newAmong(events.apps, events.good, stored), receivedAtMs),
    appliedRevision: heartbeat.settingsRevision ?? before.appliedRevision,
    storages: heartbeat.storages === undefined ? before.storages : JSON.stringify(heartbeat.storages),
    // Only the headset itself calls from its own address.
    lanIp: caller.scope === 'device' ? address : before.lanIp,
    impossible: nextImpossible(before, heartbeat, dropped),
    wifiSsid: heartbeat.wifiSsid === undefined ? before.wifiSsid : heartbeat.wifiSsid,
  };
}

/** Returns what is new in the report for a tile. */
function reportChanges(before: Report, now: Report, heartbeat: Heartbeat): Partial<Headset> {
  const { batteryInfo, storages } = heartbeat;
  return {
    ...(batteryInfo === undefined || now.battery === before.battery
      ? {}
      : { battery: toBattery(batteryInfo) }),
    ...(storages === undefined || now.storages === before.storages ? {} : { storage: toStorage(storages) }),
    ...(now.impossible === before.impossible ? {} : { impossible: toImpossible(now) }),
    ...(now.worn === before.worn ? {} : { worn: now.worn }),
    ...(now.runningPackage === before.runningPackage ? {} : { runningPackage: now.runningPackage }),
    ...(now.appliedRevision === before.appliedRevision ? {} : { appliedRevision: now.appliedRevision }),
  };
}

/** A headset that tells its MAC address is given the slot that an asset list states for it. */
function ownSlotOf(
  records: EnrolmentRecords,
  record: DeviceRecord,
  { caller, heartbeat: { macAddress } }: Received,
  afterCommit: AfterCommit,
): DeviceRecord {
  return caller.scope === 'device' && macAddress !== undefined
    ? giveOwnSlot(records, record, macAddress.toUpperCase(), afterCommit)
    : record;
}

function reportedNow(
  records: EnrolmentRecords,
  record: DeviceRecord,
  { batteryInfo, worn }: Received['heartbeat'],
) {
  return {
    // A forced availability applies until the next contact.
    ...(records.core.links.unforce(record.id) ? { isAvailable: true } : {}),
    ...(batteryInfo === undefined ? {} : { batteryInfo }),
    ...(worn === undefined ? {} : { worn }),
  };
}
