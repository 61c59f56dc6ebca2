import type { Json } from './instance.ts';
import { judgeRest } from './judge-rest.ts';
import type { KnownEdit } from './ledger.ts';
import { PLACES, valueOf } from './fields.ts';
import type { Acts } from './acts.ts';
import type { Field, Station } from './schedule.ts';
import type { RoundCentral, Slot } from './round-central.ts';

/** What the judge needs of a round. */
type Round = Pick<Acts, 'ledger' | 'names' | 'headsets' | 'slots' | 'station' | 'conflicts' | 'idleState'> & {
  readonly central: Pick<RoundCentral, 'instance' | 'blind' | 'slots' | 'read' | 'events'>;
};

/** The visible state of one station at the end of a round. */
type StationState = {
  readonly name: Station;
  readonly sync: Json;
  readonly links: readonly Json[];
  readonly open: readonly Json[];
  readonly named: readonly Json[];
  /** Linked records by the slot's id. */
  readonly records: ReadonlyMap<string, Json>;
  /** Archived records, and those that only this station has: edits remain in them. */
  readonly kept: readonly Json[];
  /** Headsets that only this station knows. */
  readonly onlyHere: ReadonlySet<string>;
};

/**
 * Returns the invariants that a round violated, using only the interface. Source: docs/sync.md, "What always holds".
 */
export async function judge(round: Round): Promise<string[]> {
  const seen = await Promise.all(round.names.map((name) => readStation(round, name)));
  const slots = new Map<string, Slot>();
  for (const id of await round.central.slots()) {
    const slot = await round.central.read(id);
    if (slot !== undefined) slots.set(id, slot);
  }
  writeStory(round, seen, slots);
  await writeHistories(round, seen, slots);
  return [
    ...(await judgeEvents(round, seen, slots)),
    ...judgeEdits(round, seen, slots),
    ...judgeAgreement(round, seen, slots),
    ...judgeHeadsets(round, seen, slots),
    ...judgeEnds(round, seen, slots),
    ...judgeRest(seen),
  ];
}

/** Adds the final state of each side to the log of the round. */
function writeStory(
  { ledger, headsets }: Round,
  seen: readonly StationState[],
  slots: ReadonlyMap<string, Slot>,
): void {
  const note = (name: string, what: object): void =>
    void ledger.story.push(`${name} ${JSON.stringify(what)}`);
  for (const { androidId, enrolment, notified } of headsets)
    note('headset', { androidId, enrolment, notified });
  for (const { id, androidId, isArchived, record } of slots.values())
    note('central', {
      id,
      androidId,
      isArchived,
      replacedBy: record['replacedBy'],
      unenrollingSince: record['unenrollingSince'],
    });
  for (const { name, sync, links, open, records, kept } of seen) {
    note(name, {
      state: sync['state'],
      reason: sync['reason'],
      waiting: sync['waiting'],
      stranded: sync['stranded'],
    });
    for (const link of links) {
      const record = records.get(String(link['upstreamId']));
      const { androidId, isArchived, unenrollingSince } = record ?? {};
      note(name, { ...link, androidId, isArchived, unenrollingSince });
    }
    for (const { id, androidId, isArchived, unenrollingSince } of kept)
      note(name, { kept: id, androidId, isArchived, unenrollingSince });
    for (const conflict of open) note(name, conflict);
  }
}

const HISTORY = new Set(
  'DEVICE_ENROLLED DEVICE_UNENROLLED DEVICE_REPLACED DEVICE_ARCHIVED DEVICE_RESTORED UNENROLL_REQUESTED'.split(
    ' ',
  ),
);

/** Adds the enrolment history of each slot to the log of the round. */
async function writeHistories(
  round: Round,
  seen: readonly StationState[],
  slots: ReadonlyMap<string, Slot>,
): Promise<void> {
  const brief = async (name: string, slot: string, read: () => Promise<readonly Json[]>): Promise<void> => {
    const lines = (await read())
      .filter(({ type }) => HISTORY.has(String(type)))
      .map(
        ({ timestamp, type, payload }) => `${String(timestamp)} ${String(type)} ${JSON.stringify(payload)}`,
      );
    for (const each of lines.toReversed()) round.ledger.story.push(`history of ${slot} at ${name}: ${each}`);
  };
  for (const id of slots.keys()) {
    const { instance } = round.central;
    if (instance !== undefined) await brief('central', id, () => instance.all(`/devices/${id}/events`));
    for (const { name, records } of seen) {
      const own = records.get(id)?.['id'];
      if (typeof own === 'string')
        await brief(name, id, () => round.station(name).all(`/devices/${own}/events`));
    }
  }
}

