import type { z } from 'zod';

import { listLibrary, type LibraryEntryView } from '../../../shared/contract/content/library.ts';
import type { LibraryCoverage } from '../../../shared/contract/content/library-coverage.ts';
import { call, isRefused, type Outcome } from '../../service/api.ts';

/** Maximum number of items per reply. */
const PAGE = 100;

type Listed = z.infer<typeof listLibrary.reply>;

/** A part of the library, and its total. */
export type Library = {
  readonly items: readonly LibraryEntryView[];
  /** Number of matching items. */
  readonly total: number;
  readonly summary: Listed['summary'];
};

export type LibraryFilter = {
  readonly search: string;
  readonly kind: LibraryEntryView['kind'] | null;
  /** Number of pages of a hundred to load. */
  readonly pages: number;
};

/** Loads the library page by page, newest first. */
export async function readLibrary(
  { search, kind, pages }: LibraryFilter,
  signal?: AbortSignal,
): Promise<Outcome<Library, 'VALIDATION_FAILED'>> {
  const items: LibraryEntryView[] = [];
  for (let page = 1; ; page += 1) {
    const outcome = await call(listLibrary, {
      query: {
        page: String(page),
        limit: String(PAGE),
        ...(kind === null ? {} : { kind }),
        ...(search.trim() === '' ? {} : { search: search.trim() }),
      },
      ...(signal === undefined ? {} : { signal }),
    });
    if (isRefused(outcome)) return outcome;
    items.push(...outcome.reply.items);
    const { total, summary } = outcome.reply;
    if (page >= pages || items.length >= total) return { reply: { items, total, summary } };
  }
}

/** Returns the name of an item: the label of an application, else the file name. */
export function nameOfItem({ apk, name }: Pick<LibraryEntryView, 'apk' | 'name'>): string {
  return apk?.label ?? name;
}

/** Returns the URL of an application's icon; null if there is none. */
export function iconOf({ apk }: Pick<LibraryEntryView, 'apk'>): string | null {
  return apk?.hasIcon === true ? `/apk-details/image/${encodeURIComponent(apk.packageName)}` : null;
}

/** Coverage by digest. */
export type CoverageBySha = ReadonlyMap<string, LibraryCoverage>;

/** Returns true while some headset is downloading. */
export function isLoading(coverage: CoverageBySha): boolean {
  return [...coverage.values()].some(({ loading }) => loading > 0);
}
