import type { Settings } from '../../../../shared/contract/configuration/settings/settings.ts';

/** An entry with a URL, reduced to the fields used here. */
type Addressed = { readonly url?: string | undefined };

/** Returns the URL to download from instead of the assigned one; undefined to use the assigned one. */
export type AddressOf = (assigned: string) => string | undefined;

/**
 * Returns the settings with other URLs to download contents from; the assigned ones are kept as `originalUrl` and
 * `originalObbUrl`. Entries without a replacement stay unchanged.
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
