import type { DesiredState, JsonObject, StatePath } from './desired.ts';
import { entriesOf, listed, LISTS, type ListKind } from './lists.ts';
import { isObject, isSame, keysOf, own } from './values.ts';

/** A value that is pending for the central, and the central's last one; undefined if there is none. */
export type PendingChange = { readonly path: StatePath; readonly here: unknown; readonly there: unknown };

/** Returns the differences between two states, value by value; both in normal form. Descriptions are not synced. */
export function pendingChanges(there: DesiredState, here: DesiredState): PendingChange[] {
  return [
    ...differing(['label'], { here: here.label ?? undefined, there: there.label ?? undefined }),
    ...differing(['license'], { here: here.license ?? undefined, there: there.license ?? undefined }),
    ...keysOf(there.settings, here.settings).flatMap((name) =>
      ofPart(name, { here: own(here.settings, name), there: own(there.settings, name) }),
    ),
    ...keysOf(there.metadata, here.metadata).flatMap((namespace) =>
      inside(['metadata', namespace], {
        here: own(here.metadata, namespace),
        there: own(there.metadata, namespace),
      }),
    ),
  ];
}

type Both = { readonly here: unknown; readonly there: unknown };

function ofPart(name: string, both: Both): PendingChange[] {
  const kind = LISTS.get(name);
  return kind === undefined ? inside(['settings', name], both) : ofList(['settings', name], kind, both);
}

function ofList(path: StatePath, kind: ListKind, { here, there }: Both): PendingChange[] {
  const [ours, theirs] = [entriesOf(kind, here), entriesOf(kind, there)];
  const changed = [...new Set([...theirs.keys(), ...ours.keys()])].flatMap((key) =>
    inside([...path, key], { here: entryAt(ours, key), there: entryAt(theirs, key) }),
  );
  // The same entries in another order.
  return changed.length === 0 ? differing(path, { here, there }) : changed;
}

function entryAt(entries: ReadonlyMap<string, unknown>, key: string): unknown {
  if (!entries.has(key)) return undefined;
  const all = listed(entries.get(key));
  return all.length === 1 ? all[0] : all;
}

/** Compares field by field if both are objects. */
function inside(path: StatePath, { here, there }: Both): PendingChange[] {
  if (!isObject(here) || !isObject(there)) return differing(path, { here, there });
  return keysOf(there, here).flatMap((field) => differing([...path, field], fieldOf(field, here, there)));
}

function fieldOf(field: string, here: JsonObject, there: JsonObject): Both {
  return { here: own(here, field), there: own(there, field) };
}

function differing(path: StatePath, both: Both): PendingChange[] {
  return isSame(both.here, both.there) ? [] : [{ path, ...both }];
}