async function readStation(round: Round, name: Station): Promise<StationState> {
  const station = round.station(name);
  const links = await station.all('/station/sync/devices?which=all');
  const records = new Map<string, Json>();
  const kept: Json[] = [];
  for (const { id, upstreamId } of links) {
    if (typeof id !== 'string') continue;
    const { status, body } = await station.call('GET', `/devices/${id}`);
    if (status !== 200) continue;
    if (typeof upstreamId === 'string') records.set(upstreamId, body);
  }
  for (const { id, isArchived } of await station.all('/devices'))
    if (isArchived === true) kept.push((await station.call('GET', `/devices/${String(id)}`)).body);
  const onlyHere = new Set<string>();
  for (const { id } of await station.all('/station/sync/devices?which=unlinked')) {
    const { body } = await station.call('GET', `/devices/${String(id)}`);
    const { androidId } = body;
    if (typeof androidId === 'string') onlyHere.add(androidId);
    kept.push(body);
  }
  const open = await round.conflicts(name);
  return {
    name,
    sync: await round.idleState(name),
    links,
    open,
    named: [...open, ...(await round.conflicts(name, 'resolved'))],
    records,
    kept,
    onlyHere,
  };
}

/** (1) Every acknowledged event is at the central exactly once, or is shown as pending. */
async function judgeEvents(
  round: Round,
  seen: readonly StationState[],
  slots: ReadonlyMap<string, Slot>,
): Promise<string[]> {
  const there = new Map<string, number>();
  for (const id of slots.keys())
    for (const event of await round.central.events(id)) there.set(event, (there.get(event) ?? 0) + 1);
  const twice = [...there].filter(([, count]) => count > 1).map(([id]) => `event ${id} stands twice`);
  const waiting = await waitingEvents(round, seen);
  // A deleted slot loses its history.
  const missing = round.ledger.events.filter(
    (event) =>
      !there.has(event.id) &&
      !waiting.has(event.id) &&
      !round.ledger.deleted.has(event.slot) &&
      !round.ledger.deletedRecords.has(`${event.at} ${event.record}`) &&
      !round.ledger.wasDiscarded(event),
  );
  return [
    ...twice,
    ...missing.map(
      ({ id, at, slot, step }) =>
        `event ${id} of ${slot}, acknowledged by ${at} at step ${String(step)}, is nowhere`,
    ),
  ];
}

/** Returns events that a station shows as pending: those of devices with pending events. */
async function waitingEvents(round: Round, seen: readonly StationState[]): Promise<ReadonlySet<string>> {
  const waiting = new Set<string>();
  for (const { name, links } of seen) {
    const station = round.station(name);
    for (const { id, events } of links) {
      if (typeof id !== 'string' || events === 0) continue;
      for (const event of await station.all(`/devices/${id}/events?type=APP_STARTED`))
        waiting.add(String(event['eventId']));
    }
  }
  return waiting;
}

/**
 * (2) Every acknowledged edit is in the final state, was overwritten by someone who had seen it, or is part of a
 * conflict.
 */
function judgeEdits(round: Round, seen: readonly StationState[], slots: ReadonlyMap<string, Slot>): string[] {
  const { edits, decisions, deleted, deletedBy } = round.ledger;
  const isKept = (edit: KnownEdit): boolean => {
    const slot = slots.get(edit.slot);
    const isStored = [...seen.map(({ kept }) => kept), slot?.former ?? []].some((kept) =>
      kept.some((record) => valueOf(record, edit.field) === edit.value),
    );
    if (slot === undefined) return deleted.has(edit.slot) || isStored;
    // The editor deleted the slot afterwards.
    if (deletedBy.has(`${edit.at} ${edit.slot}`)) return true;
    if (valueOf(slot.record, edit.field) === edit.value) return true;
    if (slot.isArchived && isStored) return true;
    if (seen.some((station) => isHeld(station, edit))) return true;
    if (
      edits.some(
        (later) => later.slot === edit.slot && later.field === edit.field && later.seen === edit.value,
      )
    )
      return true;
    const isDecided = decisions.some(
      (each) => each.slot === edit.slot && each.field === edit.field && each.seen === edit.value,
    );
    if (isDecided) return true;
    const named = [...seen.flatMap((station) => station.named), ...round.ledger.discardedConflicts];
    return named.some((conflict) => names(conflict, edit));
  };
  return edits
    .filter((edit) => !round.ledger.wasDiscarded(edit) && !isKept(edit) && !isBlindlyReplaced(round, edit))
    .map(({ slot, field, value, at, step }) => {
      const now = slots.get(slot);
      const there = now === undefined ? 'no slot' : String(valueOf(now.record, field));
      return `edit ${field} of ${slot} to ${String(value)} at ${at}, step ${String(step)}, is named nowhere; now ${there}`;
    });
}

