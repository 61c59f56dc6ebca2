import type { z } from 'zod';

import { listLibrary } from '../../../shared/contract/content/library.ts';
import type { LibraryCoverage } from '../../../shared/contract/content/library-coverage.ts';
import type { LibraryEntryView } from '../../../shared/contract/content/library.ts';
import { call, isRefused, type Outcome } from '../../service/api.ts';

/** The most that one answer holds. */
const PAGE = 100;

type Listed = z.infer<typeof listLibrary.reply>;

/** A part of the library, and how much there is in all. */
export type Library = {
  readonly items: readonly LibraryEntryView[];
  /** How many match what is looked for. */
  readonly total: number;
  readonly summary: Listed['summary'];
};

/** What is looked for in the library. */
export type LibraryFilter = {
  readonly search: string;
  readonly kind: LibraryEntryView['kind'] | null;
  /** How many pages of a hundred to read. */
  readonly pages: number;
};

/** Reads the library page by page, newest first. */
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

/** What a person calls an item: the label of an application, else the name of the file. */
export function nameOfItem({ apk, name }: Pick<LibraryEntryView, 'apk' | 'name'>): string {
  return apk?.label ?? name;
}

/** Where the icon of an application is; null where there is none. */
export function iconOf({ apk }: Pick<LibraryEntryView, 'apk'>): string | null {
  return apk?.hasIcon === true ? `/apk-details/image/${encodeURIComponent(apk.packageName)}` : null;
}

/** Coverage by digest. */
export type CoverageBySha = ReadonlyMap<string, LibraryCoverage>;

/** True while bytes are on their way to some headset. */
export function isLoading(coverage: CoverageBySha): boolean {
  return [...coverage.values()].some(({ loading }) => loading > 0);
}
