import type { JsonObject, MergeConflict, Side } from './desired.ts';
import {
  type Entries,
  entriesOf,
  inOrder,
  isSameEntry,
  isSameList,
  type ListKind,
  listed,
  Several,
  splitEntry,
  toList,
  TOGETHER,
} from './lists.ts';
import { isObject, isSame, keysOf, own } from './values.ts';

/** A value on both sides and as last agreed; undefined: absent. */
export type Three<Value = unknown> = { readonly base: Value; readonly here: Value; readonly there: Value };

/** Collects the results of merging one part of a state. */
export class PartMerge {
  readonly #winner: Side;
  readonly #conflicts: MergeConflict[];

  constructor(winner: Side, conflicts: MergeConflict[]) {
    this.#winner = winner;
    this.#conflicts = conflicts;
  }

  /** Merges an atomic value: applies a change of one side; of two different changes, the winner's. */
  value(path: readonly string[], three: Three, isEqual: typeof isSame = isSame): unknown {
    const { base, here, there } = three;
    if (isEqual(here, there) || isEqual(base, here)) return there;
    if (isEqual(base, there)) return here;
    this.note(path, three);
    return three[this.#winner];
  }

  /** Records a conflict: both sides changed this value differently. */
  note(path: readonly string[], { base, here, there }: Three): void {
    const [of, against, other] = [base, here, there].map(shown);
    this.#conflicts.push({ path, base: of, here: against, there: other, winner: this.#winner });
  }

  /** Removes the conflicts below a path, because it is merged in another way. */
  discard(path: readonly string[]): void {
    const isBelow = (conflict: MergeConflict): boolean =>
      path.every((segment, index) => conflict.path[index] === segment);
    this.#conflicts.splice(0, Infinity, ...this.#conflicts.filter((conflict) => !isBelow(conflict)));
  }

  /** Merges field by field. Returns undefined if no field is left. */
  group(path: readonly string[], three: Three): unknown {
    const { base, here, there } = three;
    if (!areObjects(here, there) || (base !== undefined && !isObject(base))) return this.value(path, three);
    const merged = this.#fields(path, {
      base: toObject(base),
      here: toObject(here),
      there: toObject(there),
    });
    return Object.keys(merged).length === 0 ? undefined : merged;
  }

  /**
   * Merges field by field if both sides have the object. If one side removed it, the object is atomic, so that it does
   * not come back in parts.
   */
  object(path: readonly string[], three: Three<JsonObject | undefined>): unknown {
    const { base, here, there } = three;
    if (here === undefined || there === undefined) return this.value(path, three);
    return this.#fields(path, { base: base ?? {}, here, there });
  }

  /** Merges entry by entry. */
  list(path: readonly string[], kind: ListKind, three: Three): unknown {
    const { base, here, there } = three;
    if (isSameList(kind, base, here)) return there;
    if (isSameList(kind, base, there)) return here;
    if (!areLists(here, there)) return this.value(path, three);
    const of = { base: entriesOf(kind, base), here: entriesOf(kind, here), there: entriesOf(kind, there) };
    const merged = new Map<string, unknown>();
    for (const key of new Set([...of.here.keys(), ...of.there.keys()])) {
      const entry = this.#entry([...path, key], kind, at(of, key));
      if (entry !== undefined) merged.set(key, entry);
    }
    const other = this.#winner === 'here' ? of.there : of.here;
    const order = inOrder(new Set(merged.keys()), of[this.#winner], other);
    const list = toList(new Map(order.map((key) => [key, merged.get(key)])));
    return list.length === 0 ? undefined : list;
  }

  #entry(path: readonly string[], kind: ListKind, three: Three): unknown {
    const { base, here, there } = three;
    if (!isObject(here) || !isObject(there) || [base, here, there].some((each) => each instanceof Several)) {
      return this.value(path, three, isSameEntry);
    }
    const [base1, base2] = splitEntry(kind, toObject(base));
    const [here1, here2] = splitEntry(kind, here);
    const [there1, there2] = splitEntry(kind, there);
    const together = this.value([...path, TOGETHER], { base: base1, here: here1, there: there1 });
    return { ...toObject(together), ...this.#fields(path, { base: base2, here: here2, there: there2 }) };
  }

  #fields(path: readonly string[], { base, here, there }: Three<JsonObject>): JsonObject {
    const fields = keysOf(there, here).map((key): [string, unknown] => [
      key,
      this.value([...path, key], { base: own(base, key), here: own(here, key), there: own(there, key) }),
    ]);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }
}

function at(of: Three<Entries>, key: string): Three {
  return { base: of.base.get(key), here: of.here.get(key), there: of.there.get(key) };
}

/** Returns several entries with one key as a list. */
function shown(value: unknown): unknown {
  return value instanceof Several ? listed(value) : value;
}

function areObjects(...values: readonly unknown[]): boolean {
  return values.every((value) => value === undefined || isObject(value));
}

function areLists(...values: readonly unknown[]): boolean {
  return values.every((value) => value === undefined || Array.isArray(value));
}

function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
