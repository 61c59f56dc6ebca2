import type { FastifyInstance } from 'fastify';

import { Digests } from '../digest/digest.ts';
import { GuardedClient } from '../../kernel/outgoing/guarded-client.ts';
import type { LocalApplications } from '../apps/local.ts';
import type { Records } from '../../devices/index.ts';
import { Arrivals } from '../files/arrivals.ts';
import { Collector } from './collect.ts';
import { Fetcher } from '../transfers/fetcher.ts';
import { LibraryFiles } from '../files/files.ts';
import { openJobStore } from '../transfers/job-store.ts';
import { Readiness } from './readiness.ts';
import { ReadyApps } from './ready-apps.ts';
import { mountLibraryRoutes } from './routes.ts';
import { BlobStore } from '../files/blob-store.ts';
import { openLibraryStore, type LibraryStore } from '../files/store.ts';
import { tidy } from './tidy.ts';
import { Mutex } from '../../kernel/mutex.ts';
import { openUploadStore, type UploadStore } from '../transfers/upload-store.ts';
import { Uploads } from '../transfers/uploads.ts';
import { etagOf } from '../apps/etag.ts';

/** Delay after the start before leftovers are checked and downloads resume, in ms, so as not to slow the start down. */
const FIRST_CHECK_MS = 250;
const TIDY_EVERY_MS = 60 * 60_000;
const CONNECTIONS = 4;

/** The running content library. */
export type Library = {
  /** Serves `/station/library`. */
  mount(http: FastifyInstance): void;
  readonly store: LibraryStore;
  readonly files: LibraryFiles;
  readonly uploads: UploadStore;
  /** Adds and removes applications that this program brings itself. */
  readonly readyApps: ReadyApps;
  /** Names and images of the applications in it. */
  readonly applications: LocalApplications;
  /** Returns how many files are arriving now. */
  arriving(): number;
  /** Aborts what is arriving; downloads and partial uploads resume after the next start. */
  stop(): Promise<void>;
};

/** Opens the library of `dataFolder`. */
export function openLibrary(
  records: Records,
  { dataFolder, role }: { readonly dataFolder: string; readonly role: 'station' | 'central' },
): Library {
  const { core } = records;
  const store = openLibraryStore(core.db);
  const jobs = openJobStore(core.db);
  const uploadStore = openUploadStore(core.db);
  const files = new LibraryFiles(dataFolder);
  const digests = new Digests();
  const arrivals = new Arrivals(files, digests);
  const mutex = new Mutex();
  const blobs = new BlobStore({ core, store, files, arrivals, mutex });
  // In a school, content may be on a server of its own network; a central downloads from the internet only.
  const policy = role === 'station' ? 'anyReceiver' : 'publicOnly';
  const client = new GuardedClient({ policy, connections: CONNECTIONS });
  const fetcher = new Fetcher({ core, jobs, arrivals, blobs, client });
  const uploads = new Uploads({ core, uploads: uploadStore, arrivals, blobs });
  const collector = new Collector({ records, store, files, mutex });
  const readiness = new Readiness({ records, store, jobs, fetcher });

  let tidying = Promise.resolve();
  const tidyUp = (): void => {
    tidying = tidy({ core, store, uploads: uploadStore, jobs, files, arrivals, mutex }).catch(
      (error: unknown) => core.log.warn({ err: error }, 'the library could not be tidied up'),
    );
  };
  let firstCheck: NodeJS.Timeout | undefined;
  let regularly: NodeJS.Timeout | undefined;
  const begin = (): void => {
    firstCheck = setTimeout(() => {
      fetcher.start();
      tidyUp();
    }, FIRST_CHECK_MS).unref();
    regularly = setInterval(tidyUp, TIDY_EVERY_MS).unref();
  };
  return {
    mount(http) {
      // Not before the whole station is open: if that fails, the store is closed.
      http.addHook('onReady', async () => begin());
      mountLibraryRoutes(http, { records, store, files, jobs, uploads, fetcher, collector, readiness });
    },
    store,
    files,
    uploads: uploadStore,
    readyApps: new ReadyApps({ core, store, files, collector, mutex }),
    applications: libraryApplications(store),
    arriving: () => arrivals.count,
    async stop() {
      clearTimeout(firstCheck);
      clearInterval(regularly);
      uploads.stop();
      // Gigabytes may still have to be digested: that is restarted later rather than awaited.
      await Promise.all([fetcher.stop(), tidying, digests.close()]);
    },
  };
}

/** Names and images of applications from the APKs of the library; those of the newest version are current. */
function libraryApplications(store: LibraryStore): LocalApplications {
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
