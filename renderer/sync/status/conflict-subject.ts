import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';

/** Lists of settings whose entries have an identifying field. */
export const ENTRY_LISTS = ['applications', 'videos', 'files', 'wifi', 'packages'] as const;
export type EntryList = (typeof ENTRY_LISTS)[number];

/** What a conflict is about. */
export type ConflictSubject =
  /** Two headsets claim one slot. */
  | { readonly kind: 'enrolment' }
  | { readonly kind: 'label' }
  | { readonly kind: 'description' }
  | { readonly kind: 'license'; readonly field: string | null }
  | { readonly kind: 'metadata'; readonly namespace: string; readonly field: string | null }
  /** A setting, by its path in the catalog. */
  | { readonly kind: 'setting'; readonly path: string }
  /** An entry of a list, or one of its fields; `*` stands for the fields that identify the version. */
  | {
      readonly kind: 'entry';
      readonly list: EntryList;
      readonly name: string;
      readonly field: string | null;
    };

/** The path of a value, and the value on each side. */
export type About = Pick<SyncConflict, 'kind' | 'path' | 'base' | 'here' | 'there'>;

/** Returns what a conflict is about, from its path. */
export function subjectOf(conflict: About): ConflictSubject {
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

/** Fields that name an entry for people, the best one first. */
const NAMES = ['packageName', 'ssid', 'name', 'url'];

/** Returns the name of an entry; by default the key without its field: `ssid:School`. */
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

/** Returns an own field of an object; undefined for anything else. */
export function own(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    ? new Map(Object.entries(value)).get(field)
    : undefined;
}

/** Returns the part that a conflict belongs to; one rule may decide all conflicts of a part. */
export function partOf({ kind, path }: Pick<SyncConflict, 'kind' | 'path'>): string {
  if (kind === 'enrolment') return 'enrolment';
  return path[0] === 'settings' ? `settings.${path[1] ?? ''}` : (path[0] ?? '');
}

export type Side = 'here' | 'there';

/** Returns the value that currently applies; null if nobody has decided and none applies. */
export function effectiveSide({
  winner,
  taken,
}: Pick<SyncConflict, 'winner' | 'taken'>): Side | 'value' | null {
  return taken ?? (winner === 'none' ? null : winner);
}

/** What choosing a side deletes for good or removes from the headset; null if one value only replaces another. */
export type Loss =
  /** The headset at the central is un-enrolled from the slot. */
  | 'enrolmentThere'
  /** The local record is unlinked from the central. */
  | 'enrolmentHere'
  /** An entry that only the other side has is removed from the headset. */
  | 'entry'
  | 'metadata';

/** Returns what is lost by choosing a side of an open conflict. */
export function lossOf(conflict: SyncConflict, take: Side): Loss | null {
  if (conflict.kind === 'enrolment' && take === 'here') return 'enrolmentThere';
  // Without a headset here, none is un-enrolled.
  if (conflict.kind === 'enrolment') return conflict.here === undefined ? null : 'enrolmentHere';
  if (effectiveSide(conflict) === take) return null;
  const [retained, dropped] =
    take === 'here' ? [conflict.here, conflict.there] : [conflict.there, conflict.here];
  if (retained !== undefined || dropped === undefined) return null;
  const subject = subjectOf(conflict);
  if (subject.kind === 'entry' && subject.field === null) return 'entry';
  return subject.kind === 'metadata' ? 'metadata' : null;
}
