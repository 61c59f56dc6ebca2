import type { Json } from './instance.ts';
import { judge } from './judge.ts';
import type { Headset } from './ledger.ts';
import { type Break, Round } from './play.ts';
import { endRound } from './rounds.ts';
import { chance, type Schedule } from './schedule.ts';

/** A step of station A whose answer is lost. */
export const STEPS = [
  'enrol',
  'unenrol',
  'delete',
  'replace: un-enrol',
  'replace: enrol',
  'move',
  'swap',
  'archive',
  'create slots',
] as const;
export type LostStep = (typeof STEPS)[number];

/** Where the answer is lost. */
export const BREAKS: readonly Break[] = ['cutBefore', 'cutAfter', 'unstored'];

/** What happens elsewhere before A returns: at station B, or at the central by an admin. */
export const ACTS = [
  'nothing',
  'the same headset again',
  'the same headset elsewhere',
  'another headset',
  'un-enrolled',
  'deleted',
  'edited',
] as const;
export type Act = (typeof ACTS)[number];

/** What A does offline after its step: nothing, or it enrols another headset in the slot. */
export const AFTERWARDS = ['nothing', 'another headset'] as const;
export type Afterwards = (typeof AFTERWARDS)[number];

export type LostCase = {
  readonly step: LostStep;
  readonly where: Break;
  readonly act: Act;
  readonly afterwards: Afterwards;
};

/** Every case of the table. */
export const CASES: readonly LostCase[] = STEPS.flatMap((step) =>
  BREAKS.flatMap((where) =>
    ACTS.flatMap((act) => AFTERWARDS.map((afterwards) => ({ step, where, act, afterwards }))),
  ),
);

/** Slots and headsets of a case. */
const SLOTS = 3;
const HEADSETS = 3;

/** A central and two stations on which cases are played one after another, each with slots and headsets of its own. */
export async function openTable(cases: number): Promise<Round> {
  const schedule: Schedule = {
    seed: 1,
    slots: 0,
    headsets: cases * HEADSETS,
    stations: ['a', 'b'],
    skewMs: {},
    steps: [],
  };
  return Round.open(schedule, 'muster');
}

/**
 * Plays a case: A does its step, the answer is lost, something happens elsewhere, A returns. Returns the violated
 * invariants. `number`: of the case in this round.
 */
export async function playCase(round: Round, lost: LostCase, number: number): Promise<readonly string[]> {
  const slot = await round.addSlots(SLOTS);
  const headset = number * HEADSETS;
  const place: Place = { slot, headset };
  round.ledger.story.length = 0;
  await prepare(round, lost, place);
  const hasBroken = round.breakAt('a', requestOf(lost.step), lost.where);
  await doStep(round, lost.step, place);
  // On a busy computer a run takes longer to come to the request than a call waits for it.
  for (let tries = 0; !hasBroken() && tries < 20; tries += 1) await round.sync('a', 3).catch(() => 'killed');
  if (!hasBroken()) return [`the request was not sent: ${round.ledger.story.join(' | ')}`];
  if (lost.where === 'unstored') {
    await round.station('a').kill();
    await round.station('a').start();
  }
  if (lost.afterwards === 'another headset') await enrol(round, 'a', slot, headset + 1);
  const before = await enrolmentsAt(round, slot);
  await act(round, lost.act, place);
  await round.sync('b');
  const began = [...(await enrolmentsAt(round, slot))].filter(([id]) => !before.has(id));

  await round.settle();
  const notified = began.flatMap(([, androidId]) => {
    const { notified: by, enrolment } = find(round, androidId);
    return by === undefined || enrolment?.at === 'a'
      ? []
      : [`${androidId} was enrolled anew and told to leave`];
  });
  const doubled = lost.step === 'create slots' ? await doubledSlots(round, number) : [];
  const { wrong } = await endRound(round, judge, chance(number * 7 + 3));
  return [...notified, ...doubled, ...wrong];
}

/** The first slot and the first headset of a case. */
type Place = { readonly slot: number; readonly headset: number };

/** Enrols what the step needs, and syncs both stations. */
async function prepare(round: Round, { step }: LostCase, { slot, headset }: Place): Promise<void> {
  for (const name of round.names) await round.sync(name);
  if (step !== 'enrol' && step !== 'create slots') await enrol(round, 'a', slot, headset);
  if (step === 'swap') {
    await enrol(round, 'a', slot + 1, headset + 2);
    // Two names to exchange.
    await round.play({ do: 'edit', at: 'a', slot, field: 'label' });
  }
  for (const name of round.names) await round.sync(name);
}

/** Does the step at A. */
async function doStep(round: Round, step: LostStep, { slot, headset }: Place): Promise<void> {
  switch (step) {
    case 'enrol':
      return enrol(round, 'a', slot, headset);
    case 'unenrol':
      return leave(round, slot, headset);
    case 'delete':
      return round.play({ do: 'delete', at: 'a', slot });
    case 'replace: un-enrol':
    case 'replace: enrol':
      await leave(round, slot, headset);
      return enrol(round, 'a', slot, headset + 2);
    case 'move':
      return enrol(round, 'a', slot + 1, headset);
    case 'swap':
      return swap(round, slot);
    // The headset leaves its next slot before the central learned of the move: only the archived slot tells it.
    case 'archive':
      await enrol(round, 'a', slot + 1, headset);
      return leave(round, slot + 1, headset);
    case 'create slots':
      return createSlot(round, headset);
  }
}

