import { useMemo } from 'react';

import type { LibraryEntryView } from '../../../shared/contract/content/library.ts';
import { useReading } from '../../service/use-reading.ts';
import { appName } from '../fleet/headset-words.ts';
import { nameOfItem, readLibrary } from './library.ts';

/** As many pages of a hundred as a name is looked for in. */
const PAGES = 10;

/** What applications are called and which item of the library they are, as far as the library has them. */
export type AppNames = {
  readonly nameOf: (packageName: string) => string;
  /** The newest item with this package. */
  readonly itemOf: (packageName: string) => LibraryEntryView | null;
};

/** The names of the applications in the library. */
export function useAppNames(): AppNames {
  const { reply } = useReading<readonly LibraryEntryView[]>(async (signal) => {
    const outcome = await readLibrary({ search: '', kind: 'application', pages: PAGES }, signal);
    return 'refused' in outcome ? outcome : { reply: outcome.reply.items };
  });
  return useMemo(() => {
    const items = new Map<string, LibraryEntryView>();
    for (const item of reply ?? []) {
      const packageName = item.apk?.packageName;
      if (packageName !== undefined && !items.has(packageName)) items.set(packageName, item);
    }
    return {
      itemOf: (packageName) => items.get(packageName) ?? null,
      nameOf(packageName) {
        const item = items.get(packageName);
        return item === undefined ? appName(packageName) : nameOfItem(item);
      },
    };
  }, [reply]);
}
