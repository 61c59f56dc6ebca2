import { judge } from '../judge.ts';
import type { Json } from '../instance.ts';
import { Ledger } from '../ledger.ts';
import type { RoundCentral } from '../round-central.ts';
import type { Station } from '../schedule.ts';
import { nameOf, type PairRound } from './pair-round.ts';

/**
 * Returns the invariants that two stations without a central violated, using only the interface: those that hold with a
 * central, where the serving station is the central of the other one, and that nothing exists twice.
 */
export async function judgePair(round: PairRound): Promise<string[]> {
  const served = await round.served();
  if (served === undefined) return [`they do not work together: ${JSON.stringify(await viewsOf(round))}`];
  const serving = served === 'a' ? 'b' : 'a';
  const records = await round.records(serving);
  const here = await round.records(served);
  const ids = new Map<string, string>();
  // A slot may continue in another record: the one that is not archived is the slot.
  for (const record of records.toSorted(
    (one, other) => Number(other['isArchived']) - Number(one['isArchived']),
  )) {
    const name = nameOf(record);
    if (name !== undefined) ids.set(name, String(record['id']));
  }
  const idOf = (slot: string): string => ids.get(slot) ?? slot;
  const links = await round.station(served).all('/station/sync/devices?which=all');
  const linked = new Set(links.map(({ id }) => id));
  const awaited = new Set([
    ...links.filter(isAwaited).flatMap(({ id, upstreamId }) => {
      return [id, upstreamId, here.find((each) => each['id'] === id)?.['androidId']];
    }),
    ...(await round.conflicts(served)).flatMap(disputedIn),
  ]);
  const isExplained = ({ id, androidId }: Json): boolean => awaited.has(id) || awaited.has(androidId);
  const onlyThere = here.filter(({ id }) => !linked.has(id));
  const archived = new Set(onlyThere.filter(({ isArchived }) => isArchived === true).map(nameOf));
  const stored = new Set<string>();
  for (const { id } of onlyThere)
    for (const event of await eventsOf(round, served, String(id))) stored.add(event);
  const ledger = translated(round.ledger, idOf, stored);
  const wrong = await judge({
    ledger,
    names: [served],
    headsets: round.headsets.map((each) =>
      each.enrolment === undefined
        ? each
        : { ...each, enrolment: { ...each.enrolment, slot: idOf(each.enrolment.slot) } },
    ),
    // A slot that only this station knew when it was archived stays where it is.
    slots: round.slots.filter((slot) => ids.has(slot) || !archived.has(slot)).map(idOf),
    central: asCentral(round, serving, records),
    station: (name) => round.station(name),
    conflicts: (name, status) => round.conflicts(name, status),
    idleState: (name) => round.idleState(name),
  });
  round.ledger.story.push(...ledger.story);
  const leaving = [...stillLeaving(serving, records), ...stillLeaving(served, here)];
  return [
    ...wrong,
    ...leaving.filter(({ record }) => !isExplained(record)).map(({ text }) => text),
    ...doubled(serving, records),
    ...doubled(served, here),
    ...(await onlyServed(round, served)),
    ...(await doubledEvents(round, served)),
  ];
}

async function viewsOf(round: PairRound) {
  return { a: await round.partner('a'), b: await round.partner('b') };
}

/** The serving station, as the judge sees a central. */
function asCentral(
  round: PairRound,
  serving: Station,
  records: readonly Json[],
): Pick<RoundCentral, 'instance' | 'blind' | 'slots' | 'read' | 'events'> {
  const instance = round.station(serving);
  return {
    instance,
    blind: [],
    slots: () => Promise.resolve(records.map(({ id }) => String(id))),
    read(slot) {
      const record = records.find(({ id }) => id === slot);
      if (record === undefined) return Promise.resolve(undefined);
      const { androidId, isArchived } = record;
      // A slot that went on in another record, and was archived there too, has more than one in the archive.
      const former = records.filter(
        (each) => each['isArchived'] === true && nameOf(each) === nameOf(record) && each !== record,
      );
      return Promise.resolve({
        id: slot,
        androidId: typeof androidId === 'string' ? androidId : null,
        isArchived: isArchived === true,
        record,
        former,
      });
    },
    events: async (slot) =>
      (await instance.all(`/devices/${slot}/events?type=APP_STARTED`)).map((each) => String(each['eventId'])),
  };
}

