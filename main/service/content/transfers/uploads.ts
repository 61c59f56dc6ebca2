import { type LibraryKind, MAX_FILE_BYTES } from '../../../../shared/contract/content/library.ts';
import { kindOf } from '../files/names.ts';
import type { Core } from '../../kernel/kernel.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Bytes } from '../../kernel/http/routes/mount-bytes.ts';
import { newId } from '../../kernel/new-id.ts';
import { type Arrivals, CutOffError, TooLongError } from '../files/arrivals.ts';
import type { BlobStore, Shelved } from '../files/blob-store.ts';
import type { Upload, UploadStore } from './upload-store.ts';

/** Maximum number of open uploads per organisation. */
const MAX_OPEN = 100;
/** An upload without activity for this long is discarded, in ms. */
export const UPLOAD_LIFE_MS = 24 * 60 * 60_000;

/** What is announced about bytes before they arrive. */
export type Announced = {
  readonly name: string;
  readonly kind: LibraryKind | null;
  readonly sha256: string | null;
  readonly replacedUrl: string | null;
};

/** The state of an upload after a part. */
export type Continued = {
  readonly upload: Upload;
  readonly offset: number;
  readonly shelved: Shelved | null;
};

type Refusal = Failure<'VALIDATION_FAILED' | 'INVALID_VALUE' | 'BATCH_TOO_LARGE'>;

type Parts = {
  readonly core: Core;
  readonly uploads: UploadStore;
  readonly arrivals: Arrivals;
  readonly blobs: BlobStore;
};

/** Receives uploads: whole ones, which are discarded if interrupted, and ones in parts, which can be resumed. */
export class Uploads {
  readonly #parts: Parts;
  readonly #stopping = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Aborts incoming uploads. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Receives a whole file. @throws {StorageError} */
  async receiveWhole(enterpriseId: string, announced: Announced, bytes: Bytes): Promise<Shelved | Refusal> {
    const { arrivals, blobs } = this.#parts;
    const id = newId();
    try {
      const sizeBytes = await this.#receive(id, bytes, bytes.lengthBytes ?? MAX_FILE_BYTES);
      if (sizeBytes instanceof Failure) return sizeBytes;
      const { name, kind, sha256: wantedSha256, replacedUrl: sourceUrl } = announced;
      const reported = {
        id,
        enterpriseId,
        name,
        kind,
        wantedSha256,
        sourceUrl,
        sizeBytes,
        source: 'upload' as const,
      };
      return await blobs.put(reported, () => undefined);
    } finally {
      await arrivals.discard(id);
    }
  }

  /** Starts one in parts. @throws {StorageError} if there is no space for it. */
  async begin(
    enterpriseId: string,
    { name, kind, sha256, replacedUrl }: Announced,
    sizeBytes: number,
  ): Promise<Upload | Failure<'RATE_LIMITED'>> {
    const { core, uploads, arrivals } = this.#parts;
    const nowMs = core.clock.now();
    const id = newId();
    await arrivals.reserve(id, sizeBytes);
    const upload: Upload = {
      id,
      enterpriseId,
      name,
      kind: kind ?? kindOf(name).kind,
      sizeBytes,
      sha256,
      replacedUrl,
      createdAtMs: nowMs,
      touchedAtMs: nowMs,
    };
    const refusal = await core.writer.run(() => {
      if (uploads.count(enterpriseId) >= MAX_OPEN) return tooManyOpen();
      uploads.add(upload);
      return undefined;
    });
    if (refusal !== undefined) arrivals.release(id);
    return refusal ?? upload;
  }

  find(enterpriseId: string, id: string): Upload | undefined {
    return this.#parts.uploads.find(enterpriseId, id);
  }

  /** Returns how much of it has arrived. */
  offset(upload: Upload): Promise<number> {
    return this.#parts.arrivals.offset(upload.id);
  }

  /** Receives the next part; bytes before an interruption are kept. @throws {StorageError} */
  async proceed(
    upload: Upload,
    offset: number,
    bytes: Bytes,
  ): Promise<Continued | Refusal | Failure<'CONFLICT'>> {
    const { core, uploads, arrivals } = this.#parts;
    const { id, sizeBytes } = upload;
    if (arrivals.isBusy(id)) return new Failure('CONFLICT', 'Another request is sending this upload now.');
    const arrived = await arrivals.offset(id);
    if (arrived !== offset) {
      return new Failure('CONFLICT', `${arrived} bytes have arrived: resume from there.`);
    }
    const total = await this.#receive(id, bytes, sizeBytes);
    if (total instanceof Failure) return total;
    const shelved = total === sizeBytes ? await this.#complete(upload) : null;
    if (shelved instanceof Failure) return shelved;
    const touchedAtMs = core.clock.now();
    if (shelved === null) await core.writer.run(() => uploads.touch(id, touchedAtMs));
    return { upload: { ...upload, touchedAtMs }, offset: total, shelved };
  }

  /** Cancels an upload. Returns whether it existed. */
  async cancel(enterpriseId: string, id: string): Promise<boolean> {
    const { core, uploads, arrivals } = this.#parts;
    if (uploads.find(enterpriseId, id) === undefined) return false;
    const isRemoved = await core.writer.run(() => uploads.remove(id));
    await arrivals.discard(id);
    return isRemoved;
  }

  async #receive(id: string, { stream, lengthBytes }: Bytes, mostBytes: number): Promise<number | Refusal> {
    const { arrivals } = this.#parts;
    if ((lengthBytes ?? 0) > Math.min(mostBytes, MAX_FILE_BYTES)) return tooLong();
    try {
      await arrivals.reserve(id, lengthBytes ?? 0);
      return await arrivals.receive({ id, source: stream, mostBytes, signal: this.#stopping.signal });
    } catch (error) {
      if (error instanceof TooLongError) return tooLong();
      if (error instanceof CutOffError)
        return new Failure('VALIDATION_FAILED', 'The upload was interrupted.');
      throw error;
    }
  }

  async #complete(upload: Upload): Promise<Shelved | Failure<'INVALID_VALUE'>> {
    const { core, uploads, blobs } = this.#parts;
    const { id, enterpriseId, name, kind, sizeBytes, sha256, replacedUrl } = upload;
    const reported = {
      id,
      enterpriseId,
      name,
      kind,
      sizeBytes,
      wantedSha256: sha256,
      sourceUrl: replacedUrl,
    };
    const shelved = await blobs.put({ ...reported, source: 'upload' }, () => uploads.remove(id));
    // An invalid upload cannot be resumed.
    if (shelved instanceof Failure) await core.writer.run(() => uploads.remove(id));
    return shelved;
  }
}

function tooLong(): Failure<'BATCH_TOO_LARGE'> {
  return new Failure(
    'BATCH_TOO_LARGE',
    'There are more bytes than were announced, or than one file may have.',
  );
}

function tooManyOpen(): Failure<'RATE_LIMITED'> {
  return new Failure('RATE_LIMITED', `At most ${MAX_OPEN} uploads at once. Finish or cancel some.`, {
    retryAfterSec: 60,
  });
}
