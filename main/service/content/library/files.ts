import { createReadStream, type ReadStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat, statfs, truncate, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Every file has this time, so that a re-import of the same bytes breaks no resumed download. */
const FIXED_TIME = new Date('2020-01-01T00:00:00Z');

/** What the store and the rest of the computer are left, whatever is added. */
const SPARE_BYTES = 64 * 1024 * 1024;

/**
 * The files of the library: `<data>/library/<first two digits>/<sha256>`, mode 0600, written once under another name,
 * flushed, renamed into place and never rewritten. What is arriving lies in `<data>/library/arriving/<id>`.
 */
export class LibraryFiles {
  readonly #root: string;

  constructor(dataFolder: string) {
    this.#root = join(dataFolder, 'library');
  }

  /** Where the bytes with this digest lie, or would lie. */
  pathOf(sha256: string): string {
    return join(this.#root, sha256.slice(0, 2), sha256);
  }

  /** Reads a part of the bytes; `end` is the last byte that counts. */
  read(sha256: string, range?: { readonly start: number; readonly end: number }): ReadStream {
    return createReadStream(this.pathOf(sha256), { highWaterMark: 1 << 20, ...range });
  }

  async has(sha256: string): Promise<boolean> {
    return (await sizeOf(this.pathOf(sha256))) !== undefined;
  }

  /** Where the bytes of an upload or a fetch collect. */
  arrivingPath(id: string): string {
    return join(this.#root, 'arriving', id);
  }

  /** How much of it is there. */
  async arrivedBytes(id: string): Promise<number> {
    return (await sizeOf(this.arrivingPath(id))) ?? 0;
  }

  /** Opens what is arriving for writing behind what is there. */
  async openArriving(id: string) {
    const path = this.arrivingPath(id);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return open(path, 'a', 0o600);
  }

  /** Cuts what was left behind back to a multiple of `stepBytes`: what lies beyond may never have reached the disk. */
  async rewind(id: string, stepBytes: number): Promise<void> {
    const arrived = await this.arrivedBytes(id);
    const kept = Math.floor(arrived / stepBytes) * stepBytes;
    if (kept < arrived) await truncate(this.arrivingPath(id), kept);
  }

  /**
   * Puts what has arrived and was flushed in its place under its digest. Where the same bytes lie there already they
   * stay, and what arrived goes. Both the file and its name are on disk afterwards.
   */
  async settle(id: string, sha256: string): Promise<void> {
    const from = this.arrivingPath(id);
    const to = this.pathOf(sha256);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    // A file of another size is what a damaged disk left of it.
    if ((await sizeOf(to)) === (await sizeOf(from))) return rm(from, { force: true });
    await chmod(from, 0o600);
    await utimes(from, FIXED_TIME, FIXED_TIME);
    await rename(from, to);
    await flushFolder(dirname(to));
  }

  /** Throws away what has arrived of an upload or a fetch. */
  async discard(id: string): Promise<void> {
    await rm(this.arrivingPath(id), { force: true });
  }

  /** Removes bytes; answers whether they are gone. Where somebody still reads them some systems refuse: later then. */
  async remove(sha256: string): Promise<boolean> {
    try {
      await rm(this.pathOf(sha256), { force: true });
      return true;
    } catch {
      // Windows does not remove a file that is open; the next collection finds it again.
      return false;
    }
  }

  /** Bytes that may still be added to this disk. */
  async freeBytes(): Promise<number> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(this.#root);
    return Math.max(0, bavail * bsize - SPARE_BYTES);
  }

  /** Every digest that has a file, in no order. */
  async digests(): Promise<string[]> {
    const folders = (await namesIn(this.#root)).filter((name) => /^[0-9a-f]{2}$/.test(name));
    const found = await Promise.all(folders.map((folder) => namesIn(join(this.#root, folder))));
    return found.flat().filter((name) => /^[0-9a-f]{64}$/.test(name));
  }

  /** The ids of everything that is arriving or was left behind. */
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

/** A name is on disk when its folder is. Windows knows no such thing and needs none. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
