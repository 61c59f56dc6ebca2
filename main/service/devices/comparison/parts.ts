import { type AssignedContent, contentIdOf, type ContentKind } from '../inventory/inventory.ts';
import { withoutCertificate } from '../../../../shared/domain/configuration/settings/certificates.ts';
import { fileKey } from '../../../../shared/domain/configuration/settings/entries.ts';
import type { StoredSettings } from '../../../../shared/domain/configuration/settings/stored.ts';

/** The lists of the settings, whose entries are compared one by one. */
export const LISTS = ['applications', 'videos', 'files', 'packages', 'wifi', 'video360'] as const;
export type ListName = (typeof LISTS)[number];

/** An entry of a list: its key, its name for people, and what may be shown of it. */
export type Entry = {
  readonly key: string;
  readonly name: string;
  readonly shown: unknown;
  /** Everything that has to be equal, including what may not be shown. */
  readonly whole: unknown;
};

/** Returns every single setting by its path, as in the settings catalog. Lists are excluded. */
export function leavesOf(settings: object): ReadonlyMap<string, unknown> {
  const leaves = new Map<string, unknown>();
  const add = (path: string, value: unknown): void => {
    if (value === undefined) return;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      leaves.set(path, value);
      return;
    }
    for (const [key, each] of Object.entries(value)) add(`${path}.${key}`, each);
  };
  for (const [key, value] of Object.entries(settings)) if (!isList(key)) add(key, value);
  return leaves;
}

/** Returns true for the name of a list of the settings. */
export function isList(name: string): name is ListName {
  return LISTS.some((each) => each === name);
}

/** Returns the entries of a list in order; of two with the same key, the last. */
export function entriesIn(settings: StoredSettings, list: ListName): ReadonlyMap<string, Entry> {
  return new Map(all(settings, list).map((entry) => [entry.key, entry]));
}

function all(settings: StoredSettings, list: ListName): Entry[] {
  switch (list) {
    case 'applications':
      return (settings.applications ?? []).map((each) => {
        const key = entryKey('application', each);
        return anEntry(key, key, each);
      });
    case 'videos':
      return (settings.videos ?? []).map((each) =>
        anEntry(entryKey('video', each), each.title ?? each.id, each),
      );
    case 'files':
      return (settings.files ?? []).map((each) => anEntry(entryKey('file', each), each.name, each));
    case 'packages':
      return (settings.packages ?? []).map((each) => anEntry(each, each, each));
    case 'video360':
      return (settings.video360 ?? []).map((each) => {
        const key = typeof each['id'] === 'string' ? each['id'] : JSON.stringify(each);
        return anEntry(key, key, each);
      });
    case 'wifi':
      return (settings.wifi ?? []).map(({ sealedPassword, ...network }) => ({
        key: network.ssid,
        name: network.ssid,
        shown: { ...withoutCertificate(network), hasPassword: sealedPassword !== undefined },
        whole: { ...network, sealedPassword },
      }));
  }
}

/** Returns the key of a content in its list, as in an entry of a comparison. */
export function entryKey(kind: ContentKind, entry: AssignedContent): string {
  switch (kind) {
    case 'application':
      return contentKey(kind, entry);
    case 'video':
      return entry.id ?? '';
    case 'file':
      return fileKey({ id: entry.id, url: entry.url ?? '' });
  }
}

/** Returns the key of a content among those of its kind: for an application its package, if it has one. */
export function contentKey(kind: ContentKind, entry: AssignedContent): string {
  return (kind === 'application' ? filled(entry.packageName) : undefined) ?? contentIdOf(entry);
}

function anEntry(key: string, name: string, value: unknown): Entry {
  return { key, name, shown: value, whole: value };
}

function filled(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
