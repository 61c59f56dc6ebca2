/** A headset in a slot from one moment on. Nothing about it changes except its end, which is set once. */
export type EnrolmentFact = {
  readonly id: string;
  readonly slot: string;
  readonly headset: string;
  readonly endedAtMs: number | null;
};

/** The enrolments of a fleet, by id: a set that only grows. */
export type EnrolmentFacts = ReadonlyMap<string, EnrolmentFact>;

/** Two or more open enrolments of which only one can be valid: of one slot, or of one headset. */
export type EnrolmentConflict = {
  readonly about: 'slot' | 'headset';
  readonly open: readonly EnrolmentFact[];
};

/**
 * Merges what two sides know. Commutative and idempotent, and it drops nothing: an enrolment that ended for one side
 * has ended, at the earlier moment if both name one.
 */
export function union(one: EnrolmentFacts, other: EnrolmentFacts): EnrolmentFacts {
  const all = new Map(one);
  for (const [id, fact] of other) {
    const known = all.get(id);
    all.set(
      id,
      known === undefined ? fact : { ...known, endedAtMs: earlier(known.endedAtMs, fact.endedAtMs) },
    );
  }
  return all;
}

function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/** Returns the enrolments that have not ended. */
export function openOnes(facts: EnrolmentFacts): EnrolmentFact[] {
  return [...facts.values()].filter(({ endedAtMs }) => endedAtMs === null);
}

/** Ends an enrolment; one that has ended stays unchanged. */
export function ended(facts: EnrolmentFacts, id: string, atMs: number): EnrolmentFacts {
  const known = facts.get(id);
  if (known === undefined || known.endedAtMs !== null) return facts;
  return new Map(facts).set(id, { ...known, endedAtMs: atMs });
}

/** Returns the conflicts that a person has to decide; each has all open enrolments involved. */
export function conflictsOf(facts: EnrolmentFacts): EnrolmentConflict[] {
  const open = openOnes(facts);
  return (['slot', 'headset'] as const).flatMap((about) =>
    [...Map.groupBy(open, (fact) => fact[about]).values()]
      .filter(({ length }) => length > 1)
      .map((each) => ({ about, open: each })),
  );
}

/**
 * Returns the facts after a conflict was decided for one of its enrolments: the others have ended. No decision undoes
 * an end.
 */
export function decided(
  facts: EnrolmentFacts,
  { open }: EnrolmentConflict,
  { keeps, atMs }: { readonly keeps: string; readonly atMs: number },
): EnrolmentFacts {
  return open.reduce((known, { id }) => (id === keeps ? known : ended(known, id, atMs)), facts);
}
