import { createHash } from 'node:crypto';
import { z } from 'zod';

import { chunkEvents } from '../rules/push-calls.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { ArrivedEvent } from '../../devices/events/index.ts';
import { noteGone } from '../apply/note-gone.ts';
import { acceptsReports, type LinkedDevice } from '../records/link-store.ts';
import type { CentralClient } from '../client/central.ts';
import type { SyncParts } from '../records/parts.ts';
import type { RunLog } from '../records/run-log.ts';
import type { RunReason } from '../records/run-store.ts';
import { isAbsent, valueOf } from '../records/stop.ts';

/** Events per request. Source: the API documentation, "Limits". */
const MAX_EVENTS = 500;
/** How often a headset without new data is reported anyway, so that the central sees it is alive. */
const HEARTBEAT_INTERVAL_MS = 15 * 60 * 1_000;

export type Reporting = {
  readonly central: CentralClient;
  readonly signal: AbortSignal;
  readonly log: RunLog;
};

/**
 * Uploads a headset's report and its pending events, in one request if they fit. Safe to repeat: events that may have
 * arrived are looked up first.
 */
export async function reportUp(parts: SyncParts, deviceKey: number, run: Reporting): Promise<void> {
  const { records, stores } = parts;
  for (;;) {
    const link = stores.links.find(deviceKey);
    const target = link === undefined ? null : targetOf(link);
    if (link === undefined || target === null) return;
    const arrived =
      link.eventsWaiting === 0 ? [] : records.events.arrivedAfter(deviceKey, link.eventsThrough, MAX_EVENTS);
    const state = stateToReport(parts, link);
    if (arrived.length === 0 && link.eventsWaiting > 0)
      await records.core.writer.run(() => stores.links.set(deviceKey, { eventsWaiting: 0 }));
    if (arrived.length === 0 && state === undefined) return;
    const sent = await upload(parts, { link, target }, { arrived, state }, run);
    if (sent === 'refused' || arrived.length < MAX_EVENTS) {
      if (sent !== 'partly') return;
    }
  }
}

/** Returns the slot that accepts the reports of a device; null if there is none, so they stay here and are shown. */
function targetOf({ gone, upstreamId, reportsTo }: LinkedDevice): string | null {
  return acceptsReports(gone) ? (upstreamId ?? reportsTo) : null;
}

type StateToReport = {
  readonly body: object;
  readonly digest: string;
  readonly beatMs: number | null;
};

/** Returns the report to upload; undefined if the central has it, or if its record has another headset. */
function stateToReport({ records }: SyncParts, link: LinkedDevice): StateToReport | undefined {
  const record = records.devices.findByKey(link.deviceKey);
  if (record === undefined || record.isArchived || link.gone !== null) return undefined;
  if (record.androidId === null || record.androidId !== link.upstreamAndroidId) return undefined;
  const report = records.reports.report(link.deviceKey);
  const beatMs = report.lastHeartbeatAtMs;
  if (beatMs === null || beatMs === link.reportedBeatMs) return undefined;
  const body = reportOf(records, record);
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
  const nowMs = records.core.clock.now();
  const isRecent = link.reportedAtMs !== null && Math.abs(nowMs - link.reportedAtMs) < HEARTBEAT_INTERVAL_MS;
  return digest === link.reportedDigest && isRecent ? undefined : { body, digest, beatMs };
}

const jsonSchema = z.json();

