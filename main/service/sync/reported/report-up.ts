import { createHash } from 'node:crypto';
import { z } from 'zod';

import { chunkEvents } from '../../../../shared/domain/sync/push-calls.ts';
import type { DeviceRecord, ArrivedEvent } from '../../devices/index.ts';
import type { Standing } from '../merge/link-store.ts';
import type { CentralClient, SyncParts } from '../engine/parts.ts';
import type { RunLog } from '../engine/run-log.ts';
import { valueOf } from '../engine/stop.ts';

/** Events in one request. Source: interface.md "Limits". */
const MOST_EVENTS = 500;
/** A headset that has nothing new to say is still heard of at the central this often. */
const BEAT_EVERY_MS = 15 * 60 * 1_000;

export type Reporting = {
  readonly central: CentralClient;
  readonly signal: AbortSignal;
  readonly log: RunLog;
};

/**
 * Tells the central what a headset reported and its events that are not there yet, in one request where they fit. A
 * repeated delivery does no harm: what may have arrived is looked up first.
 */
export async function reportUp(parts: SyncParts, deviceKey: number, by: Reporting): Promise<void> {
  const { records, stores } = parts;
  for (;;) {
    const link = stores.links.find(deviceKey);
    const target = link === undefined ? null : targetOf(link);
    if (link === undefined || target === null) return;
    const arrived =
      link.eventsWaiting === 0 ? [] : records.events.arrivedAfter(deviceKey, link.eventsThrough, MOST_EVENTS);
    const state = stateToTell(parts, link);
    if (arrived.length === 0 && link.eventsWaiting > 0)
      await records.core.writer.run(() => stores.links.set(deviceKey, { eventsWaiting: 0 }));
    if (arrived.length === 0 && state === undefined) return;
    const sent = await tell(parts, { link, target }, { arrived, state }, by);
    if (sent === 'refused' || arrived.length < MOST_EVENTS) {
      if (sent !== 'partly') return;
    }
  }
}

/** The slot of the central that takes the reports of a device; null where there is none: they stay here, in sight. */
function targetOf({ gone, upstreamId, reportsTo }: Standing): string | null {
  return gone === 'DELETED' || gone === 'OTHER_ORGANISATION' ? null : (upstreamId ?? reportsTo);
}

type StateToTell = {
  readonly body: object;
  readonly digest: string;
  readonly beatMs: number | null;
};

/** The state to tell; undefined where the central knows it, or where the record there is another headset's. */
function stateToTell({ records }: SyncParts, link: Standing): StateToTell | undefined {
  const record = records.devices.findByKey(link.deviceKey);
  if (record === undefined || record.isArchived || link.gone !== null) return undefined;
  if (record.androidId === null || record.androidId !== link.upstreamAndroidId) return undefined;
  const report = records.reports.report(link.deviceKey);
  const beatMs = report.lastHeartbeatAtMs;
  if (beatMs === null || beatMs === link.reportedBeatMs) return undefined;
  const body = reportOf(records, record);
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
  const nowMs = records.core.clock.now();
  const isQuiet = link.reportedAtMs !== null && Math.abs(nowMs - link.reportedAtMs) < BEAT_EVERY_MS;
  return digest === link.reportedDigest && isQuiet ? undefined : { body, digest, beatMs };
}

const jsonSchema = z.json();

