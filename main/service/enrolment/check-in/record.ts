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
import type { Report } from '../../devices/registry/index.ts';
import { toBattery, toStorage } from '../../devices/views/index.ts';
import type { EnrolmentRecords } from '../join/records.ts';
import { assignProfile } from '../../configuration/index.ts';
import { recordStreamReports } from '../../commands/index.ts';
import { beginningOf } from './drop-impossible.ts';
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

  const { heartbeat, events, receivedAtMs } = received;
  const stored = records.events.add(record.key, events.good, receivedAtMs);
  const plays = newAmong(events.plays, events.good, stored);
  records.rollUps.note(record.key, { receivedAtMs, stored, plays }, afterCommit);
  const before = records.reports.report(record.key);
  const report = nextReport(before, received, stored);
  records.reports.putReport(record.key, report);
  const inventory = updateInventory(records, record, received, { before, now: report });
  const compliance = updateCompliance(records, record, {
    heartbeat,
    before,
    now: report,
    isInventoryNew: inventory.isNew,
    receivedAtMs,
  });
  const headset = {
    ...changes.headset,
    ...reportChanges(before, report, heartbeat),
    ...inventory.headset,
    ...compliance,
  };
  if (events.streams.length > 0) {
    const reports = newAmong(events.streams, events.good, stored);
    recordStreamReports(records, record, { reports, receivedAtMs }, afterCommit);
  }
  const welcomed = inventory.isNew ? assignProfile(records, records.profiles, record, afterCommit) : record;
  const lastHeartbeatAt = toInstant(receivedAtMs);
  afterCommit(() => {
    const { batteryInfo, worn } = heartbeat;
    const reported = {
      // A forced availability applies until the next contact.
      ...(records.core.links.unforce(record.id) ? { isAvailable: true } : {}),
      ...(batteryInfo === undefined ? {} : { batteryInfo }),
      ...(worn === undefined ? {} : { worn }),
    };
    announceReport(records, record, {
      device: { lastHeartbeatAt, ...reported, ...inventory.device, ...changes.device },
      headset: { lastHeartbeatAt, ...headset },
    });
  });
  return {
    id: record.id,
    lastHeartbeatAt,
    acknowledged: events.good.map((event) => event.eventId),
    rejected: [...events.rejected],
    ...listed([...received.dropped, ...unknownType(changes)]),
    settingsRevision: welcomed.settingsRevision,
    // Only the headset itself gets its queued commands: another caller would lose them.
    commands: received.caller.scope === 'device' ? records.pending.take(record.key, afterCommit) : [],
  };
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

function nextReport(before: Report, received: Received, stored: readonly StoredEvent[]): Report {
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
    ...(now.worn === before.worn ? {} : { worn: now.worn }),
    ...(now.runningPackage === before.runningPackage ? {} : { runningPackage: now.runningPackage }),
    ...(now.appliedRevision === before.appliedRevision ? {} : { appliedRevision: now.appliedRevision }),
  };
}