/**
 * Returns the ledger with the ids that the slots have at the serving station now. Events of a record that only
 * the served one has stay there (docs/sync.md).
 */
function translated(ledger: Ledger, idOf: (slot: string) => string, stored: ReadonlySet<string>): Ledger {
  const of = <Item extends { readonly slot: string }>(items: readonly Item[]): Item[] =>
    items.map((each) => ({ ...each, slot: idOf(each.slot) }));
  const next = new Ledger();
  next.events.push(...of(ledger.events).filter(({ id }) => !stored.has(id)));
  next.edits.push(...of(ledger.edits));
  next.decisions.push(...of(ledger.decisions));
  next.discardedConflicts.push(...ledger.discardedConflicts);
  for (const each of ledger.deletedRecords) next.deletedRecords.add(each);
  for (const slot of ledger.deleted) next.deleted.add(idOf(slot));
  for (const each of ledger.deletedBy) {
    const [side = '', slot = ''] = each.split(' ');
    next.deletedBy.add(`${side} ${idOf(slot)}`);
  }
  return next;
}

/** Returns the slots that more than one record of a station is for, and headsets that are in more than one slot. */
function doubled(name: Station, records: readonly Json[]): string[] {
  const live = records.filter(({ isArchived }) => isArchived !== true);
  const slots = [...Map.groupBy(live, (record) => nameOf(record) ?? String(record['id']))]
    .filter(([, same]) => same.length > 1)
    .map(([slot, same]) => `slot ${slot} exists ${String(same.length)} times at ${name}`);
  const taken = live.filter(({ androidId }) => typeof androidId === 'string');
  const headsets = [...Map.groupBy(taken, ({ androidId }) => String(androidId))]
    .filter(([, same]) => same.length > 1)
    .map(([androidId, same]) => `${androidId} is in ${String(same.length)} slots at ${name}`);
  return [...slots, ...headsets];
}

/** A slot that only the served station has was deleted at the other one. */
async function onlyServed(round: PairRound, served: Station): Promise<string[]> {
  const station = round.station(served);
  const wrong: string[] = [];
  for (const { id } of await station.all('/station/sync/devices?which=unlinked')) {
    const name = nameOf((await station.call('GET', `/devices/${String(id)}`)).body);
    if (name === undefined || !round.ledger.deleted.has(name))
      wrong.push(`slot ${String(name)} is at ${served} only, and nobody deleted it`);
  }
  return wrong;
}

/** True if the served station shows that it waits for a slot to be released, which takes ten minutes at most. */
function isAwaited({ failures }: Json): boolean {
  return (failures as Json[]).some(({ code }) => code === 'STILL_ENROLLED');
}

/** Returns the headsets and slots that an open conflict asks about: whoever decides it settles them. */
function disputedIn({ kind, deviceId, enrolment, here, there }: Json): unknown[] {
  if (kind !== 'enrolment') return [];
  const about = [deviceId, (enrolment as Json | null)?.['upstreamId'], here, there];
  return about.filter((each) => typeof each === 'string');
}

/** Every headset has called the station that enrolled it last: none should still be being un-enrolled. */
function stillLeaving(
  name: Station,
  records: readonly Json[],
): { readonly record: Json; readonly text: string }[] {
  return records
    .filter(({ unenrollingSince }) => typeof unenrollingSince === 'string')
    .map((record) => ({
      record,
      text: `${String(record['androidId'])} is being un-enrolled for ever from ${String(record['id'])} at ${name}`,
    }));
}

async function eventsOf(round: PairRound, name: Station, id: string): Promise<string[]> {
  const events = await round.station(name).all(`/devices/${id}/events?type=APP_STARTED`);
  return events.map(({ eventId }) => String(eventId));
}

/** No event exists twice at the served station either. */
async function doubledEvents(round: PairRound, served: Station): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const { id } of await round.station(served).all('/devices'))
    for (const event of await eventsOf(round, served, String(id)))
      counts.set(event, (counts.get(event) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([event]) => `event ${event} exists twice at ${served}`);
}
