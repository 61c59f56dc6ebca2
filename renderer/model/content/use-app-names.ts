import { useEffect, useMemo } from 'react';
import { create } from 'zustand';

import type { LibraryEntryView } from '../../../shared/contract/content/library.ts';
import { isRefused, type Refusal } from '../../service/api.ts';
import { useFeed } from '../../service/event-feed.ts';
import { decoded } from '../words/decoded.ts';
import { nameOfItem, readLibrary } from './library.ts';

/** As many pages of a hundred as a name is looked for in. */
const PAGES = 10;
/** What was read within this time is not read again for the next screen, in ms. */
const FRESH_MS = 2_000;

/** What applications are called and which item of the library they are, as far as the library has them. */
export type AppNames = {
  readonly nameOf: (packageName: string) => string;
  /** The newest item with this package. */
  readonly itemOf: (packageName: string) => LibraryEntryView | null;
  /** Every application of the library once, newest first; null until it is read. */
  readonly items: readonly LibraryEntryView[] | null;
  readonly refusal: Refusal | null;
  readonly reload: () => Promise<void>;
};

type Known = {
  readonly items: ReadonlyMap<string, LibraryEntryView> | null;
  readonly refusal: Refusal | null;
  readonly readAtMs: number;
};

/** The applications of the library by package, for all screens of this window. */
const useLibraryApps = create<Known>(() => ({ items: null, refusal: null, readAtMs: 0 }));

async function read(): Promise<void> {
  const readAtMs = Date.now();
  useLibraryApps.setState({ readAtMs });
  const outcome = await readLibrary({ search: '', kind: 'application', pages: PAGES });
  if (isRefused(outcome)) return useLibraryApps.setState({ refusal: outcome, readAtMs: 0 });
  const items = new Map<string, LibraryEntryView>();
  for (const item of outcome.reply.items) {
    const packageName = item.apk?.packageName;
    if (packageName !== undefined && !items.has(packageName)) items.set(packageName, item);
  }
  useLibraryApps.setState({ items, refusal: null });
}

/** The names of the applications in the library, read when a screen opens and after each cut. */
export function useAppNames(): AppNames {
  const { items, refusal } = useLibraryApps();
  const isLive = useFeed(({ phase }) => phase === 'live');
  useEffect(() => {
    const known = useLibraryApps.getState();
    // Without the station what is known stays.
    if (!isLive && known.items !== null) return;
    if (Date.now() - known.readAtMs > FRESH_MS) void read();
  }, [isLive]);
  return useMemo(
    () => ({
      items: items === null ? null : [...items.values()],
      refusal,
      reload: read,
      itemOf: (packageName) => items?.get(packageName) ?? null,
      nameOf: (packageName) => nameIn(items, packageName),
    }),
    [items, refusal],
  );
}

/** What an application is called, as far as this window knows; drawn again when that is another name. */
export function useAppName(packageName: string | null): string {
  return useLibraryApps(({ items }) => nameIn(items, packageName));
}

/** What an application is called now: its label, else the last part of its package, which tells two of one maker apart. */
export function appName(packageName: string | null): string {
  return nameIn(useLibraryApps.getState().items, packageName);
}

/** Names of videos and files by their digest, which is also what headsets call them by. */
const useNamesByDigest = create<Readonly<Record<string, string>>>(() => ({}));

/** Reads what videos and files are called; answers true once that is known, so that who shows names draws again. */
export function useContentNames(): boolean {
  const isKnown = useNamesByDigest((names) => Object.keys(names).length > 0);
  useEffect(() => {
    void readLibrary({ search: '', kind: null, pages: PAGES }).then((outcome) => {
      if (isRefused(outcome)) return;
      useNamesByDigest.setState(
        Object.fromEntries(outcome.reply.items.map((item) => [item.sha256, nameOfItem(item)])),
      );
    });
  }, []);
  return isKnown;
}

const IS_DIGEST = /^[0-9a-f]{64}$/;

/** What a content is called that a headset names by its package, its digest, its file or its URL. */
export function contentName(subject: string): string {
  const named = useNamesByDigest.getState()[subject];
  if (named !== undefined) return named;
  if (IS_DIGEST.test(subject)) return `${subject.slice(0, 8)}…`;
  const item = useLibraryApps.getState().items?.get(subject);
  if (item !== undefined) return nameOfItem(item);
  const last = subject.includes('/') ? (subject.split('/').at(-1) ?? subject) : subject;
  return decoded(last);
}

function nameIn(items: Known['items'], packageName: string | null): string {
  if (packageName === null) return '';
  const item = items?.get(packageName);
  return item === undefined ? (packageName.split('.').at(-1) ?? '') : nameOfItem(item);
}