/** What a headset reported last: what the interface has a field for, and nothing else. */
function reportOf(records: SyncParts['records'], record: DeviceRecord): object {
  const inventory = records.reports.inventory(record.key);
  const type = record.typeId === null ? undefined : records.types.find(record.enterpriseId, record.typeId);
  const given = {
    androidId: record.androidId,
    macAddress: record.macAddress,
    type: type === undefined ? null : { name: type.name, product: type.product },
    mdmInfo: parsed(record.mdmInfo),
    downloads: parsed(inventory.downloads),
    installedPackages: parsed(inventory.installedPackages),
    contentPresence: parsed(inventory.contentPresence),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

function parsed(text: string | null): z.infer<typeof jsonSchema> | null {
  return text === null ? null : jsonSchema.parse(JSON.parse(text));
}

const NOT_ACKNOWLEDGED = {
  status: 200,
  code: 'NOT_ACKNOWLEDGED',
  message: 'It answers, but not as a central does: nothing counts as delivered.',
};

/** The first of these events that were made under one enrolment, where the central tells enrolments apart. */
function ofOneEnrolment(
  { records, stores }: SyncParts,
  deviceKey: number,
  all: readonly ArrivedEvent[],
): {
  readonly arrived: readonly ArrivedEvent[];
  readonly hasOthers: boolean;
  /** Its name where it is not the open one; null where it need not be named. */
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

/** Sends one request; `partly`: there is more of these events to send. */
async function tell(
  parts: SyncParts,
  { link, target }: { readonly link: Standing; readonly target: string },
  {
    arrived: all,
    state: newest,
  }: { readonly arrived: readonly ArrivedEvent[]; readonly state: StateToTell | undefined },
  { central, signal, log }: Reporting,
): Promise<'sent' | 'partly' | 'refused'> {
  const { records, stores } = parts;
  const { deviceKey } = link;
  const { arrived, hasOthers, of } = ofOneEnrolment(parts, deviceKey, all);
  // What a headset is now says nothing of the one that left the slot before it.
  const state = of === null ? newest : undefined;
  const known = await toldBefore(parts, { link, target, arrived }, { central, signal });
  const unknown = arrived.filter(({ eventId }) => !known.has(eventId));
  const [events = []] = chunkEvents(unknown);
  const through = events.length < unknown.length ? events.at(-1)?.key : arrived.at(-1)?.key;
  if (events.length === 0 && state === undefined) {
    await records.core.writer.run(() => noteTold(parts, link, { arrived, through, state }));
    return hasOthers ? 'partly' : 'sent';
  }
  if (events.length > 0)
    await records.core.writer.run(() => {
      stores.links.noteTold(deviceKey, target);
      stores.links.set(deviceKey, { eventsTrying: Math.max(link.eventsTrying, through ?? 0) });
    });
  const answer = valueOf(await central.report(target, bodyOf(state, events, of), signal));
  if (answer.kind === 'refused') {
    await records.core.writer.run(() => noteRefused(parts, link, answer, log));
    return 'refused';
  }
  const { isAnswer, rejected } = answer.value;
  const taken = isAnswer ? answer.value.acknowledged : undefined;
  // Where the answer does not say which events it took, the history of the device does.
  const ids = new Set(events.map(({ eventId }) => eventId));
  const acknowledged =
    taken === undefined && ids.size > 0
      ? await knownThere(central, new Set([target]), ids, signal)
      : new Set(taken);
  const reached = throughOf(events, acknowledged, rejected, through);
  if (!isAnswer && reached === undefined) {
    await records.core.writer.run(() => noteRefused(parts, link, NOT_ACKNOWLEDGED, log));
    return 'refused';
  }
  await records.core.writer.run(() => {
    noteTold(parts, link, { arrived, through: reached, state: isAnswer ? state : undefined });
    const device = {
      id: link.deviceId ?? target,
      label: records.devices.findByKey(deviceKey)?.label ?? null,
    };
    for (const { eventId, reason } of rejected) log.note('failed', device, { eventId, message: reason });
    log.note('up', device, { events: events.length, reported: state !== undefined });
  });
  log.count('reported');
  log.count('events', events.length);
  if (reached === undefined && events.length > 0) return 'refused';
  return events.length < unknown.length || hasOthers ? 'partly' : 'sent';
}

function bodyOf(
  state: StateToTell | undefined,
  events: readonly ArrivedEvent[],
  enrolmentId: string | null,
): object {
  return {
    ...state?.body,
    ...(events.length === 0 ? {} : { events: events.map(toWire) }),
    ...(enrolmentId === null ? {} : { enrolmentId }),
  };
}

/** Which of these events arrived already: in this slot, or in one that the headset was in before. */
async function toldBefore(
  { stores }: SyncParts,
  {
    link,
    target,
    arrived,
  }: { readonly link: Standing; readonly target: string; readonly arrived: readonly ArrivedEvent[] },
  { central, signal }: Pick<Reporting, 'central' | 'signal'>,
): Promise<ReadonlySet<string>> {
  const maybeThere = arrived.filter(({ key }) => key <= link.eventsTrying);
  if (maybeThere.length === 0) return new Set();
  const targets = new Set([target, ...stores.links.toldSlots(link.deviceKey)]);
  return knownThere(central, targets, new Set(maybeThere.map(({ eventId }) => eventId)), signal);
}

/** Which of these events stand in one of these slots of the central. */
async function knownThere(
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

/** How far the events are delivered: up to the first that the central neither took nor refused. */
function throughOf(
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

function noteTold(
  { records, stores }: SyncParts,
  { deviceKey }: Standing,
  {
    arrived,
    through,
    state,
  }: {
    readonly arrived: readonly ArrivedEvent[];
    readonly through: number | undefined;
    readonly state: StateToTell | undefined;
  },
): void {
  const link = stores.links.find(deviceKey);
  if (link === undefined) return;
  const told = through === undefined ? 0 : arrived.filter(({ key }) => key <= through).length;
  stores.links.set(deviceKey, {
    ...(through === undefined
      ? {}
      : { eventsThrough: through, eventsWaiting: Math.max(0, link.eventsWaiting - told) }),
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

function noteRefused(
  { records, stores }: SyncParts,
  { deviceKey }: Standing,
  {
    status,
    code,
    message,
  }: { readonly status: number; readonly code: string | null; readonly message: string },
  log: RunLog,
): void {
  // Whether it is gone is for its record to say.
  if (status === 404) stores.links.set(deviceKey, { isBehind: true });
  const failure = { code: code ?? `HTTP_${status}`, message };
  const lastAtMs = records.core.clock.now();
  stores.trouble.fail({ deviceKey, kind: 'reported', ...failure, revision: null, lastAtMs });
  const record = records.devices.findByKey(deviceKey);
  if (record !== undefined) log.note('failed', record, failure);
  log.count('failed');
}

/** Events that are counted in one turn. */
const STRETCH = 5_000;

/** Notes for each linked device how many events it has to tell. */
export async function countEvents({ records, stores }: SyncParts): Promise<void> {
  const newest = records.events.newestKey();
  for (;;) {
    const from = stores.upstream.get()?.eventsScanned ?? newest;
    if (from >= newest) return;
    const to = Math.min(newest, from + STRETCH);
    await records.core.writer.run(() => {
      for (const { deviceKey, count } of records.events.countArrived(from, to))
        stores.links.addEvents(deviceKey, count);
      stores.upstream.set({ eventsScanned: to });
    });
  }
}