/** Exchanges the names of two slots at A, by a person who sees both. */
async function swap(round: Round, slot: number): Promise<void> {
  const devicesId: unknown[] = [];
  for (const id of round.slots.slice(slot, slot + 2)) {
    const record = await round.record('a', id);
    devicesId.push(record?.['id']);
    round.ledger.decisions.push({ slot: id, field: 'label', seen: record?.['label'] });
  }
  await round.station('a').call('POST', '/station/slots/swap', { devicesId });
}

/** Creates a slot that only A knows, enrols a headset in it, and creates it at the central. */
async function createSlot(round: Round, number: number): Promise<void> {
  const a = round.station('a');
  const { body } = await a.call('POST', '/station/slots', { count: 1, labelPrefix: labelOf(number) });
  const [made] = body['items'] as Json[];
  const id = String(made?.['id']);
  const headset = find(round, `headset-${String(number)}`);
  const { enrollmentToken } = (await a.call('GET', `/devices/${id}`)).body;
  const enrolled = await a.call('POST', '/devices', { enrollmentToken, androidId: headset.androidId });
  headset.enrolment = {
    at: 'a',
    slot: id,
    id,
    token: String(enrolled.body['accessToken']),
    step: round.step,
  };
  headset.enrolledAt.add('a');
  await a.call('POST', '/station/sync/slots', { devicesId: [id] }).catch(() => undefined);
}

const labelOf = (headset: number): string => `Only-${String(headset)}-`;

/** Repeats the creation, as a person would, and returns an error if there is not exactly one such slot. */
async function doubledSlots(round: Round, number: number): Promise<string[]> {
  await round.station('a').call('POST', '/station/sync/slots', {});
  await round.settle();
  const label = labelOf(number * HEADSETS);
  let found = 0;
  for (const id of await round.central.slots()) {
    const slot = await round.central.read(id);
    if (String(slot?.record['label']).startsWith(label)) found += 1;
  }
  return found === 1 ? [] : [`${label} exists ${String(found)} times at the central`];
}

/** What happens elsewhere while A is away. What is not possible then has no effect. */
async function act(round: Round, what: Act, { slot, headset }: Place): Promise<void> {
  if (what !== 'un-enrolled') await round.sync('b');
  switch (what) {
    case 'nothing':
      return;
    case 'the same headset again':
      return enrol(round, 'b', slot, headset);
    case 'the same headset elsewhere':
      return enrol(round, 'b', slot + 2, headset);
    case 'another headset':
      return enrol(round, 'b', slot, headset + 2);
    case 'un-enrolled':
      return round.play({ do: 'unenrol', at: 'central', slot });
    case 'deleted':
      return round.play({ do: 'delete', at: 'b', slot });
    case 'edited':
      return round.play({ do: 'edit', at: 'b', slot, field: 'label' });
  }
}

function requestOf(step: LostStep): (passing: { readonly method: string; readonly path: string }) => boolean {
  switch (step) {
    case 'enrol':
    case 'move':
    case 'replace: enrol':
      return ({ method, path }) => method === 'POST' && path === '/devices';
    case 'unenrol':
    case 'replace: un-enrol':
    case 'archive':
      return ({ method, path }) => method === 'POST' && path.endsWith('/unenroll');
    case 'delete':
      return ({ method, path }) => method === 'DELETE' && path.startsWith('/devices/');
    case 'swap':
      return ({ method, path }) => method === 'PATCH' && path.startsWith('/devices');
    case 'create slots':
      return ({ method, path }) => method === 'POST' && path === '/station/slots/named';
  }
}

function enrol(round: Round, at: 'a' | 'b', slot: number, headset: number): Promise<void> {
  return round.play({ do: 'enrol', at, slot, headset });
}

/** A un-enrols a headset, which confirms it. */
async function leave(round: Round, slot: number, headset: number): Promise<void> {
  await round.play({ do: 'unenrol', at: 'a', slot });
  await round.play({ do: 'beat', headset, events: 2 });
}

/** Returns the open enrolments in the slots of a case at the central: headsets by the id of the enrolment. */
async function enrolmentsAt(round: Round, slot: number): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const id of round.slots.slice(slot, slot + SLOTS)) {
    const there = await round.central.read(id);
    const enrolment = there?.record['enrolment'] as Json | null | undefined;
    if (typeof enrolment?.['id'] === 'string' && typeof there?.androidId === 'string')
      found.set(enrolment['id'], there.androidId);
  }
  return found;
}

function find(round: Round, androidId: string): Headset {
  const headset = round.headsets.find((each) => each.androidId === androidId);
  if (headset === undefined) throw new Error(`There is no ${androidId}`);
  return headset;
}
