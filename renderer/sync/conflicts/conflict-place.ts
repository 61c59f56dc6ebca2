import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';

/** Lists of settings whose entries are known by something of their own. */
export const ENTRY_LISTS = ['applications', 'videos', 'files', 'wifi', 'packages'] as const;
export type EntryList = (typeof ENTRY_LISTS)[number];

/** What a conflict is about. */
export type ConflictPlace =
  /** Two headsets have one place. */
  | { readonly kind: 'enrolment' }
  | { readonly kind: 'label' }
  | { readonly kind: 'description' }
  | { readonly kind: 'license'; readonly field: string | null }
  | { readonly kind: 'metadata'; readonly namespace: string; readonly field: string | null }
  /** A field of the settings, by its path in the catalog. */
  | { readonly kind: 'setting'; readonly path: string }
  /** An entry of a list, or a field of it; `*` is what makes it this version and no other. */
  | {
      readonly kind: 'entry';
      readonly list: EntryList;
      readonly name: string;
      readonly field: string | null;
    };

/** What says where a value stands, and what it is on either side. */
export type About = Pick<SyncConflict, 'kind' | 'path' | 'base' | 'here' | 'there'>;

/** What a conflict is about, from its path. */
export function placeOf(conflict: About): ConflictPlace {
  const [part = '', name = '', ...rest] = conflict.path;
  if (conflict.kind === 'enrolment') return { kind: 'enrolment' };
  if (part === 'label' || part === 'description') return { kind: part };
  if (part === 'license') return { kind: 'license', field: name === '' ? null : name };
  if (part === 'metadata') return { kind: 'metadata', namespace: name, field: rest.join('.') || null };
  const list = ENTRY_LISTS.find((known) => known === name);
  const [key, field = null] = rest;
  if (list !== undefined && key !== undefined)
    return { kind: 'entry', list, name: nameOfEntry(key, conflict), field };
  return { kind: 'setting', path: [name, ...rest].join('.') };
}

/** Fields by which a person knows an entry, the best one first. */
const NAMES = ['packageName', 'ssid', 'name', 'url'];

/** The key names the field that it was made from: `ssid:School`. */
function nameOfEntry(key: string, { here, there, base }: About): string {
  for (const side of [here, there, base]) {
    const entry: unknown = Array.isArray(side) ? side[0] : side;
    for (const field of NAMES) {
      const value = own(entry, field);
      if (typeof value === 'string' && value !== '') return value;
    }
  }
  return key.slice(key.indexOf(':') + 1);
}

/** The field of an object; undefined of anything else. */
export function own(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    ? new Map(Object.entries(value)).get(field)
    : undefined;
}

/** Which conflicts one rule may decide together: those of one part. */
export function partOf({ kind, path }: Pick<SyncConflict, 'kind' | 'path'>): string {
  if (kind === 'enrolment') return 'enrolment';
  return path[0] === 'settings' ? `settings.${path[1] ?? ''}` : (path[0] ?? '');
}

export type Side = 'here' | 'there';

/** What holds now; null where nobody has decided and nothing holds. */
export function inForce({ winner, taken }: Pick<SyncConflict, 'winner' | 'taken'>): Side | 'value' | null {
  return taken ?? (winner === 'none' ? null : winner);
}

/** What taking a side throws away for good, or takes from the headset; null where it is a value for another. */
export type Loss =
  /** The headset that has the place at the central is un-enrolled. */
  | 'enrolmentThere'
  /** The record here is tied to the central no more. */
  | 'enrolmentHere'
  /** The other side has an entry that the taken one does not: it is taken from the headset. */
  | 'entry'
  | 'metadata';

/** What is lost when a side of an open conflict is taken. */
export function lossOf(conflict: SyncConflict, take: Side): Loss | null {
  if (conflict.kind === 'enrolment') return take === 'here' ? 'enrolmentThere' : 'enrolmentHere';
  if (inForce(conflict) === take) return null;
  const [kept, dropped] = take === 'here' ? [conflict.here, conflict.there] : [conflict.there, conflict.here];
  if (kept !== undefined || dropped === undefined) return null;
  const place = placeOf(conflict);
  if (place.kind === 'entry' && place.field === null) return 'entry';
  return place.kind === 'metadata' ? 'metadata' : null;
}
