import type { LibraryItemView, LibraryJobView } from '../../../../shared/contract/content/library.ts';
import type { LibraryUploadView } from '../../../../shared/contract/content/library-uploads.ts';
import { PIECE_BYTES } from '../../../../shared/contract/content/library.ts';
import { toInstant, toInstantOrNull } from '../../kernel/clock.ts';
import type { Fetcher } from '../transfers/fetcher.ts';
import type { Job } from '../transfers/job-store.ts';
import type { LibraryEntry, LibraryItem } from './store.ts';
import type { Upload } from '../transfers/upload-store.ts';
import { UPLOAD_LIFE_MS } from '../transfers/uploads.ts';

/** An entry as lists show it. */
export function toEntryView(entry: LibraryEntry) {
  const { createdAtMs, fetchedAtMs, ...shown } = entry;
  return { ...shown, createdAt: toInstant(createdAtMs), fetchedAt: toInstantOrNull(fetchedAtMs) };
}

/** An item with everything that is known. */
export function toItemView(
  item: LibraryItem,
  { urls, assignedTo }: Pick<LibraryItemView, 'urls' | 'assignedTo'>,
): LibraryItemView {
  const { pieces, ...entry } = item;
  return { ...toEntryView(entry), pieces: [...pieces], pieceBytes: PIECE_BYTES, urls, assignedTo };
}

/** A fetch, with how far it is at this moment. */
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
    // What was fetching when the station stopped waits for its turn.
    status: status === 'fetching' && !fetcher.isRunning(id) ? 'waiting' : status,
    nextAttemptAt: toInstantOrNull(job.nextAttemptAtMs),
    createdAt: toInstant(job.createdAtMs),
    finishedAt: toInstantOrNull(job.finishedAtMs),
  };
}

/** An upload and how much of it has arrived. */
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
