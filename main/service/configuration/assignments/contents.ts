import { contentIdOf, type AssignedContent } from '../../devices/inventory/index.ts';
import {
  type Application,
  type DeviceFile,
  identityOf,
  type Video,
  withoutRepeats,
} from '../../../../shared/domain/configuration/settings/entries.ts';
import type { StoredSettings } from '../../../../shared/domain/configuration/settings/stored.ts';

/** An update of a content: absent fields stay, null clears. */
type Update<Entry> = { readonly [Field in keyof Entry]?: Entry[Field] | null | undefined };

export type ApplicationUpdate = Update<Omit<Application, 'id' | 'deployment'>>;
export type VideoUpdate = Update<Omit<Video, 'id' | 'deployment'>>;

/** Returns the settings without the contents for which `isIt` is true, whatever their kind. */
export function withoutContents(
  settings: StoredSettings,
  isIt: (entry: AssignedContent) => boolean,
): StoredSettings {
  const isOther = (entry: AssignedContent): boolean => !isIt(entry);
  const { applications, videos, files } = settings;
  return {
    ...settings,
    ...(applications === undefined ? {} : { applications: applications.filter(isOther) }),
    ...(videos === undefined ? {} : { videos: videos.filter(isOther) }),
    ...(files === undefined ? {} : { files: files.filter(isOther) }),
  };
}

/**
 * Returns the settings with every entry of an application changed. Entries that become equal are merged. An absent
 * `expirationDate` removes the limit. Source: the API documentation, "Contents".
 */
export function withApplication(
  settings: StoredSettings,
  contentId: string,
  update: ApplicationUpdate,
): StoredSettings {
  const { applications } = settings;
  if (applications === undefined) return settings;
  const changed = applications.map((entry) =>
    contentIdOf(entry) === contentId ? updated(entry, { expirationDate: null, ...update }) : entry,
  );
  return { ...settings, applications: withoutRepeats(changed, identityOf) };
}

/** Does the same for a video. */
export function withVideo(settings: StoredSettings, contentId: string, update: VideoUpdate): StoredSettings {
  const { videos } = settings;
  if (videos === undefined) return settings;
  const change = (entry: Video): Video =>
    entry.id === contentId ? updated(entry, { expirationDate: null, ...update }) : entry;
  return { ...settings, videos: videos.map(change) };
}

/**
 * Returns the settings with these files added or changed, new ones at the end. A file with an id replaces the one
 * with that id, or one with the same url and no id; a file without an id replaces the one with its url.
 */
export function withFiles(settings: StoredSettings, sent: readonly DeviceFile[]): StoredSettings {
  const files = sent.reduce<readonly DeviceFile[]>(
    (list, file) => withEntry(list, file, (known) => isSameFile(known, file)),
    settings.files ?? [],
  );
  return { ...settings, files: [...files] };
}

/** Returns the settings without the files with these ids and urls. */
export function withoutFiles(settings: StoredSettings, names: ReadonlySet<string>): StoredSettings {
  const { files } = settings;
  if (files === undefined) return settings;
  const isNamed = ({ id, url }: DeviceFile): boolean => names.has(url) || (id !== undefined && names.has(id));
  return { ...settings, files: files.filter((file) => !isNamed(file)) };
}

/** Returns the settings with these videos added or changed, by id; new ones at the end. */
export function withVideos(settings: StoredSettings, sent: readonly Video[]): StoredSettings {
  const videos = sent.reduce<readonly Video[]>(
    (list, video) => withEntry(list, video, ({ id }) => id === video.id),
    settings.videos ?? [],
  );
  return { ...settings, videos: [...videos] };
}

function isSameFile(known: DeviceFile, sent: DeviceFile): boolean {
  if (sent.id === undefined) return known.url === sent.url;
  return known.id === undefined ? known.url === sent.url : known.id === sent.id;
}

/**
 * Puts the entry in place of the first equal one, keeping fields that it does not name; further equal ones are
 * dropped.
 */
function withEntry<Entry extends object>(
  entries: readonly Entry[],
  sent: Entry,
  isSame: (known: Entry) => boolean,
): readonly Entry[] {
  const at = entries.findIndex(isSame);
  const known = entries[at];
  if (known === undefined) return [...entries, withoutNulls(sent)];
  const entry = updated(known, sent);
  return entries.flatMap((each, index) => {
    if (index === at) return [entry];
    return isSame(each) ? [] : [each];
  });
}

/**
 * Returns an entry with an update applied: undefined keeps a field, null removes it. A null in the entry itself
 * stays.
 */
function updated<Entry extends object>(entry: Entry, update: Update<Entry>): Entry {
  const reported = Object.entries(update).filter(([, value]) => value !== undefined);
  const cleared = new Set(reported.filter(([, value]) => value === null).map(([name]) => name));
  const merged = { ...entry, ...Object.fromEntries(reported.filter(([, value]) => value !== null)) };
  const left = Object.entries(merged).filter(([name, value]) => value === null || !cleared.has(name));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only fields that may be absent are nullable in an update
  return Object.fromEntries(left) as Entry;
}

/** Returns a new entry without its null fields. */
function withoutNulls<Entry extends object>(entry: Entry): Entry {
  const reported = Object.entries(entry).filter(([, value]) => value !== null);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only fields that may be absent are nullable in an entry
  return Object.fromEntries(reported) as Entry;
}
