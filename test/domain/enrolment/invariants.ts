import { conflictsOf, decided, type EnrolmentFacts, openOnes } from './enrolments.ts';
import { synced } from './explore.ts';

type World = Parameters<typeof synced>[0];

/** Throws if a state breaks a guarantee that must hold once every side has synced. */
export function checkWorld(world: World): void {
  const rest = synced(synced(synced(world, 1), 2), 1);
  const [central, a, b] = rest;
  if (textOf(central) !== textOf(a) || textOf(central) !== textOf(b)) throw new Error('The sides differ');
  for (const facts of world)
    for (const [id, fact] of facts) {
      const known = central.get(id);
      if (known === undefined) throw new Error('An enrolment was dropped');
      if (fact.endedAtMs !== null && known.endedAtMs === null) throw new Error('An end was undone');
      const isEnded = world.some((each) => (each.get(id)?.endedAtMs ?? null) !== null);
      if (known.endedAtMs !== null && !isEnded) throw new Error('An enrolment ended by itself');
    }
  if (textOf(synced(rest, 2)[0]) !== textOf(central)) throw new Error('Syncing again changes something');
  checkDecisions(central);
}

/** Checks that each conflict can be resolved for each of its enrolments, and that resolving removes one conflict. */
function checkDecisions(facts: EnrolmentFacts): void {
  const conflicts = conflictsOf(facts);
  const isDouble = (of: 'slot' | 'headset'): boolean =>
    new Set(openOnes(facts).map((fact) => fact[of])).size < openOnes(facts).length;
  if (conflicts.length === 0 && (isDouble('slot') || isDouble('headset')))
    throw new Error('Two hold one slot and nobody is asked');
  for (const conflict of conflicts)
    for (const { id } of conflict.open) {
      const after = decided(facts, conflict, { keeps: id, atMs: 2 });
      if (after.get(id)?.endedAtMs !== null) throw new Error('What was kept has ended');
      if (conflictsOf(after).length >= conflicts.length) throw new Error('The decision decided nothing');
    }
}

function textOf(facts: EnrolmentFacts): string {
  return JSON.stringify([...facts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
