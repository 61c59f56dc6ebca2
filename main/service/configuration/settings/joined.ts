import type {
  StoredSettings,
  SealedChange,
  WifiChange,
} from '../../../../shared/domain/configuration/settings/stored.ts';
import { contentIdOf } from '../../devices/inventory/index.ts';
import { fileKey } from '../../../../shared/domain/configuration/settings/entries.ts';

/**
 * Returns a change whose lists are added to the current ones instead of replacing them: entries with the same key are
 * replaced in place, others are appended.
 */
export function joinedLists(before: StoredSettings, change: SealedChange): SealedChange {
  const { applications, videos, files, packages, wifi, video360 } = change;
  const known: readonly WifiChange[] = (before.wifi ?? []).map(({ sealedPassword: _known, ...rest }) => rest);
  return {
    ...change,
    ...(applications ? { applications: join(before.applications, applications, contentIdOf) } : {}),
    ...(videos ? { videos: join(before.videos, videos, ({ id }) => id) } : {}),
    ...(files ? { files: join(before.files, files, fileKey) } : {}),
    ...(packages ? { packages: join(before.packages, packages, (name) => name) } : {}),
    ...(wifi ? { wifi: join(known, wifi, ({ ssid }) => ssid) } : {}),
    ...(video360 ? { video360: join(before.video360, video360, (each) => JSON.stringify(each)) } : {}),
  };
}

function join<Entry>(
  before: readonly Entry[] | undefined = [],
  added: readonly Entry[],
  key: (entry: Entry) => string,
): Entry[] {
  const fresh = Map.groupBy(added, key);
  // Added entries with the same key all stay, so that the conflict check sees them.
  const replaced = new Set<string>();
  const stored = before.flatMap((entry) => {
    const known = key(entry);
    const next = fresh.get(known);
    if (next === undefined) return [entry];
    if (replaced.has(known)) return [];
    replaced.add(known);
    return next;
  });
  return [...stored, ...added.filter((entry) => !replaced.has(key(entry)))];
}