/** True if a central without conditional writes let someone overwrite the edit unseen; reported as a gap. */
function isBlindlyReplaced({ central, ledger }: Round, { slot, field, value, at, step }: KnownEdit): boolean {
  const blind = central.blind.find(
    (each) => each.slot === slot && each.field === field && each.value === value,
  );
  if (blind === undefined) return false;
  ledger.gaps.add(
    `edit ${field} of ${slot} to ${String(value)} at ${at}, step ${String(step)}, came between the read and the write of ${blind.by}`,
  );
  return true;
}

/** True if a central without conditional writes let someone end an enrolment that they had not read. */
function isBlindlyEnded({ central, ledger }: Round, androidId: string, slot: string): boolean {
  const blind = central.blind.find(
    (each) => each.slot === slot && each.field === 'headset' && each.value === androidId,
  );
  if (blind === undefined) return false;
  ledger.gaps.add(
    `${androidId} was enrolled in ${slot} between the read and the order to un-enrol of ${blind.by}`,
  );
  return true;
}

function isLeaving({ unenrollingSince }: Json): boolean {
  return typeof unenrollingSince === 'string';
}

/** True if the edit is pending at a station until a conflict is decided. */
function isHeld({ links, records }: StationState, edit: KnownEdit): boolean {
  const link = links.find(({ upstreamId }) => upstreamId === edit.slot);
  const record = records.get(edit.slot);
  return (
    link?.['isAhead'] === true &&
    Number(link['conflicts']) > 0 &&
    record !== undefined &&
    valueOf(record, edit.field) === edit.value
  );
}

/** True if a conflict contains the value. Each edit writes a different one. */
function names(conflict: Json, { field, value }: KnownEdit): boolean {
  const path = (conflict['path'] ?? []) as string[];
  if (!path.some((part) => part === PLACES[field] || part === 'display')) return false;
  const quoted = JSON.stringify(value);
  return [conflict['here'], conflict['there']].some((side) => {
    const text = JSON.stringify(side) ?? '';
    return text === quoted || text.includes(`:${quoted}}`) || text.includes(`:${quoted},`);
  });
}

/** True if an open conflict of the station is about the headset. */
function isContested({ open }: StationState, androidId: string): boolean {
  return open.some(({ kind, here, there }) => kind === 'enrolment' && [here, there].includes(androidId));
}

/** True if the station shows that it will enrol the headset in another slot once the central has released that one. */
function isAwaited({ links, records }: StationState, androidId: string): boolean {
  return links.some(
    ({ upstreamId, failures }) =>
      records.get(String(upstreamId))?.['androidId'] === androidId &&
      ((failures ?? []) as Json[]).some(({ code }) => code === 'STILL_ENROLLED'),
  );
}

