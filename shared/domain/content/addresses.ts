import type { Settings } from '../../contract/configuration/settings.ts';

/** An entry with an address, as far as this is about it. */
type Addressed = { readonly url?: string | undefined };

/** The address to fetch from in place of an assigned one; undefined where that is to be used as it is. */
export type AddressOf = (assigned: string) => string | undefined;

/**
 * The settings with other addresses to fetch contents from; the assigned ones stand beside them as `originalUrl` and
 * `originalObbUrl`. Entries for which there is none stay as they are.
 */
export function withAddresses(settings: Settings, addressOf: AddressOf): Settings {
  const { applications, videos, files } = settings;
  return {
    ...settings,
    ...(applications === undefined
      ? {}
      : { applications: applications.map((entry) => withObb(withUrl(entry, addressOf), addressOf)) }),
    ...(videos === undefined ? {} : { videos: videos.map((entry) => withUrl(entry, addressOf)) }),
    ...(files === undefined ? {} : { files: files.map((entry) => withUrl(entry, addressOf)) }),
  };
}

function withUrl<Entry extends Addressed>(entry: Entry, addressOf: AddressOf): Entry {
  const url = entry.url === undefined ? undefined : addressOf(entry.url);
  return url === undefined ? entry : { ...entry, url, originalUrl: entry.url };
}

function withObb(entry: NonNullable<Settings['applications']>[number], addressOf: AddressOf): typeof entry {
  const { obbUrl } = entry;
  const own = typeof obbUrl === 'string' ? addressOf(obbUrl) : undefined;
  return own === undefined || typeof obbUrl !== 'string'
    ? entry
    : { ...entry, obbUrl: own, originalObbUrl: obbUrl };
}
