import type { DesiredState, JsonObject } from './desired.ts';
import { entriesOf, LISTS, type ListKind, toList } from './lists.ts';
import { isObject, withoutFields, own } from './values.ts';

/** Values that are reported or computed and therefore never written. */
const REPORTED: ReadonlySet<string> = new Set(['batteryInfo', 'storages']);
const COMPUTED: ReadonlySet<string> = new Set(['deployment', 'originalUrl', 'originalObbUrl']);

/**
 * Returns a state in a form that can be compared: without reported and computed values, with absent fields instead of
 * null, without empty lists and groups, and with the kiosk as an object. `agreed` fills in what a short form omits.
 */
export function toNormalForm(state: DesiredState, agreed: DesiredState): DesiredState {
  return {
    label: state.label,
    description: state.description,
    license: state.license === null ? null : orNull(withoutNulls(state.license)),
    settings: normalSettings(state.settings, agreed.settings),
    metadata: state.metadata,
  };
}

function normalSettings(settings: JsonObject, agreed: JsonObject): JsonObject {
  const parts = Object.entries(settings).map(([name, part]): [string, unknown] => [
    name,
    REPORTED.has(name) ? undefined : normalPart(name, part, agreed),
  ]);
  return withoutFields(Object.fromEntries(parts));
}

function normalPart(name: string, part: unknown, agreed: JsonObject): unknown {
  if (part === null) return undefined;
  const list = LISTS.get(name);
  if (list !== undefined && Array.isArray(part)) return normalList(name, list, part);
  if (name === 'kioskMode' && typeof part === 'boolean') {
    // The short form does not name the package: it stays unchanged.
    const known = own(agreed, name);
    return { ...(isObject(known) ? withoutNulls(known) : {}), isActive: part };
  }
  if (Array.isArray(part)) return part.length === 0 ? undefined : part;
  if (isObject(part)) return withoutNulls(part);
  return part;
}

function normalList(name: string, kind: ListKind, list: readonly unknown[]): unknown {
  const entries = toList(
    entriesOf(
      kind,
      list.map((entry) => normalEntry(name, entry)),
    ),
  );
  return entries.length === 0 ? undefined : entries;
}

function normalEntry(name: string, entry: unknown): unknown {
  if (!isObject(entry)) return entry;
  // An empty password counts as absent.
  const isNone = (key: string, value: unknown): boolean =>
    value === null || COMPUTED.has(key) || (name === 'wifi' && key === 'password' && value === '');
  return withoutFields(entry, isNone);
}

/** Returns undefined if no field is left. */
function withoutNulls(object: JsonObject): JsonObject | undefined {
  const left = withoutFields(object, (_key, value) => value === null);
  return Object.keys(left).length === 0 ? undefined : left;
}

function orNull(object: JsonObject | undefined): JsonObject | null {
  return object ?? null;
}
