import fc from 'fast-check';

import type { DesiredState, StateChange } from '../../../../main/service/sync/rules/desired.ts';

type Json = Record<string, unknown>;

/**
 * An edit of a device by either side: sets or removes a value at one place. There are few places and values, so that
 * edits collide.
 */
export type Edit = { readonly at: readonly string[]; readonly value: unknown };

const URLS = ['http://x/1', 'http://x/2'] as const;

const application = fc.record({
  packageName: fc.constantFrom('p.one', 'p.two'),
  url: fc.constantFrom(...URLS),
  codeVersion: fc.constantFrom(1, 2),
});
const expiry = fc.constantFrom('2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z', undefined);

function edits(at: readonly string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<Edit> {
  return value.map((each) => ({ at, value: each }));
}

const gone = fc.constant(undefined);
const flag = fc.constantFrom(true, false, undefined);
const ids = ['a', 'b', 'c'] as const;

/** One edit. An entry is set or removed as a whole, or one of its fields is. */
export const anEdit: fc.Arbitrary<Edit> = fc.oneof(
  edits(['label'], fc.constantFrom('one', 'two', 'three')),
  edits(['description'], fc.constantFrom('left', 'right', null)),
  edits(['license'], fc.constantFrom({ level: 'gold' }, { level: 'free', status: 'x' })),
  edits(['settings', 'volume'], fc.constantFrom(1, 2, undefined)),
  edits(['settings', 'expirationDate'], expiry),
  edits(['settings', 'fieldOfTheFuture'], fc.constantFrom('x', 'y', undefined)),
  edits(['settings', 'video360'], fc.constantFrom([{ a: 1 }], [{ a: 2 }, { b: 1 }], undefined)),
  edits(['settings', 'display', 'brightness'], fc.constantFrom(1, 2, undefined)),
  edits(['settings', 'display', 'guardianEnabled'], flag),
  edits(['settings', 'display', 'constructor'], fc.constantFrom(1, undefined)),
  edits(['settings', 'security', 'usbEnabled'], flag),
  edits(['settings', 'network', 'globalProxy'], fc.constantFrom({ use: true, host: 'h' }, { use: false })),
  fc
    .constantFrom(...ids)
    .chain((id) =>
      fc.oneof(
        edits(['settings', 'applications', id], fc.oneof(application, gone)),
        edits(['settings', 'applications', id, 'expirationDate'], expiry),
        edits(['settings', 'videos', id], fc.oneof(fc.record({ url: fc.constantFrom(...URLS) }), gone)),
        edits(['settings', 'videos', id, 'title'], fc.constantFrom('t', 'u', undefined)),
        edits(['settings', 'videos', id, 'projectionType'], fc.constantFrom('flat', 'of-the-future')),
        edits(
          ['settings', 'wifi', id],
          fc.oneof(fc.record({ password: fc.constantFrom('secret-one', 'secret-two') }), gone),
        ),
        edits(['settings', 'wifi', id, 'priority'], fc.constantFrom(1, 2, undefined)),
        edits(['settings', 'files', id], fc.oneof(fc.constant({ name: 'n', url: 'http://f/1' }), gone)),
        edits(['settings', 'files', id, 'name'], fc.constantFrom('n', 'm')),
        edits(['settings', 'packages', id], fc.constantFrom({}, undefined)),
      ),
    ),
  edits(['settings', 'kioskMode', 'isActive'], flag),
  edits(['settings', 'kioskMode', 'packageName'], fc.constantFrom('p.one', 'p.two', undefined)),
  fc
    .constantFrom('group', 'class.a')
    .chain((namespace) =>
      fc.oneof(
        edits(['metadata', namespace], fc.constantFrom({}, { k: 1 }, undefined)),
        edits(['metadata', namespace, 'k'], fc.constantFrom(1, 2, { deep: [1] }, undefined)),
        edits(['metadata', namespace, 'l'], fc.constantFrom('x', undefined)),
      ),
    ),
);

/** A state in which lists are objects by key, for editing and comparing. */
export type Flat = { readonly [part: string]: unknown };

export const EMPTY: Flat = { label: null, description: null, license: null, settings: {}, metadata: {} };

const KEYS: Readonly<Record<string, string>> = {
  applications: 'id',
  videos: 'id',
  files: 'id',
  wifi: 'ssid',
};

/** Returns the state after these edits, without those that a service would refuse. */
export function edited(flat: Flat, all: readonly Edit[]): Flat {
  return all.reduce((state, edit) => {
    const next = withEdit(state, edit.at, edit.value);
    return isAcceptable(next) ? next : state;
  }, flat);
}

function withEdit(flat: Flat, [part = '', name = '', key, field]: readonly string[], value: unknown): Flat {
  if (part !== 'settings' && part !== 'metadata') return { ...flat, [part]: value };
  const all = flat[part] as Json;
  const before = own(all, name) as Json | undefined;
  if (key === undefined) return { ...flat, [part]: put(all, name, value) };
  if (field === undefined) {
    const after = put(before ?? {}, key, value);
    const isGone = isEmpty(after) && (part === 'settings' || before === undefined);
    return { ...flat, [part]: put(all, name, isGone ? undefined : after) };
  }
  // A field needs its entry.
  const entry = own(before ?? {}, key) as Json | undefined;
  if (before === undefined || entry === undefined) return flat;
  return { ...flat, [part]: put(all, name, put(before, key, put(entry, field, value))) };
}

function own(object: Json, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function put(object: Json, key: string, value: unknown): Json {
  const others = Object.entries(object).filter(([name]) => name !== key);
  return Object.fromEntries(value === undefined ? others : [...others, [key, value]]);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Returns the part of a state that a station understands: the rest it keeps for the central, and does not show. */
export function understood(flat: Flat): Flat {
  const { fieldOfTheFuture: _, ...settings } = flat['settings'] as Json;
  const { display, videos } = settings as Record<string, Json | undefined>;
  const { constructor: __, ...known } = display ?? {};
  const entries = Object.entries((videos ?? {}) as Record<string, Json>).map(
    ([id, { projectionType, ...rest }]) => [
      id,
      projectionType === undefined || projectionType === 'of-the-future' ? rest : { ...rest, projectionType },
    ],
  );
  const { display: ___, videos: ____, ...others } = settings;
  return {
    ...flat,
    settings: {
      ...others,
      ...(isEmpty(known) ? {} : { display: known }),
      ...(entries.length === 0 ? {} : { videos: Object.fromEntries(entries) as Json }),
    },
  };
}

/** Returns true for an edit that a station lets people make. */
export function isForStations({ at, value }: Edit): boolean {
  return !at.includes('fieldOfTheFuture') && !at.includes('constructor') && value !== 'of-the-future';
}

/** The rules of the interface that a service checks: one binary per package, and a kiosk with its application. */
function isAcceptable(flat: Flat): boolean {
  const { applications = {}, packages = {}, kioskMode } = flat['settings'] as Record<string, Json>;
  const byPackage = Map.groupBy(Object.values(applications) as Json[], (entry) => entry['packageName']);
  if ([...byPackage.values()].some((entries) => entries.length > 1)) return false;
  if (kioskMode !== undefined && !Object.hasOwn(kioskMode, 'isActive')) return false;
  if (kioskMode?.['isActive'] !== true) return true;
  const { packageName } = kioskMode as { packageName?: string };
  return packageName !== undefined && (byPackage.has(packageName) || Object.hasOwn(packages, packageName));
}

/** Returns the state in wire format. */
export function toWire(flat: Flat): DesiredState {
  const settings = Object.entries(flat['settings'] as Json).map(([name, part]) => {
    const key = KEYS[name];
    if (name === 'packages') return [name, Object.keys(part as Json)];
    if (key === undefined) return [name, part];
    return [name, Object.entries(part as Json).map(([id, entry]) => ({ [key]: id, ...(entry as Json) }))];
  });
  return {
    label: flat['label'] as string | null,
    description: flat['description'] as string | null,
    license: flat['license'] as Json | null,
    settings: Object.fromEntries(settings) as Json,
    metadata: flat['metadata'] as Record<string, Json>,
  };
}

/** The reverse: empty lists and groups become absent. */
export function fromWire(state: DesiredState): Flat {
  const settings = Object.entries(state.settings).flatMap(([name, part]) => {
    const key = KEYS[name];
    const value =
      name === 'packages'
        ? Object.fromEntries((part as string[]).map((each) => [each, {}]))
        : key === undefined
          ? part
          : Object.fromEntries((part as Json[]).map(({ [key]: id, ...entry }) => [id as string, entry]));
    return isEmpty(value) ? [] : [[name, value]];
  });
  return { ...state, settings: Object.fromEntries(settings) as Json };
}

/** Returns every value of a state by its path; an entry without fields counts as a value. */
export function leavesOf(flat: Flat): Map<string, string> {
  const leaves = new Map<string, string>();
  const walk = (value: unknown, path: readonly string[], depth: number): void => {
    if (depth > 0 && typeof value === 'object' && value !== null && !Array.isArray(value)) {
      // The presence of an entry or a namespace counts as a value; that of a group does not.
      if (path.length === (path[0] === 'metadata' ? 2 : 3)) leaves.set(JSON.stringify(path), '{}');
      for (const [key, child] of Object.entries(value)) walk(child, [...path, key], depth - 1);
    } else {
      leaves.set(JSON.stringify(path), JSON.stringify(value));
    }
  };
  leaves.set('["label"]', JSON.stringify(flat['label']));
  leaves.set('["description"]', JSON.stringify(flat['description']));
  leaves.set('["license"]', JSON.stringify(flat['license']));
  for (const [name, part] of Object.entries(flat['settings'] as Json)) {
    walk(part, ['settings', name], name === 'video360' ? 0 : KEYS[name] === undefined ? 1 : 2);
  }
  for (const [name, value] of Object.entries(flat['metadata'] as Json)) walk(value, ['metadata', name], 1);
  return leaves;
}

/** A service that applies a change. It replaces a group, or merges it with the current one. */
export function written(
  state: DesiredState,
  change: StateChange | undefined,
  groups: 'replace' | 'merge',
): DesiredState {
  if (change === undefined) return state;
  const settings: Json = { ...state.settings };
  for (const [name, part] of Object.entries(change.settings ?? {})) {
    const isGroup = typeof part === 'object' && part !== null && !Array.isArray(part);
    const before = groups === 'merge' && isGroup ? (settings[name] as Json | undefined) : {};
    const next = isGroup
      ? Object.fromEntries(Object.entries({ ...before, ...part }).filter(([, value]) => value !== null))
      : part;
    if (next === null || isEmpty(next)) delete settings[name];
    else settings[name] = next;
  }
  const licensed = { ...(groups === 'merge' ? state.license : {}), ...change.license };
  const license =
    change.license === null
      ? null
      : Object.fromEntries(Object.entries(licensed).filter(([, value]) => value !== null));
  const metadata = Object.entries({ ...state.metadata, ...change.metadata }).filter(
    (entry): entry is [string, Json] => entry[1] !== null,
  );
  return {
    label: change.label === undefined ? state.label : change.label,
    description: change.description === undefined ? state.description : change.description,
    license: change.license === undefined ? state.license : license,
    settings,
    metadata: Object.fromEntries(metadata),
  };
}

/** Returns whether a conflict concerns a place: at its path or below it. */
export function covers(path: readonly string[], place: string): boolean {
  const at = JSON.parse(place) as string[];
  return path.every((segment, index) => {
    if (segment === '*' || segment.startsWith('same-package:')) return true;
    const plain = index === 2 && path[0] === 'settings' ? segment.replace(/^(id|ssid|value):/, '') : segment;
    return at[index] === plain || (index >= at.length && index > 2);
  });
}