/** Returns the last report of a headset, limited to fields of the interface. */
function reportOf(records: SyncParts['records'], record: DeviceRecord): object {
  const inventory = records.reports.inventory(record.key);
  const type = record.typeId === null ? undefined : records.types.find(record.enterpriseId, record.typeId);
  const fields = {
    androidId: record.androidId,
    macAddress: record.macAddress,
    type: type === undefined ? null : { name: type.name, product: type.product },
    mdmInfo: parsed(record.mdmInfo),
    downloads: parsed(inventory.downloads),
    installedPackages: parsed(inventory.installedPackages),
    contentPresence: parsed(inventory.contentPresence),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function parsed(text: string | null): z.infer<typeof jsonSchema> | null {
  return text === null ? null : jsonSchema.parse(JSON.parse(text));
}

const NOT_ACKNOWLEDGED = {
  status: 200,
  code: 'NOT_ACKNOWLEDGED',
  message: 'The answer is not that of a central, so nothing counts as delivered.',
};

/** Returns the first of these events that belong to one enrolment, if the central has enrolment ids. */
function ofOneEnrolment(
  { records, stores }: SyncParts,
  deviceKey: number,
  all: readonly ArrivedEvent[],
): {
  readonly arrived: readonly ArrivedEvent[];
  readonly hasOthers: boolean;
  /** Id of the enrolment if it is not the open one; null if it need not be sent. */
  readonly of: string | null;
} {
  const [first] = all;
  const isMuster = (stores.upstream.get()?.epoch ?? null) !== null;
  if (!isMuster || first === undefined) return { arrived: all, hasOthers: false, of: null };
  const end = all.findIndex(({ enrolment }) => enrolment !== first.enrolment);
  const isOpen = first.enrolment === records.enrolments.open(deviceKey)?.id;
  return {
    arrived: end === -1 ? all : all.slice(0, end),
    hasOthers: end !== -1,
    of: isOpen ? null : first.enrolment,
  };
}

/** Sends one request. `partly`: there are more of these events to send. */
async function upload(
  parts: SyncParts,
  { link, target }: { readonly link: LinkedDevice; readonly target: string },
  {
    arrived: all,
    state: newest,
  }: { readonly arrived: readonly ArrivedEvent[]; readonly state: StateToReport | undefined },
  { central, signal, log }: Reporting,
): Promise<'sent' | 'partly' | 'refused'> {
  const { records, stores } = parts;
  const { deviceKey } = link;
  const { arrived, hasOthers, of } = ofOneEnrolment(parts, deviceKey, all);
  // The current report says nothing about a former headset of the slot.
  const state = of === null ? newest : undefined;
  const known = await deliveredBefore(parts, { link, target, arrived }, { central, signal });
  const unknown = arrived.filter(({ eventId }) => !known.has(eventId));
  const [events = []] = chunkEvents(unknown);
  const through = events.length < unknown.length ? events.at(-1)?.key : arrived.at(-1)?.key;
  if (events.length === 0 && state === undefined) {
    await records.core.writer.run(() => noteDelivered(parts, link, { arrived, through, state }));
    return hasOthers ? 'partly' : 'sent';
  }
  if (events.length > 0)
    await records.core.writer.run(() => {
      stores.links.noteReportedTo(deviceKey, target);
      stores.links.set(deviceKey, { eventsTrying: Math.max(link.eventsTrying, through ?? 0) });
    });
  const answer = valueOf(await central.report(target, bodyOf(state, events, of), signal));
  if (answer.kind === 'refused') {
    // The run reads a record that may be gone, but not one that was gone before.
    const isDeleted = link.gone !== null && isAbsent(answer) && (await isGone(target, { central, signal }));
    await records.core.writer.run(() =>
      isDeleted ? noteGone(parts, deviceKey, 'DELETED') : noteRefused(parts, link, answer, log),
    );
    return 'refused';
  }
  const { isAnswer, rejected } = answer.value;
  const taken = isAnswer ? answer.value.acknowledged : undefined;
  // If the answer does not list the accepted events, look them up in the device's history.
  const ids = new Set(events.map(({ eventId }) => eventId));
  const acknowledged =
    taken === undefined && ids.size > 0
      ? await knownAtCentral(central, new Set([target]), ids, signal)
      : new Set(taken);
  const reached = deliveredThrough(events, acknowledged, rejected, through);
  if (!isAnswer && reached === undefined) {
    await records.core.writer.run(() => noteRefused(parts, link, NOT_ACKNOWLEDGED, log));
    return 'refused';
  }
  await records.core.writer.run(() => {
    noteDelivered(parts, link, { arrived, through: reached, state: isAnswer ? state : undefined });
    const { label = null } = records.devices.findByKey(deviceKey) ?? {};
    const device = { id: link.deviceId ?? target, label };
    for (const { eventId, reason } of rejected) log.note('failed', device, { eventId, message: reason });
    log.note('up', device, { events: events.length, reported: state !== undefined });
  });
  log.count('reported');
  log.count('events', events.length);
  if (reached === undefined && events.length > 0) return 'refused';
  return events.length < unknown.length || hasOthers ? 'partly' : 'sent';
}

async function isGone(
  target: string,
  { central, signal }: Pick<Reporting, 'central' | 'signal'>,
): Promise<boolean> {
  return isAbsent(valueOf(await central.getDevice(target, signal)));
}

function bodyOf(
  state: StateToReport | undefined,
  events: readonly ArrivedEvent[],
  enrolmentId: string | null,
): object {
  return {
    ...state?.body,
    ...(events.length === 0 ? {} : { events: events.map(toWire) }),
    ...(enrolmentId === null ? {} : { enrolmentId }),
  };
}

/** Returns which of these events arrived earlier, in this slot or in a former one of the headset. */
async function deliveredBefore(
  { stores }: SyncParts,
  {
    link,
    target,
    arrived,
  }: { readonly link: LinkedDevice; readonly target: string; readonly arrived: readonly ArrivedEvent[] },
  { central, signal }: Pick<Reporting, 'central' | 'signal'>,
): Promise<ReadonlySet<string>> {
  const maybeDelivered = arrived.filter(({ key }) => key <= link.eventsTrying);
  if (maybeDelivered.length === 0) return new Set();
  const targets = new Set([target, ...stores.links.reportedSlots(link.deviceKey)]);
  return knownAtCentral(central, targets, new Set(maybeDelivered.map(({ eventId }) => eventId)), signal);
}

/** Returns which of these events the central already has in one of these slots. */
async function knownAtCentral(
  central: CentralClient,
  targets: ReadonlySet<string>,
  ids: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const target of targets) {
    const left = new Set([...ids].filter((id) => !known.has(id)));
    if (left.size === 0) break;
    const answer = valueOf(await central.knownEvents(target, left, signal));
    if (answer.kind === 'ok') for (const id of answer.value) known.add(id);
  }
  return known;
}

/** Returns the key up to which events are delivered: before the first that was neither acknowledged nor rejected. */
function deliveredThrough(
  events: readonly ArrivedEvent[],
  acknowledged: ReadonlySet<string>,
  rejected: readonly { readonly eventId: string | null }[],
  through: number | undefined,
): number | undefined {
  const settled = new Set([...acknowledged, ...rejected.map(({ eventId }) => eventId)]);
  const first = events.findIndex(({ eventId }) => !settled.has(eventId));
  if (first === -1) return through;
  return events[first - 1]?.key;
}

function toWire({ eventId, type, timestampMs, payload }: ArrivedEvent): object {
  return {
    eventId,
    type,
    timestamp: timestampMs,
    ...(payload === null ? {} : { payload: jsonSchema.parse(JSON.parse(payload)) }),
  };
}

function noteDelivered(
  { records, stores }: SyncParts,
  { deviceKey }: LinkedDevice,
  {
    arrived,
    through,
    state,
  }: {
    readonly arrived: readonly ArrivedEvent[];
    readonly through: number | undefined;
    readonly state: StateToReport | undefined;
  },
): void {
  const link = stores.links.find(deviceKey);
  if (link === undefined) return;
  const reported = through === undefined ? 0 : arrived.filter(({ key }) => key <= through).length;
  stores.links.set(deviceKey, {
    ...(through === undefined
      ? {}
      : { eventsThrough: through, eventsWaiting: Math.max(0, link.eventsWaiting - reported) }),
    ...(state === undefined
      ? {}
      : {
          reportedDigest: state.digest,
          reportedBeatMs: state.beatMs,
          reportedAtMs: records.core.clock.now(),
        }),
  });
  stores.trouble.clear(deviceKey, 'reported');
}

/** Shows that the central failed for the report of a device. */
export async function noteUnreported(
  parts: SyncParts,
  deviceKey: number,
  reason: RunReason,
  log: RunLog,
): Promise<void> {
  await parts.records.core.writer.run(() =>
    noteRefused(parts, { deviceKey }, { status: 500, ...reason }, log),
  );
}

function noteRefused(
  { records, stores }: SyncParts,
  { deviceKey }: Pick<LinkedDevice, 'deviceKey'>,
  {
    status,
    code,
    message,
  }: { readonly status: number; readonly code: string | null; readonly message: string },
  log: RunLog,
): void {
  // Read its record to find out whether it was deleted.
  if (status === 404) stores.links.set(deviceKey, { isStale: true });
  const failure = { code: code ?? `HTTP_${status}`, message };
  const lastAtMs = records.core.clock.now();
  stores.trouble.fail({ deviceKey, kind: 'reported', ...failure, revision: null, lastAtMs });
  const record = records.devices.findByKey(deviceKey);
  if (record !== undefined) log.note('failed', record, failure);
  log.count('failed');
}
