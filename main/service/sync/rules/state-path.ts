import type { DesiredState, StatePath } from './desired.ts';
import {
  entriesOf,
  LISTS,
  listed,
  type ListKind,
  SAME_PACKAGE,
  Several,
  splitEntry,
  toList,
  TOGETHER,
} from './lists.ts';
import { packageOf, withPackage } from './packages.ts';
import { isObject, own, withField } from './values.ts';

/** Returns the value at a path of a state in normal form; undefined if there is none. */
export function getAt(state: DesiredState, path: StatePath): unknown {
  const [part, name = '', ...rest] = path;
  if (part === 'label' || part === 'description' || part === 'license') return state[part] ?? undefined;
  if (part === 'metadata') return inside(own(state.metadata, name), rest);
  if (part !== 'settings') return undefined;
  const kind = LISTS.get(name);
  const value = own(state.settings, name);
  const [key, field] = rest;
  if (kind === undefined || key === undefined) return inside(value, rest);
  if (key.startsWith(SAME_PACKAGE)) {
    const entries = withPackage(state.settings, key.slice(SAME_PACKAGE.length));
    return entries.length === 0 ? undefined : entries;
  }
  const entry = entriesOf(kind, value).get(key);
  if (field === undefined) return entry instanceof Several ? entry.entries : entry;
  if (!isObject(entry) || entry instanceof Several) return undefined;
  return field === TOGETHER ? splitEntry(kind, entry)[0] : own(entry, field);
}

/**
 * Returns the state with this value at a path; undefined removes it. Reverses a conflict: with the losing value set
 * at its path, the state is as if it had won.
 */
export function setAt(state: DesiredState, path: StatePath, value: unknown): DesiredState {
  const [part, name = '', ...rest] = path;
  if (part === 'label' || part === 'description')
    return { ...state, [part]: typeof value === 'string' ? value : null };
  if (part === 'license') return { ...state, license: isObject(value) ? value : null };
  if (part === 'metadata') {
    const namespace = withInside(own(state.metadata, name), rest, value);
    return { ...state, metadata: withNamespaceAt(state.metadata, name, namespace) };
  }
  if (part !== 'settings') return state;
  const kind = LISTS.get(name);
  const before = own(state.settings, name);
  const after =
    kind === undefined || rest.length === 0
      ? withInside(before, rest, value)
      : withEntryAt(kind, before, rest, value);
  return { ...state, settings: withField(state.settings, name, isEmpty(after) ? undefined : after) };
}

function inside(value: unknown, path: StatePath): unknown {
  const [key] = path;
  if (key === undefined) return value;
  return isObject(value) ? own(value, key) : undefined;
}

function withInside(value: unknown, path: StatePath, set: unknown): unknown {
  const [key] = path;
  return key === undefined ? set : withField(isObject(value) ? value : {}, key, set);
}

function withNamespaceAt(
  metadata: DesiredState['metadata'],
  name: string,
  value: unknown,
): DesiredState['metadata'] {
  const others = Object.entries(metadata).filter(([each]) => each !== name);
  return Object.fromEntries(isObject(value) ? [...others, [name, value]] : others);
}

function withEntryAt(kind: ListKind, list: unknown, path: StatePath, value: unknown): unknown[] {
  const [key = '', field] = path;
  const entries = new Map(entriesOf(kind, list));
  if (key.startsWith(SAME_PACKAGE)) {
    return withOnly(kind, entries, key.slice(SAME_PACKAGE.length), value);
  }
  const set = field === undefined ? value : withEntryField(kind, entries.get(key), field, value);
  if (set === undefined) entries.delete(key);
  else entries.set(key, Array.isArray(set) ? new Several(set) : set);
  return toList(entries);
}

/** Returns the entry with a field, or the fields that belong together, set. An absent entry stays absent. */
function withEntryField(kind: ListKind, entry: unknown, field: string, value: unknown): unknown {
  // Entries that cannot be told apart have no single field to set.
  if (entry instanceof Several) return entry.entries;
  if (!isObject(entry)) return undefined;
  if (field !== TOGETHER) return withField(entry, field, value);
  const [, rest] = splitEntry(kind, entry);
  return { ...(isObject(value) ? value : {}), ...rest };
}

/** Returns the list with these entries of a package name and no others of it. */
function withOnly(
  kind: ListKind,
  entries: ReadonlyMap<string, unknown>,
  packageName: string,
  value: unknown,
): unknown[] {
  const set = entriesOf(kind, value ?? []);
  const others = [...entries].filter(
    ([key, entry]) => !set.has(key) && !listed(entry).some((each) => packageOf(each) === packageName),
  );
  return toList(new Map<string, unknown>([...others, ...set]));
}

function isEmpty(value: unknown): boolean {
  return (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0);
}
