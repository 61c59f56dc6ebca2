import type { LibraryKind } from '../../../../shared/contract/content/library.ts';
import { kindOf } from './names.ts';
import { readAppApart } from '../apk/apk.ts';
import type { Core } from '../../kernel/kernel.ts';
import { Failure } from '../../kernel/failure.ts';
import { toWebp } from '../pictures/pictures.ts';
import type { Arrivals } from './arrivals.ts';
import type { LibraryFiles } from './files.ts';
import type { LibraryItem, LibraryStore, NewFile } from './store.ts';
import type { Mutex } from '../../kernel/mutex.ts';

/** A complete received file, and the known facts about it. */
export type Arrived = {
  readonly id: string;
  readonly sizeBytes: number;
  /** The digest it must have; null = any. */
  readonly wantedSha256: string | null;
  readonly enterpriseId: string;
  readonly name: string;
  /** Null: derived from its name. */
  readonly kind: LibraryKind | null;
  readonly source: 'upload' | 'url';
  readonly sourceUrl: string | null;
};

/** The result for it. */
export type Shelved = { readonly item: LibraryItem; readonly isNew: boolean };

type Parts = {
  readonly core: Core;
  readonly store: LibraryStore;
  readonly files: LibraryFiles;
  readonly arrivals: Arrivals;
  readonly mutex: Mutex;
};

/**
 * Adds complete files to the library: checks them, reads APKs, stores bytes once, and adds an item to the
 * organisation.
 */
export class BlobStore {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Runs `also` in the transaction that creates the item. Bytes with another digest than expected are discarded: 400.
   *
   * @throws {StorageError} if the disk refuses; the bytes are kept.
   */
  async put(arrived: Arrived, also: (sha256: string) => void): Promise<Shelved | Failure<'INVALID_VALUE'>> {
    const { arrivals, mutex, files } = this.#parts;
    const { id, wantedSha256, sizeBytes } = arrived;
    const digest = await arrivals.digest(id, sizeBytes);
    if (wantedSha256 !== null && digest.sha256 !== wantedSha256) {
      await arrivals.discard(id);
      return new Failure('INVALID_VALUE', 'The SHA-256 of these bytes does not match. Nothing was stored.');
    }
    const file = { ...digest, sizeBytes, ...(await this.#read(arrived, digest.sha256)) };
    const shelved = await mutex.run(async () => {
      await files.settle(id, digest.sha256);
      return this.#write(arrived, file, also);
    });
    await arrivals.discard(id);
    return shelved;
  }

  /** Returns the facts of an app; nothing if it is none, or was read before. */
  async #read(
    { id, name, kind, sizeBytes }: Arrived,
    sha256: string,
  ): Promise<Pick<NewFile, 'apk' | 'finding' | 'icon'>> {
    const noDetails = { apk: null, finding: null, icon: null };
    if (sizeBytes === 0) return { ...noDetails, finding: 'EMPTY' };
    if ((kind ?? kindOf(name).kind) !== 'application') return noDetails;
    const known = this.#parts.store.readingOf(sha256);
    if (known !== undefined && (known.apk !== null || known.finding !== null))
      return { ...known, icon: null };
    const { files } = this.#parts;
    const reading = await readAppApart(files.arrivingPath(id), {
      scratchPath: files.arrivingPath(`${id}-part`),
      freeBytes: () => files.freeBytes(),
    });
    if ('finding' in reading) return { ...noDetails, finding: reading.finding };
    return { apk: reading.facts, finding: null, icon: await this.#toIcon(reading.icon) };
  }

  async #toIcon(picture: Uint8Array | null): Promise<Uint8Array | null> {
    if (picture === null) return null;
    try {
      return await toWebp(picture);
    } catch (error) {
      this.#parts.core.log.info({ err: error }, 'the icon of an application could not be read');
      return null;
    }
  }

  #write(arrived: Arrived, file: NewFile, also: (sha256: string) => void): Promise<Shelved> {
    const { core, store } = this.#parts;
    const { enterpriseId, name, source, sourceUrl } = arrived;
    const { kind, mediaType } = kindOf(name);
    const wanted = arrived.kind ?? kind;
    const nowMs = core.clock.now();
    return core.writer.run(() => {
      store.addFile(file, nowMs);
      const isNew = store.add({
        enterpriseId,
        sha256: file.sha256,
        name,
        // A file that cannot be read as an APK is stored as a plain file.
        kind: file.finding === null ? wanted : 'file',
        mediaType,
        source,
        sourceUrl,
        fetchedAtMs: source === 'url' ? nowMs : null,
        createdAtMs: nowMs,
      });
      also(file.sha256);
      const item = store.find(enterpriseId, file.sha256);
      if (item === undefined) throw new Error('An item that was just added is not there');
      return { item, isNew };
    });
  }
}
