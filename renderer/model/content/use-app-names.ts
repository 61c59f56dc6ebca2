import { useCallback, useEffect, useMemo } from 'react';
import { create } from 'zustand';

import type { LibraryEntryView } from '../../../shared/contract/content/library.ts';
import { isRefused, type Refusal } from '../../service/api.ts';
import { useFeed } from '../../service/event-feed.ts';
import { decoded } from './decoded.ts';
import { nameOfItem, readLibrary } from './library.ts';

/** Maximum number of pages of a hundred that are searched for names. */
const PAGES = 10;
/** Names loaded within this time are not loaded again for the next screen, in ms. */
const FRESH_MS = 2_000;

/** Names of applications and their library items. */
export type AppNames = {
  readonly nameOf: (packageName: string) => string;
  /** Returns the newest item with this package. */
  readonly itemOf: (packageName: string) => LibraryEntryView | null;
  /** Every application of the library once, newest first; null until loaded. */
  readonly items: readonly LibraryEntryView[] | null;
  readonly refusal: Refusal | null;
  readonly reload: () => Promise<void>;
};

type Known = {
  readonly items: ReadonlyMap<string, LibraryEntryView> | null;
  /** By the names of their files, under which headsets report downloads. */
  readonly byFile: ReadonlyMap<string, LibraryEntryView>;
  readonly refusal: Refusal | null;
  readonly readAtMs: number;
};

/** The applications of the library by package, for all screens of this window. */
const useLibraryApps = create<Known>(() => ({
  items: null,
  byFile: new Map(),
  refusal: null,
  readAtMs: 0,
}));

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
  const byFile = new Map(outcome.reply.items.map((item) => [item.name, item]));
  useLibraryApps.setState({ items, byFile, refusal: null });
}

/** Returns the names of applications in the library, loaded when a screen opens and after each disconnection. */
export function useAppNames(): AppNames {
  const { items, refusal } = useLibraryApps();
  const isLive = useFeed(({ phase }) => phase === 'live');
  useEffect(() => {
    const known = useLibraryApps.getState();
    // Without the station the known names stay.
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

/** Returns the name of an application; re-renders when it changes. */
export function useAppName(packageName: string | null): string {
  return useLibraryApps(({ items }) => nameIn(items, packageName));
}

/**
 * Returns the name of an application: its label, else the last part of its package, which distinguishes two of one
 * manufacturer.
 */
export function appName(packageName: string | null): string {
  return nameIn(useLibraryApps.getState().items, packageName);
}

/**
 * Returns what names an application by its library item, null if there is none; for texts on many rows. Loads the names
 * once, if no screen has.
 */
export function useLibraryNames(): (packageName: string) => string | null {
  const items = useLibraryApps((known) => known.items);
  useEffect(() => {
    const known = useLibraryApps.getState();
    if (known.items === null && Date.now() - known.readAtMs > FRESH_MS) void read();
  }, []);
  return useCallback(
    (packageName) => {
      const item = items?.get(packageName);
      return item === undefined ? null : nameOfItem(item);
    },
    [items],
  );
}

/** Names of videos and files by their digest, which headsets also report. */
const useNamesByDigest = create<Readonly<Record<string, string>>>(() => ({}));

/** Loads the names of videos and files; returns true once known, so that callers re-render. */
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

/** Returns the name of a content that a headset reports by package, digest, file or URL: that of the library, if any. */
export function contentName(subject: string): string {
  const named = useNamesByDigest.getState()[subject];
  if (named !== undefined) return named;
  if (IS_DIGEST.test(subject)) return `${subject.slice(0, 8)}…`;
  const item = useLibraryApps.getState().items?.get(subject);
  if (item !== undefined) return nameOfItem(item);
  const last = subject.includes('/') ? (subject.split('/').at(-1) ?? subject) : subject;
  const file = decoded(last);
  const app = useLibraryApps.getState().byFile.get(file);
  return app === undefined ? file : nameOfItem(app);
}

function nameIn(items: Known['items'], packageName: string | null): string {
  if (packageName === null) return '';
  const item = items?.get(packageName);
  return item === undefined ? (packageName.split('.').at(-1) ?? '') : nameOfItem(item);
}

/** Returns a text with a capital first letter. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
