import { contentIdOf, type AssignedContent } from '../../devices/inventory.ts';
import { type Application, type DeviceFile, identityOf, type Video, withoutRepeats } from './entries.ts';
import type { KeptSettings } from './kept.ts';

/** What an update of a content says: absent fields stay, null clears. */
type Update<Entry> = { readonly [Field in keyof Entry]?: Entry[Field] | null | undefined };

export type ApplicationUpdate = Update<Omit<Application, 'id' | 'deployment'>>;
export type VideoUpdate = Update<Omit<Video, 'id' | 'deployment'>>;

/** The settings without the contents that `isIt` names, whatever their kind. */
export function withoutContents(
  settings: KeptSettings,
  isIt: (entry: AssignedContent) => boolean,
): KeptSettings {
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
 * The settings with every entry of an application changed. Entries that are then the same are one.
 * An absent `expirationDate` removes the limit. Source: interface.md "Contents".
 */
export function withApplication(
  settings: KeptSettings,
  contentId: string,
  update: ApplicationUpdate,
): KeptSettings {
  const { applications } = settings;
  if (applications === undefined) return settings;
  const changed = applications.map((entry) =>
    contentIdOf(entry) === contentId ? updated(entry, { expirationDate: null, ...update }) : entry,
  );
  return { ...settings, applications: withoutRepeats(changed, identityOf) };
}

/** The same for a video. */
export function withVideo(settings: KeptSettings, contentId: string, update: VideoUpdate): KeptSettings {
  const { videos } = settings;
  if (videos === undefined) return settings;
  const change = (entry: Video): Video =>
    entry.id === contentId ? updated(entry, { expirationDate: null, ...update }) : entry;
  return { ...settings, videos: videos.map(change) };
}

/**
 * The settings with these files added or changed, new ones at the end. A file with an id takes the place of the one with
 * that id, or of one at the same url without an id; a file without an id that of the one at its url.
 */
export function withFiles(settings: KeptSettings, sent: readonly DeviceFile[]): KeptSettings {
  const files = sent.reduce<readonly DeviceFile[]>(
    (list, file) => withEntry(list, file, (known) => isSameFile(known, file)),
    settings.files ?? [],
  );
  return { ...settings, files: [...files] };
}

/** The settings without the files that these ids and urls name. */
export function withoutFiles(settings: KeptSettings, names: ReadonlySet<string>): KeptSettings {
  const { files } = settings;
  if (files === undefined) return settings;
  const isNamed = ({ id, url }: DeviceFile): boolean => names.has(url) || (id !== undefined && names.has(id));
  return { ...settings, files: files.filter((file) => !isNamed(file)) };
}

/** The settings with these videos added or changed, by id; new ones at the end. */
export function withVideos(settings: KeptSettings, sent: readonly Video[]): KeptSettings {
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

/** The entry in the place of the first that is the same, with the fields that it does not name; others are dropped. */
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

/** An entry with the fields of an update: undefined stays, null leaves the field out; one that says null stays too. */
function updated<Entry extends object>(entry: Entry, update: Update<Entry>): Entry {
  const said = Object.entries(update).filter(([, value]) => value !== undefined);
  const cleared = new Set(said.filter(([, value]) => value === null).map(([name]) => name));
  const merged = { ...entry, ...Object.fromEntries(said.filter(([, value]) => value !== null)) };
  const left = Object.entries(merged).filter(([name, value]) => value === null || !cleared.has(name));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only fields that may be absent are nullable in an update
  return Object.fromEntries(left) as Entry;
}

/** A new entry without the fields that say that there is nothing. */
function withoutNulls<Entry extends object>(entry: Entry): Entry {
  const said = Object.entries(entry).filter(([, value]) => value !== null);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only fields that may be absent are nullable in an entry
  return Object.fromEntries(said) as Entry;
}
