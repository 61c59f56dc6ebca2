import {
  conflictsOf,
  decided,
  ended,
  type EnrolmentFact,
  type EnrolmentFacts,
  openOnes,
  union,
} from './enrolments.ts';

const ACTORS = ['central', 'a', 'b'] as const;
const SLOTS = ['1', '2'] as const;
const HEADSETS = ['f', 'g'] as const;
type World = readonly [EnrolmentFacts, EnrolmentFacts, EnrolmentFacts];

/** Result of an exploration: the number of states, and of those with a conflict. */
export type Explored = { readonly states: number; readonly withConflict: number };

/**
 * Tries every interleaving of the actions of three sides with two slots and two headsets, to a depth: enrol into a
 * slot that is free locally, un-enrol, sync, and resolve. Calls `check` once for each state; states that differ only
 * in names are one.
 */
export function explore(depth: number, check: (world: World) => void): Explored {
  const empty: EnrolmentFacts = new Map();
  let layer: World[] = [[empty, empty, empty]];
  const seen = new Set(layer.map(nameOf));
  let withConflict = 0;
  for (let step = 0; ; step += 1) {
    for (const world of layer) {
      check(world);
      if (world.some((facts) => conflictsOf(facts).length > 0)) withConflict += 1;
    }
    if (step === depth) return { states: seen.size, withConflict };
    layer = layer.flatMap((world) => [...stepsFrom(world)].filter((after) => isFirst(seen, after)));
  }
}

function isFirst(seen: Set<string>, world: World): boolean {
  const before = seen.size;
  return seen.add(nameOf(world)).size > before;
}

/** Syncs a station with the central: afterwards both know everything. */
export function synced(world: World, station: 1 | 2): World {
  const all = union(world[station], world[0]);
  return withFacts(withFacts(world, 0, all), station, all);
}

function* stepsFrom(world: World): Generator<World> {
  for (const actor of [0, 1, 2] as const) {
    const facts = world[actor];
    const open = openOnes(facts);
    for (const { id } of open) yield withFacts(world, actor, ended(facts, id, 1));
    for (const slot of SLOTS) {
      if (open.some((fact) => fact.slot === slot)) continue;
      for (const headset of HEADSETS) yield withFacts(world, actor, enrolled(facts, slot, headset));
    }
    for (const conflict of conflictsOf(facts))
      for (const { id } of conflict.open)
        yield withFacts(world, actor, decided(facts, conflict, { keeps: id, atMs: 1 }));
  }
  yield synced(world, 1);
  yield synced(world, 2);
}

let made = 0;

/** Moves a headset that is enrolled elsewhere: its enrolment there ends. */
function enrolled(facts: EnrolmentFacts, slot: string, headset: string): EnrolmentFacts {
  const left = openOnes(facts)
    .filter((fact) => fact.headset === headset)
    .reduce((known, { id }) => ended(known, id, 1), facts);
  made += 1;
  const id = String(made);
  return new Map(left).set(id, { id, slot, headset, endedAtMs: null });
}

function withFacts(world: World, actor: 0 | 1 | 2, facts: EnrolmentFacts): World {
  return world.map((each, index) => (index === actor ? facts : each)) as unknown as World;
}

/** Returns one key for all states that differ only in the names of enrolments, slots, headsets and stations. */
function nameOf(world: World): string {
  const names: string[] = [];
  for (const [a, b] of [[1, 2] as const, [2, 1] as const])
    for (const slots of [SLOTS, SLOTS.toReversed()])
      for (const headsets of [HEADSETS, HEADSETS.toReversed()])
        names.push(nameBy([world[0], world[a], world[b]], [slots, headsets]));
  return names.toSorted()[0] ?? '';
}

function nameBy(world: World, [slots, headsets]: readonly (readonly string[])[]): string {
  const all = new Map<string, EnrolmentFact>(world.flatMap((facts) => [...facts]));
  const rows = [...all].flatMap(([id, { slot, headset }]) => {
    const known = ACTORS.map((_, index) => {
      const fact = world[index]?.get(id);
      return fact === undefined ? '-' : fact.endedAtMs === null ? 'o' : 'x';
    }).join('');
    // An enrolment that has ended on every side has no influence any more.
    if (known === 'xxx') return [];
    return [`${String(slots?.indexOf(slot))}${String(headsets?.indexOf(headset))}${known}`];
  });
  return rows.toSorted().join(' ');
}