/** Returns how a station differs from the central about a slot without an open conflict that explains it. */
function differences(state: StationState, slot: Slot): string[] {
  const { name, records, open, onlyHere } = state;
  const { id } = slot;
  const here = records.get(id);
  // A conflict about the slot, or about its headset on either side.
  const isDisputed = open.some(
    ({ kind, enrolment, here: ours, there: theirs }) =>
      kind === 'enrolment' &&
      (((enrolment ?? {}) as Json)['upstreamId'] === id ||
        [ours, theirs].some(
          (headset) => headset !== undefined && [slot.androidId, here?.['androidId']].includes(headset),
        )),
  );
  // A person decided to keep the headset on this station only, where it is shown as such.
  if (isDisputed || (slot.androidId !== null && onlyHere.has(slot.androidId))) return [];
  // It is uploaded when its former slot is free there, or in ten minutes.
  if (
    [slot.androidId, here?.['androidId']].some((each) => typeof each === 'string' && isAwaited(state, each))
  )
    return [];
  if (here === undefined) return slot.isArchived ? [] : [`slot ${id} is unknown at ${name}`];
  // A slot that is still being released there is read again once it is free.
  if ((here['isArchived'] === true) !== slot.isArchived && !isLeaving(slot.record))
    return [`slot ${id} is archived on one side of ${name} and the central only`];
  if (slot.isArchived || here['isArchived'] === true) return [];
  const [there, own] = [slot.androidId, (here['androidId'] as string | undefined) ?? null];
  // A pending un-enrolment is shown as such.
  const isSame = there === own || isLeaving(here) || isLeaving(slot.record);
  const fields = (Object.keys(PLACES) as Field[]).flatMap((field) => {
    const [one, other] = [valueOf(slot.record, field), valueOf(here, field)];
    if (one === other) return [];
    return [`${field} of ${id} is ${String(one)} at the central and ${String(other)} at ${name}`];
  });
  return isSame
    ? fields
    : [`slot ${id} holds ${String(there)} at the central and ${String(own)} at ${name}`, ...fields];
}

/** (3) All sides agree on enrolments and on the desired state, or an open conflict explains the difference. */
function judgeAgreement(
  round: Round,
  seen: readonly StationState[],
  slots: ReadonlyMap<string, Slot>,
): string[] {
  const wrong = [...slots.values()].flatMap((slot) => seen.flatMap((station) => differences(station, slot)));
  for (const id of round.slots)
    if (!slots.has(id) && !round.ledger.deleted.has(id) && round.ledger.lost.length === 0)
      wrong.push(`slot ${id} is gone and nobody deleted it`);
  const live = [...slots.values()].filter(({ isArchived, androidId }) => !isArchived && androidId !== null);
  for (const [androidId, slotsOfHeadset] of Map.groupBy(live, (slot) => slot.androidId))
    if (slotsOfHeadset.length > 1)
      wrong.push(`${String(androidId)} is in ${String(slotsOfHeadset.length)} slots at the central`);
  return wrong;
}

/** (4) Every headset that got 200 for an enrolment is still enrolled, unless it was notified. */
function judgeHeadsets(
  round: Round,
  seen: readonly StationState[],
  slots: ReadonlyMap<string, Slot>,
): string[] {
  return round.headsets.flatMap(({ androidId, enrolment }) => {
    if (enrolment === undefined || round.ledger.wasDiscarded(enrolment)) return [];
    const isThere = [...slots.values()].some((slot) => !slot.isArchived && slot.androidId === androidId);
    const isDisputed = seen.some((state) => isContested(state, androidId) || isAwaited(state, androidId));
    const isSlotDisputed = seen.some(
      ({ name, open }) =>
        name === enrolment.at &&
        open.some(({ kind, deviceId }) => kind === 'enrolment' && deviceId === enrolment.id),
    );
    // A record without a link is shown as such.
    const isOnlyHere = seen.some(({ name, links }) => {
      const isLinked = links.some(({ id }) => id === enrolment.id);
      return name === enrolment.at && !isLinked;
    });
    if (isThere || isDisputed || isSlotDisputed || isOnlyHere) return [];
    if (isBlindlyEnded(round, androidId, enrolment.slot)) return [];
    return [
      `${androidId} got 200 at ${enrolment.at}, step ${String(enrolment.step)}, and is enrolled nowhere and was not notified`,
    ];
  });
}

/** (4) No side enrols a headset again that has left every side that enrolled it. */
function judgeEnds(
  { headsets, ledger }: Round,
  seen: readonly StationState[],
  slots: ReadonlyMap<string, Slot>,
): string[] {
  // A side that was restored from a backup may have forgotten an end.
  if (ledger.lost.length > 0) return [];
  const left = headsets.filter(({ enrolledAt, notified }) => notified !== undefined && enrolledAt.size === 0);
  return left.flatMap(({ androidId, notified }) => {
    const isDisputed = seen.some((state) => isContested(state, androidId));
    const slot = [...slots.values()].find((each) => !each.isArchived && each.androidId === androidId);
    if (slot === undefined || isDisputed || isLeaving(slot.record)) return [];
    return [`${androidId} left (${String(notified)}) and is enrolled in ${slot.id} again`];
  });
}
