import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';

import type { Digest, Digests } from '../digest/digest.ts';
import { StorageError } from '../../kernel/store/storage-error.ts';
import type { LibraryFiles } from './files.ts';

/** Arriving bytes are flushed to disk at multiples of this: after a power cut only the flushed bytes count. */
export const FLUSH_BYTES = 32 * 1024 * 1024;
/** The digesting thread is notified of growth in steps of about this. */
const PUBLISH_BYTES = 1024 * 1024;
/** A source that sends nothing for this long is gone, in ms. */
const STALL_MS = 60_000;

/** The source disconnected before its end; the received bytes are kept. */
export class CutOffError extends Error {
  override readonly name = 'CutOffError';
}

/** The source sends more than it announced. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/** A file to receive. */
export type Intake = {
  readonly id: string;
  readonly source: Readable;
  /** Maximum size; whether fewer bytes are enough is up to the caller. */
  readonly mostBytes: number;
  readonly signal: AbortSignal;
  /** Called often with the number of bytes so far. */
  readonly onProgress?: (totalBytes: number) => void;
};

/** Receives bytes, at the pace of the disk, and reserves the space that arriving files will need. */
export class Arrivals {
  readonly #files: LibraryFiles;
  readonly #digests: Digests;
  /** Files written in this run of the station; of older ones only flushed bytes count. */
  readonly #known = new Set<string>();
  readonly #expected = new Map<string, number>();
  readonly #busy = new Set<string>();

  constructor(files: LibraryFiles, digests: Digests) {
    this.#files = files;
    this.#digests = digests;
  }

  /** Number of files arriving now. */
  get count(): number {
    return this.#busy.size;
  }

  /** Returns whether it is being written to now. */
  isBusy(id: string): boolean {
    return this.#busy.has(id);
  }

  /** Returns whether it is being written, or is complete and not yet in the library. */
  isInHand(id: string): boolean {
    return this.#known.has(id);
  }

  /** Returns how much has safely arrived: the offset to resume from. */
  async offset(id: string): Promise<number> {
    if (!this.#known.has(id)) {
      await this.#files.rewind(id, FLUSH_BYTES);
      this.#known.add(id);
    }
    return this.#files.arrivedBytes(id);
  }

  /**
   * Reserves space for announced bytes.
   * @throws {StorageError} if the disk has too little for all arriving files.
   */
  async reserve(id: string, moreBytes: number): Promise<void> {
    const others = [...this.#expected].filter(([each]) => each !== id);
    const promised = others.reduce((sum, [, bytes]) => sum + bytes, 0);
    const free = await this.#files.freeBytes();
    if (moreBytes > free - promised) throw new StorageError('STORAGE_FULL', new Error('Not enough space'));
    this.#expected.set(id, moreBytes);
  }

  /**
   * Appends everything from the source, and returns the total size; flushed.
   *
   * @throws {StorageError} {CutOffError} {TooLongError} the bytes received until then are kept.
   */
  async receive(intake: Intake): Promise<number> {
    const { id } = intake;
    this.#busy.add(id);
    try {
      const from = await this.offset(id);
      await using file = await onDisk(() => this.#files.openArriving(id));
      try {
        return await this.#write(intake, file, from);
      } finally {
        await onDisk(() => file.datasync());
      }
    } finally {
      this.#busy.delete(id);
    }
  }

  /** Returns the digest of a complete file. */
  digest(id: string, sizeBytes: number): Promise<Digest> {
    return this.#digests.ended(id, this.#files.arrivingPath(id), sizeBytes);
  }

  /** Ends the reservation; the bytes stay. */
  release(id: string): void {
    this.#expected.delete(id);
    this.#digests.dropped(id);
  }

  /** Discards it. */
  async discard(id: string): Promise<void> {
    this.release(id);
    await this.#files.discard(id);
    this.#known.delete(id);
  }

  async #write(
    { id, source, mostBytes, signal, onProgress }: Intake,
    file: FileHandle,
    from: number,
  ): Promise<number> {
    const path = this.#files.arrivingPath(id);
    let [total, published, flushed] = [from, 0, from];
    for await (const chunk of chunksOf(source, signal)) {
      total += chunk.length;
      if (total > mostBytes) throw new TooLongError('More bytes than were announced');
      await onDisk(() => file.appendFile(chunk));
      onProgress?.(total);
      if (total - published < PUBLISH_BYTES) continue;
      published = total;
      this.#digests.grown(id, path, total);
      if (Math.floor(total / FLUSH_BYTES) === Math.floor(flushed / FLUSH_BYTES)) continue;
      flushed = total;
      await onDisk(() => file.datasync());
      await this.#checkFreeSpace(id, mostBytes - total);
    }
    return total;
  }

  /** Checks the disk again, because others write to it too, and not every source announces its size. */
  async #checkFreeSpace(id: string, leftBytes: number): Promise<void> {
    if (this.#expected.has(id)) this.#expected.set(id, leftBytes);
    if ((await this.#files.freeBytes()) === 0) {
      throw new StorageError('STORAGE_FULL', new Error('The disk has filled up'));
    }
  }
}

/** Yields from a source without closing it at the end, so that its sender still gets a reply. */
async function* chunksOf(source: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  const stop = (): void => void source.destroy(new CutOffError('It was interrupted'));
  const timer = setTimeout(() => source.destroy(new CutOffError('No data arrived for a minute')), STALL_MS);
  timer.unref();
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) throw new CutOffError('It was interrupted');
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      yield chunk;
      timer.refresh();
    }
  } catch (error) {
    throw error instanceof CutOffError
      ? error
      : new CutOffError('The other side closed the connection', { cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toStorage(error);
  }
}

/** Converts a disk error into one of the store. */
function toStorage(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return new StorageError(isFull ? 'STORAGE_FULL' : 'STORAGE_UNAVAILABLE', error);
}
