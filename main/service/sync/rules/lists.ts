import type { JsonObject } from './desired.ts';
import { canonical, isObject, isSame, own } from './values.ts';

/** A list of settings whose entries have a key. */
export type ListKind = {
  /** Returns the key of an entry; two entries with one key are the same for both sides. */
  readonly keyOf: (entry: unknown) => string;
  /** Fields that only make sense together: the version of one side does not fit the URL of the other. */
  readonly together: ReadonlySet<string>;
};

/** How the lists of two stations are merged. Source for the binaries: the API documentation, "Devices: configuration", rule 3. */
export const LISTS: ReadonlyMap<string, ListKind> = new Map([
  ['applications', byFields(['id', 'packageName'], 'idDetailContent packageName url codeVersion obbUrl')],
  ['videos', byFields(['id', 'url'], 'idDetailContent url isStereoscopic projectionType formatType')],
  ['files', byFields(['id', 'url'], 'name url destinationPath')],
  ['wifi', byFields(['ssid'], '')],
  ['packages', { keyOf: (entry) => `value:${text(entry)}`, together: new Set<string>() }],
]);

/** The key of an entry is the first of these fields that it has. */
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

/** The value under one key: an entry or, if a list has several with one key, all of them. */
export type Entries = ReadonlyMap<string, unknown>;

/** Several entries with one key: they form one value, because they cannot be told apart. */
export class Several {
  readonly entries: readonly unknown[];

  constructor(entries: readonly unknown[]) {
    this.entries = entries;
  }
}

/** Returns the entries of a list by their keys, in order; none if it is not a list. */
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

/** Returns the entries under a key, as a list. */
export function listed(value: unknown): readonly unknown[] {
  return value instanceof Several ? value.entries : [value];
}

/** Returns these entries as a list. */
export function toList(entries: Entries): unknown[] {
  return [...entries.values()].flatMap(listed);
}

/** Returns whether two values of one key are equal. */
export function isSameEntry(a: unknown, b: unknown): boolean {
  const [of, other] = [listed(a), listed(b)];
  return of.length === other.length && of.every((each) => other.some((against) => isSame(each, against)));
}

/** Returns whether two lists are equal, whatever their order, because the interface gives it no meaning. */
export function isSameList(kind: ListKind, a: unknown, b: unknown): boolean {
  if (isSame(a, b)) return true;
  const [of, other] = [entriesOf(kind, a), entriesOf(kind, b)];
  return of.size === other.size && [...of].every(([key, entry]) => isSameEntry(entry, other.get(key)));
}

/**
 * Returns the keys of `wanted` in a familiar order: that of `spine`, with each additional key of `other` after its
 * predecessor there.
 */
export function inOrder(keys: ReadonlySet<string>, spine: Entries, other: Entries): string[] {
  const order = [...spine.keys()].filter((key) => keys.has(key));
  let after = -1;
  for (const key of other.keys()) {
    if (!keys.has(key)) continue;
    const at = order.indexOf(key);
    if (at === -1) order.splice(after + 1, 0, key);
    after = at === -1 ? after + 1 : at;
  }
  return order;
}

/** Splits an entry into the fields that belong together, and the rest. */
export function splitEntry(kind: ListKind, entry: JsonObject | undefined): [JsonObject, JsonObject] {
  const fields = Object.entries(entry ?? {});
  const isTogether = ([name]: [string, unknown]): boolean => kind.together.has(name) || name === TOGETHER;
  return [
    Object.fromEntries(fields.filter(isTogether)),
    Object.fromEntries(fields.filter((field) => !isTogether(field))),
  ];
}

/** The path segment for the fields of an entry that belong together. */
export const TOGETHER = '*';

/** Prefix of the segment for all applications of one package name. */
export const SAME_PACKAGE = 'same-package:';
