import type { LibraryItemView, LibraryJobView } from '../../../../shared/contract/content/library.ts';
import type { LibraryUploadView } from '../../../../shared/contract/content/library-uploads.ts';
import { PIECE_BYTES } from '../../../../shared/contract/content/library.ts';
import { toInstant, toInstantOrNull } from '../../kernel/clock.ts';
import type { Fetcher } from '../transfers/fetcher.ts';
import type { Job } from '../transfers/job-store.ts';
import type { LibraryEntry, LibraryItem } from '../files/store.ts';
import type { Upload } from '../transfers/upload-store.ts';
import { UPLOAD_LIFE_MS } from '../transfers/uploads.ts';

/** Returns an entry as in lists. */
export function toEntryView(entry: LibraryEntry) {
  const { createdAtMs, fetchedAtMs, ...shown } = entry;
  return { ...shown, createdAt: toInstant(createdAtMs), fetchedAt: toInstantOrNull(fetchedAtMs) };
}

/** Returns an item with all details. */
export function toItemView(
  item: LibraryItem,
  { urls, assignedTo }: Pick<LibraryItemView, 'urls' | 'assignedTo'>,
): LibraryItemView {
  const { pieces, ...entry } = item;
  return { ...toEntryView(entry), pieces: [...pieces], pieceBytes: PIECE_BYTES, urls, assignedTo };
}

/** Returns a download, with its current progress. */
export function toJobView(job: Job, fetcher: Fetcher): LibraryJobView {
  const { id, url, name, kind, status, totalBytes, attempts, error, sha256 } = job;
  return {
    id,
    url,
    name,
    kind,
    totalBytes,
    attempts,
    error,
    sha256,
    ...fetcher.progressOf(job),
    // A download that was running when the station stopped is queued.
    status: status === 'fetching' && !fetcher.isRunning(id) ? 'waiting' : status,
    nextAttemptAt: toInstantOrNull(job.nextAttemptAtMs),
    createdAt: toInstant(job.createdAtMs),
    finishedAt: toInstantOrNull(job.finishedAtMs),
  };
}

/** Returns an upload and how much of it has arrived. */
export function toUploadView(upload: Upload, offset: number): LibraryUploadView {
  const { id, name, kind, sizeBytes, createdAtMs, touchedAtMs } = upload;
  return {
    id,
    name,
    kind,
    sizeBytes,
    offset,
    createdAt: toInstant(createdAtMs),
    expiresAt: toInstant(touchedAtMs + UPLOAD_LIFE_MS),
  };
}
