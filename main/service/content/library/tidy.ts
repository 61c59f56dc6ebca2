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
  readonly core: Core;
  readonly store: LibraryStore;
  readonly uploads: UploadStore;
  readonly jobs: JobStore;
  readonly files: LibraryFiles;
  readonly arrivals: Arrivals;
  readonly mutex: Mutex;
};

/** Removes abandoned uploads and downloads, and files that a power cut left without a record. */
export async function tidy(parts: Parts): Promise<void> {
  const { core, uploads, jobs, files, arrivals, mutex } = parts;
  const nowMs = core.clock.now();
  await core.writer.run(() => {
    for (const id of uploads.stale(nowMs - UPLOAD_LIFE_MS)) if (!arrivals.isBusy(id)) uploads.remove(id);
    for (const id of jobs.expired(nowMs - JOB_LIFE_MS)) jobs.remove(id);
  });
  const left = await files.arriving();
  const wanted = new Set([...uploads.ids(), ...jobs.resumableIds()]);
  for (const id of left) if (!wanted.has(id) && !arrivals.isInHand(id)) await files.discard(id);
  await mutex.run(() => dropUnknown(parts));
}

/** Removes files without a record. Nothing is added to the library meanwhile. */
async function dropUnknown({ store, files }: Parts): Promise<void> {
  const digests = await files.digests();
  const known = new Set(store.knownDigests());
  for (const sha256 of digests) if (!known.has(sha256)) await files.remove(sha256);
}
