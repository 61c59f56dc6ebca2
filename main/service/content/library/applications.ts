import { etagOf } from '../apps/etag.ts';
import type { LocalApplications } from '../apps/local.ts';
import type { LibraryStore } from '../files/store.ts';

/** Names and images of applications from the APKs of the library; those of the newest version are current. */
export function libraryApplications(store: LibraryStore): LocalApplications {
  return {
    findName(packageName) {
      const label = store.factsOfPackage(packageName)?.label ?? undefined;
      return label === undefined ? undefined : { fact: label, isCurrent: true };
    },
    findImage(packageName) {
      const bytes = store.factsOfPackage(packageName)?.icon ?? undefined;
      return bytes === undefined ? undefined : { fact: { bytes, etag: etagOf(bytes) }, isCurrent: true };
    },
  };
}
