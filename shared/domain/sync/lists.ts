import type { JsonObject } from './desired.ts';
import { canonical, isObject, isSame, own } from './values.ts';

/** A list of settings whose entries are known by something of their own. */
export type ListKind = {
  /** What an entry is known by; two entries with one key are one to both sides. */
  readonly keyOf: (entry: unknown) => string;
  /** Fields that make sense together alone: the version of one side does not fit the address of the other. */
  readonly together: ReadonlySet<string>;
};

/** Source: design.md section 6, "Desired state"; for the binaries interface.md "Devices: configuration", rule 3. */
export const LISTS: ReadonlyMap<string, ListKind> = new Map([
  ['applications', byFields(['id', 'packageName'], 'idDetailContent packageName url codeVersion obbUrl')],
  ['videos', byFields(['id', 'url'], 'idDetailContent url isStereoscopic projectionType formatType')],
  ['files', byFields(['id', 'url'], 'name url destinationPath')],
  ['wifi', byFields(['ssid'], '')],
  ['packages', { keyOf: (entry) => `value:${text(entry)}`, together: new Set<string>() }],
]);

/** Entries that are known by the first of these fields that they have. */
function byFields(fields: readonly string[], together: string): ListKind {
  return { keyOf: keyBy(fields), together: new Set(together.split(' ')) };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : canonical(value);
}

function keyBy(fields: readonly string[]): (entry: unknown) => string {
  return (entry) => {
    for (const field of fields) {
      const value = isObject(entry) ? own(entry, field) : undefined;
      if (typeof value === 'string' || typeof value === 'number') return `${field}:${value}`;
    }
    return `entry:${canonical(entry)}`;
  };
}

/** What stands under one key: an entry or, where a list has several of one key, all of them. */
export type Entries = ReadonlyMap<string, unknown>;

/** Several entries of one key: they are one value, since nobody can tell which is meant. */
export class Several {
  readonly entries: readonly unknown[];

  constructor(entries: readonly unknown[]) {
    this.entries = entries;
  }
}

/** The entries of a list by their keys, in its order; none where it is no list. */
export function entriesOf({ keyOf }: ListKind, list: unknown): Entries {
  const byKey = new Map<string, unknown>();
  if (!Array.isArray(list)) return byKey;
  for (const entry of list as readonly unknown[]) {
    const key = keyOf(entry);
    const known = byKey.get(key);
    const all =
      known === undefined ? [entry] : [...listed(known).filter((each) => !isSame(each, entry)), entry];
    byKey.set(key, all.length === 1 ? all[0] : new Several(all));
  }
  return byKey;
}

/** The entries that stand under a key, as a list. */
export function listed(value: unknown): readonly unknown[] {
  return value instanceof Several ? value.entries : [value];
}

/** The list of these entries. */
export function toList(entries: Entries): unknown[] {
  return [...entries.values()].flatMap(listed);
}

/** Whether two values of one key are the same. */
export function isSameEntry(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  const [of, other] = [listed(a), listed(b)];
  return of.length === other.length && of.every((each) => other.some((against) => isSame(each, against)));
}

/** Whether two lists hold the same. Their order has no meaning: nothing in the interface gives it one. */
export function isSameList(kind: ListKind, a: unknown, b: unknown): boolean {
  if (isSame(a, b)) return true;
  const [of, other] = [entriesOf(kind, a), entriesOf(kind, b)];
  return of.size === other.size && [...of].every(([key, entry]) => isSameEntry(entry, other.get(key)));
}

/**
 * The keys of `wanted` in an order that people recognise: that of `spine`, and each key that only `other` has behind the
 * one that it follows there.
 */
export function inOrder(wanted: ReadonlySet<string>, spine: Entries, other: Entries): string[] {
  const order = [...spine.keys()].filter((key) => wanted.has(key));
  let after = -1;
  for (const key of other.keys()) {
    if (!wanted.has(key)) continue;
    const at = order.indexOf(key);
    if (at === -1) order.splice(after + 1, 0, key);
    after = at === -1 ? after + 1 : at;
  }
  return order;
}

/** The fields of an entry that belong together, and the rest of it. */
export function splitEntry(kind: ListKind, entry: JsonObject | undefined): [JsonObject, JsonObject] {
  const fields = Object.entries(entry ?? {});
  const isTogether = ([name]: [string, unknown]): boolean => kind.together.has(name) || name === TOGETHER;
  return [
    Object.fromEntries(fields.filter(isTogether)),
    Object.fromEntries(fields.filter((field) => !isTogether(field))),
  ];
}

/** The segment of a path that stands for the fields of an entry that belong together. */
export const TOGETHER = '*';

/** Begins the segment that stands for all applications of one package name. */
export const SAME_PACKAGE = 'same-package:';
