import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { Fetcher } from '../../agent/contents/fetcher.ts';
import type { Wanted } from '../../agent/contents/wanted.ts';
import { Semaphore } from '../../agent/semaphore.ts';

/** A file of a content on this computer. */
export type LocalFile = Readonly<{ path: string; sizeBytes: number; sha256: string; name: string }>;

/** Called with the number of bytes so far, and the known total; 0: unknown. */
type OnProgress = (arrivedBytes: number, totalBytes: number) => void;

type Copy = {
  users: number;
  readonly listeners: Set<OnProgress>;
  readonly ended: AbortController;
  readonly folder: string;
  readonly files: Promise<readonly LocalFile[]>;
};

/** How many headsets receive contents at once over each kind of connection: more only make each of them slower. */
const AT_ONCE = { usb: 16, wifi: 4 } as const;

/**
 * Contents on this computer on their way to headsets: one that thirty headsets want is downloaded once, and deleted when
 * the last of them has it.
 */
export class LocalCopies {
  /** Limits how many headsets receive contents at once. */
  readonly lanes = { usb: new Semaphore(AT_ONCE.usb), wifi: new Semaphore(AT_ONCE.wifi) };
  readonly #folder: string;
  readonly #copies = new Map<string, Copy>();

  /** `folder` belongs to it alone: what a killed station left there is deleted. */
  constructor(folder: string) {
    this.#folder = folder;
    rmSync(folder, { recursive: true, force: true });
  }

  /**
   * Calls `work` with the files of a content, which it downloads unless another headset does.
   * @throws {Error} with the reason as its message if it cannot be downloaded; whatever `work` throws.
   */
  async use<Result>(
    wanted: Wanted,
    how: {
      readonly fetcher: Pick<Fetcher, 'fetch'>;
      readonly signal: AbortSignal;
      readonly onProgress: OnProgress;
    },
    work: (files: readonly LocalFile[]) => Promise<Result>,
  ): Promise<Result> {
    const key = JSON.stringify(wanted.urls);
    const shared = this.#copies.get(key);
    const copy = shared ?? this.#start(key, wanted, how.fetcher);
    copy.users += 1;
    copy.listeners.add(how.onProgress);
    try {
      const files = await unlessAborted(copy.files, how.signal).catch((error: unknown) => {
        // With another headset's token: it may have been un-enrolled. Once more with the own one.
        if (shared === undefined || how.signal.aborted) throw error;
        return null;
      });
      if (files !== null) return await work(files);
    } finally {
      copy.listeners.delete(how.onProgress);
      copy.users -= 1;
      if (copy.users === 0) await this.#end(key, copy);
    }
    return this.use(wanted, how, work);
  }

  #start(key: string, wanted: Wanted, fetcher: Pick<Fetcher, 'fetch'>): Copy {
    const listeners = new Set<OnProgress>();
    const ended = new AbortController();
    const folder = join(this.#folder, randomUUID());
    const files = download(fetcher, wanted, {
      folder,
      signal: ended.signal,
      onProgress: (arrived, total) => {
        for (const each of listeners) each(arrived, total);
      },
    });
    const copy: Copy = { users: 0, listeners, ended, folder, files };
    this.#copies.set(key, copy);
    // The next headset that wants it starts again.
    files.catch(() => this.#drop(key, copy));
    return copy;
  }

  #drop(key: string, copy: Copy): void {
    if (this.#copies.get(key) === copy) this.#copies.delete(key);
  }

  async #end(key: string, copy: Copy): Promise<void> {
    this.#drop(key, copy);
    copy.ended.abort();
    await copy.files.catch(() => undefined);
    await rm(copy.folder, { recursive: true, force: true });
  }
}

/** Downloads every part of a content. @throws {Error} with the reason as its message. */
async function download(
  fetcher: Pick<Fetcher, 'fetch'>,
  wanted: Wanted,
  { folder, signal, onProgress }: { folder: string; signal: AbortSignal; onProgress: OnProgress },
): Promise<readonly LocalFile[]> {
  await mkdir(folder, { recursive: true });
  const paths = wanted.urls.map((_, at) => join(folder, String(at)));
  const files = await Promise.all(paths.map((path) => open(path, 'w')));
  try {
    signal.throwIfAborted();
    const failure = await fetcher.fetch(
      { wanted },
      onProgress,
      signal,
      async (bytes, part, position) => void (await files[part]?.write(bytes, 0, bytes.length, position)),
    );
    if (failure !== null) throw new Error(failure);
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
  return Promise.all(
    wanted.urls.map(async (url, at) => {
      const path = paths[at] ?? '';
      const sizeBytes = (await stat(path)).size;
      return { path, sizeBytes, sha256: await digestOf(path), name: nameIn(url) };
    }),
  );
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function nameIn(url: string): string {
  const last = url.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    // Not encoded: its own characters.
    return last;
  }
}

/** Waits for a result, or rejects as soon as `signal` is aborted. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
