import type { Settings } from '../../../contract/configuration/settings/settings.ts';

export type Application = NonNullable<Settings['applications']>[number];
export type Video = NonNullable<Settings['videos']>[number];
export type DeviceFile = NonNullable<Settings['files']>[number];

/**
 * Returns what identifies the Android binary of an entry; an absent field equals null. Source: the API documentation, "Devices:
 * configuration", rule 3.
 */
export function identityOf(entry: Application): string {
  const { id, idDetailContent, packageName, url, codeVersion, obbUrl } = entry;
  return JSON.stringify([id, idDetailContent, packageName, url, codeVersion, obbUrl]);
}

/** Returns the key of a file: its id or, without one, its url. */
export function fileKey({ id, url }: Pick<DeviceFile, 'id' | 'url'>): string {
  return id ?? url;
}

/** Returns the last of the entries with the same key, which has the newest metadata. Source: the same, rule 4. */
export function withoutRepeats<Entry>(entries: readonly Entry[], key: (entry: Entry) => string): Entry[] {
  const keys = entries.map(key);
  const last = new Map(keys.map((each, index) => [each, index]));
  return entries.filter((_, index) => last.get(keys[index] ?? '') === index);
}

/** Caches a result per list, because one change brings the same list to a thousand headsets. */
export function oncePerList<Entry, Found>(
  find: (entries: readonly Entry[]) => Found,
): (entries: readonly Entry[]) => Found {
  const known = new WeakMap<readonly Entry[], Found>();
  return (entries) => {
    const found = known.get(entries) ?? find(entries);
    known.set(entries, found);
    return found;
  };
}
