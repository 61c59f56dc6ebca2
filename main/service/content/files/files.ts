import { createReadStream, existsSync, type ReadStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat, statfs, truncate, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Every file has this time, so that importing the same bytes again does not break resumed downloads. */
const FIXED_TIME = new Date('2020-01-01T00:00:00Z');

/** Space reserved for the store and the rest of the computer, in bytes. */
const SPARE_BYTES = 64 * 1024 * 1024;

/**
 * The files of the library: `<data>/library/<first two digits>/<sha256>`, mode 0600, written under another name,
 * flushed, renamed into place and never rewritten. Incomplete files are in `<data>/library/arriving/<id>`.
 */
export class LibraryFiles {
  readonly #root: string;

  constructor(dataFolder: string) {
    this.#root = join(dataFolder, 'library');
  }

  /** Returns the path for the bytes with this digest, present or not. */
  pathOf(sha256: string): string {
    return join(this.#root, sha256.slice(0, 2), sha256);
  }

  /** Reads a part of the bytes; `end` is inclusive. */
  read(sha256: string, range?: { readonly start: number; readonly end: number }): ReadStream {
    return createReadStream(this.pathOf(sha256), { highWaterMark: 1 << 20, ...range });
  }

  async has(sha256: string): Promise<boolean> {
    return (await sizeOf(this.pathOf(sha256))) !== undefined;
  }

  /** Returns the path where the bytes of an upload or a download are collected. */
  arrivingPath(id: string): string {
    return join(this.#root, 'arriving', id);
  }

  /** Returns how many bytes have arrived. */
  async arrivedBytes(id: string): Promise<number> {
    return (await sizeOf(this.arrivingPath(id))) ?? 0;
  }

  /** Opens an incomplete file for appending. */
  async openArriving(id: string) {
    const path = this.arrivingPath(id);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return open(path, 'a', 0o600);
  }

  /** Truncates a leftover file to a multiple of `stepBytes`: what is beyond may never have reached the disk. */
  async rewind(id: string, stepBytes: number): Promise<void> {
    const arrived = await this.arrivedBytes(id);
    const stored = Math.floor(arrived / stepBytes) * stepBytes;
    if (stored < arrived) await truncate(this.arrivingPath(id), stored);
  }

  /**
   * Moves a complete, flushed file into place under its digest. If the same bytes are there already, the new file is
   * removed. Both the file and its name are on disk afterwards.
   */
  async settle(id: string, sha256: string): Promise<void> {
    const from = this.arrivingPath(id);
    const to = this.pathOf(sha256);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    // A file of another size was damaged by the disk.
    if ((await sizeOf(to)) === (await sizeOf(from))) return rm(from, { force: true });
    await chmod(from, 0o600);
    await utimes(from, FIXED_TIME, FIXED_TIME);
    await rename(from, to);
    await flushFolder(dirname(to));
  }

  /** Discards the bytes of an upload or a download. */
  async discard(id: string): Promise<void> {
    await rm(this.arrivingPath(id), { force: true });
  }

  /**
   * Removes bytes. Returns whether they are gone: some systems refuse while somebody reads them, then it is done
   * later.
   */
  async remove(sha256: string): Promise<boolean> {
    try {
      await rm(this.pathOf(sha256), { force: true });
      return true;
    } catch {
      // Windows does not remove an open file; the next collection finds it again.
      return false;
    }
  }

  /** Returns how many bytes may still be added to this disk. */
  async freeBytes(): Promise<number> {
    // Before the first content there is no folder yet, and a disk that refuses writes cannot get one.
    const { bavail, bsize } = await statfs(existsSync(this.#root) ? this.#root : dirname(this.#root));
    return Math.max(0, bavail * bsize - SPARE_BYTES);
  }

  /** Returns every digest that has a file, in no order. */
  async digests(): Promise<string[]> {
    const folders = (await namesIn(this.#root)).filter((name) => /^[0-9a-f]{2}$/.test(name));
    const found = await Promise.all(folders.map((folder) => namesIn(join(this.#root, folder))));
    return found.flat().filter((name) => /^[0-9a-f]{64}$/.test(name));
  }

  /** Returns the ids of all incomplete files. */
  arriving(): Promise<string[]> {
    return namesIn(join(this.#root, 'arriving'));
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** A name is on disk once its folder is flushed. Windows does not need that. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
