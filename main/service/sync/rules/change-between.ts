import type { DesiredState, JsonObject, StateChange } from './desired.ts';
import { isSameList, LISTS } from './lists.ts';
import { isObject, isSame, keysOf, own } from './values.ts';

/** Returns what turns one state into the other, both in normal form; undefined if they are equal. */
export function changeBetween(from: DesiredState, to: DesiredState): StateChange | undefined {
  const settings = settingsChange(from.settings, to.settings);
  const metadata = metadataChange(from.metadata, to.metadata);
  const change: StateChange = {
    ...(from.label === to.label ? {} : { label: to.label }),
    ...(from.description === to.description ? {} : { description: to.description }),
    ...(isSame(from.license, to.license) ? {} : { license: withCleared(from.license, to.license) }),
    ...(settings === undefined ? {} : { settings }),
    ...(metadata === undefined ? {} : { metadata }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

/**
 * Returns whole parts, because it is undocumented what a configure does with fields of a group that it does not name.
 * Removed fields are sent as null, because one side replaces a group and the other merges it.
 */
function settingsChange(from: JsonObject, to: JsonObject): JsonObject | undefined {
  const parts = keysOf(to, from).flatMap((name): [string, unknown][] => {
    const [before, after] = [own(from, name), own(to, name)];
    return isSamePart(name, before, after) ? [] : [[name, written(name, before, after)]];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

function isSamePart(name: string, a: unknown, b: unknown): boolean {
  const list = LISTS.get(name);
  return list === undefined ? isSame(a, b) : isSameList(list, a, b);
}

function written(name: string, before: unknown, after: unknown): unknown {
  if (LISTS.has(name) || Array.isArray(before)) return after ?? [];
  // A kiosk without fields is switched off as a whole.
  if (name === 'kioskMode' && after === undefined) return null;
  if (!isObject(before) || (after !== undefined && !isObject(after))) return after ?? null;
  return withCleared(before, after ?? {});
}

/** Returns the object with null for each removed field, so that a side that merges clears those too. */
function withCleared<After extends JsonObject | null>(before: JsonObject | null, after: After): After {
  if (before === null || after === null) return after;
  const removed = Object.keys(before).filter((field) => own(after, field) === undefined);
  return { ...after, ...Object.fromEntries(removed.map((field) => [field, null])) };
}

function metadataChange(
  from: DesiredState['metadata'],
  to: DesiredState['metadata'],
): StateChange['metadata'] | undefined {
  const namespaces = keysOf(to, from).flatMap((name): [string, JsonObject | null][] => {
    const [before, after] = [own(from, name), own(to, name)];
    return isSame(before, after) ? [] : [[name, isObject(after) ? after : null]];
  });
  return namespaces.length === 0 ? undefined : Object.fromEntries(namespaces);
}
