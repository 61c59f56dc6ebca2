import type { Devices } from '../devices/index.ts';
import type { Module } from '../kernel/module.ts';
import { mountApplications } from './apps/routes.ts';
import { mountLibraryCoverage } from './coverage/routes.ts';
import { openLibrary } from './library/library.ts';
import type { LibraryFiles } from './files/files.ts';
import type { ReadyApps } from './library/ready-apps.ts';
import type { LibraryStore } from './files/store.ts';
import type { Holdings } from './serving/holdings.ts';
import { openServing, type ServingOptions } from './serving/routes.ts';

type Input = Pick<ServingOptions, 'ownEnterpriseId'> & {
  readonly dataFolder: string;
  readonly role: 'station' | 'central';
  /** URL of the backend that knows more applications; undefined = none. */
  readonly webInterface: string | undefined;
};

/** The library of apps, videos and files, and serving them to headsets. */
export type Content = Module & {
  readonly library: LibraryStore;
  readonly files: LibraryFiles;
  readonly holdings: Holdings;
  readonly readyApps: ReadyApps;
};

/** Opens the library of the data folder. */
export function openContent({ records }: Devices, input: Input): Content {
  const library = openLibrary(records, input);
  const { ownEnterpriseId, webInterface } = input;
  const serving = openServing(records, { library, ownEnterpriseId });
  const { store, applications, uploads } = library;
  const nameOf = (sha256: string, enterpriseId: string | null): string | undefined =>
    enterpriseId === null ? undefined : store.find(enterpriseId, sha256.toLowerCase())?.name;
  return {
    library: store,
    files: library.files,
    holdings: serving.holdings,
    readyApps: library.readyApps,
    names: {
      inPath: {
        sha256: nameOf,
        // Videos and files that were assigned from the library are identified by its digest.
        contentId: nameOf,
        uploadId: (id, enterpriseId) => uploads.find(enterpriseId ?? '', id)?.name,
      },
    },
    counts: () => ({ downloads: serving.sending(), uploads: library.arriving() }),
    mount(http) {
      library.mount(http);
      serving.mount(http);
      mountLibraryCoverage(http, records, store);
      mountApplications(http, records.core, { sources: [applications], webInterface });
    },
    async stop() {
      await Promise.all([library.stop(), serving.stop()]);
    },
  };
}
