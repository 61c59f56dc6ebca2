import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';

import type { Digest, Digests } from '../digest/digest.ts';
import { StorageError } from '../../kernel/store/storage-error.ts';
import type { LibraryFiles } from '../library/files.ts';

/** What arrives is flushed to disk each time it passes a multiple of this: after a power cut that much of it counts. */
export const FLUSH_BYTES = 32 * 1024 * 1024;
/** The digesting thread hears of growth in steps of about this. */
const TELL_BYTES = 1024 * 1024;
/** A source that says nothing for so long has gone. */
const STALL_MS = 60_000;

/** The source went away before its end; what arrived is kept. */
export class CutOffError extends Error {
  override readonly name = 'CutOffError';
}

/** The source has more to give than was announced. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/** What is to be taken in. */
export type Intake = {
  readonly id: string;
  readonly source: Readable;
  /** It may have no more bytes than this in all; less is for the caller to judge. */
  readonly mostBytes: number;
  /** Breaks it off. */
  readonly signal: AbortSignal;
  /** Told how much there is in all, often. */
  readonly onProgress?: (totalBytes: number) => void;
};

/** Takes bytes in, at the pace of the disk, and knows how much room what is on its way will need. */
export class Arrivals {
  readonly #files: LibraryFiles;
  readonly #digests: Digests;
  /** What was written in this run of the station; of what is from before only flushed bytes count. */
  readonly #known = new Set<string>();
  readonly #expected = new Map<string, number>();
  readonly #busy = new Set<string>();

  constructor(files: LibraryFiles, digests: Digests) {
    this.#files = files;
    this.#digests = digests;
  }

  /** How many are coming in just now. */
  get count(): number {
    return this.#busy.size;
  }

  /** Whether somebody is writing to it just now. */
  isBusy(id: string): boolean {
    return this.#busy.has(id);
  }

  /** Whether it is being written, or was written and not yet put in its place. */
  isInHand(id: string): boolean {
    return this.#known.has(id);
  }

  /** How much has safely arrived: where to go on. */
  async offset(id: string): Promise<number> {
    if (!this.#known.has(id)) {
      await this.#files.rewind(id, FLUSH_BYTES);
      this.#known.add(id);
    }
    return this.#files.arrivedBytes(id);
  }

  /** Keeps room for bytes that are announced. @throws {StorageError} where the disk has not enough for all that is on its way. */
  async reserve(id: string, moreBytes: number): Promise<void> {
    const others = [...this.#expected].filter(([each]) => each !== id);
    const promised = others.reduce((sum, [, bytes]) => sum + bytes, 0);
    const free = await this.#files.freeBytes();
    if (moreBytes > free - promised) throw new StorageError('STORAGE_FULL', new Error('Not enough space'));
    this.#expected.set(id, moreBytes);
  }

  /**
   * Writes everything that the source gives behind what is there, and answers how much there is then; flushed.
   *
   * @throws {StorageError} {CutOffError} {TooLongError} what arrived until then is kept.
   */
  async take(intake: Intake): Promise<number> {
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

  /** The digest of what has arrived, once it is complete. */
  digest(id: string, sizeBytes: number): Promise<Digest> {
    return this.#digests.ended(id, this.#files.arrivingPath(id), sizeBytes);
  }

  /** Nothing more of it is expected; its bytes stay. */
  release(id: string): void {
    this.#expected.delete(id);
    this.#digests.dropped(id);
  }

  /** Throws it away. */
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
    let [total, told, flushed] = [from, 0, from];
    for await (const chunk of chunksOf(source, signal)) {
      total += chunk.length;
      if (total > mostBytes) throw new TooLongError('More bytes than were announced');
      await onDisk(() => file.appendFile(chunk));
      onProgress?.(total);
      if (total - told < TELL_BYTES) continue;
      told = total;
      this.#digests.grown(id, path, total);
      if (Math.floor(total / FLUSH_BYTES) === Math.floor(flushed / FLUSH_BYTES)) continue;
      flushed = total;
      await onDisk(() => file.datasync());
      await this.#reckon(id, mostBytes - total);
    }
    return total;
  }

  /** Looks at the disk again: others write to it too, and not every source says how much it has. */
  async #reckon(id: string, leftBytes: number): Promise<void> {
    if (this.#expected.has(id)) this.#expected.set(id, leftBytes);
    if ((await this.#files.freeBytes()) === 0) {
      throw new StorageError('STORAGE_FULL', new Error('The disk has filled up'));
    }
  }
}

/** What a source gives, without closing it in the end: whoever sent it still gets an answer. */
async function* chunksOf(source: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  const stop = (): void => void source.destroy(new CutOffError('It was broken off'));
  const timer = setTimeout(() => source.destroy(new CutOffError('No data arrived for a minute')), STALL_MS);
  timer.unref();
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) throw new CutOffError('It was broken off');
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      yield chunk;
      timer.refresh();
    }
  } catch (error) {
    throw error instanceof CutOffError ? error : new CutOffError('The other side hung up', { cause: error });
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

/** A disk that refuses, in the store's own terms. */
function toStorage(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return new StorageError(isFull ? 'STORAGE_FULL' : 'STORAGE_UNAVAILABLE', error);
}
