import type { Core } from '../../kernel/kernel.ts';
import type { Arrivals } from '../files/arrivals.ts';
import type { LibraryFiles } from '../files/files.ts';
import type { JobStore } from '../transfers/job-store.ts';
import type { LibraryStore } from '../files/store.ts';
import type { Mutex } from '../../kernel/mutex.ts';
import type { UploadStore } from '../transfers/upload-store.ts';
import { UPLOAD_LIFE_MS } from '../transfers/uploads.ts';

/** How long a finished download stays listed, in ms. */
const JOB_LIFE_MS = 7 * 24 * 60 * 60_000;

type Parts = {
  readonly core: Pick<Core, 'clock' | 'writer'>;
  readonly store: LibraryStore;
  readonly uploads: UploadStore;
  readonly jobs: JobStore;
  readonly files: LibraryFiles;
  readonly arrivals: Arrivals;
  readonly mutex: Mutex;
};

/** Removes abandoned uploads and downloads, and files that a power cut left without a record. */
export async function tidy(parts: Parts): Promise<void> {
  const { core, uploads, jobs, arrivals, mutex } = parts;
  const nowMs = core.clock.now();
  await core.writer.run(() => {
    for (const id of uploads.stale(nowMs - UPLOAD_LIFE_MS)) if (!arrivals.isBusy(id)) uploads.remove(id);
    for (const id of jobs.expired(nowMs - JOB_LIFE_MS)) jobs.remove(id);
  });
  // Nothing is added to the library meanwhile: what a practice cart adds has no record until it is in place.
  await mutex.run(async () => {
    await dropAbandoned(parts);
    await dropUnknown(parts);
  });
}

/** Removes the bytes of uploads and downloads that are not wanted any more. */
async function dropAbandoned({ uploads, jobs, files, arrivals }: Parts): Promise<void> {
  const left = await files.arriving();
  const wanted = new Set([...uploads.ids(), ...jobs.resumableIds()]);
  for (const id of left) if (!wanted.has(id) && !arrivals.isInHand(id)) await files.discard(id);
}

/** Removes files without a record. */
async function dropUnknown({ store, files }: Parts): Promise<void> {
  const digests = await files.digests();
  const known = new Set(store.knownDigests());
  for (const sha256 of digests) if (!known.has(sha256)) await files.remove(sha256);
}
