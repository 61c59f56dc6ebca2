import { Worker } from 'node:worker_threads';
import { z } from 'zod';

import { StorageError } from '../../kernel/store/storage-error.ts';
import { threadEntry } from '../../kernel/workers.ts';
import type { Order } from './order.ts';

const messageSchema = z.union([
  z.object({ id: z.string(), sha256: z.string(), pieces: z.array(z.string()) }),
  z.object({ id: z.string(), error: z.string() }),
]);

/** The SHA-256 of a file and of each of its pieces of 8 MiB, in hexadecimal digits. */
export type Digest = { readonly sha256: string; readonly pieces: readonly string[] };

/** One thread digests the files one after the other; it ends after this idle time, in ms. */
const IDLE_MS = 10_000;

type Waiting = { readonly resolve: (digest: Digest) => void; readonly reject: (error: Error) => void };

/**
 * Digests files while they grow, in a thread that follows them: what was written is read back from the page cache, so
 * that neither requests nor writing wait. The thread exists while there is something to follow, and a little longer.
 */
export class Digests {
  readonly #followed = new Set<string>();
  readonly #waiting = new Map<string, Waiting>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** Reports the current size of the file of `id`. */
  grown(id: string, path: string, toBytes: number): void {
    if (this.#isClosed) return;
    this.#followed.add(id);
    this.#send({ type: 'grown', id, path, toBytes });
  }

  /** Reports that the file is complete. @throws {StorageError} if it cannot be read. */
  ended(id: string, path: string, sizeBytes: number): Promise<Digest> {
    if (this.#isClosed) return Promise.reject(new StorageError('STORAGE_UNAVAILABLE', stopping()));
    this.#followed.add(id);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ type: 'ended', id, path, sizeBytes });
    });
  }

  /** Stops following the file. */
  dropped(id: string): void {
    if (!this.#followed.has(id)) return;
    this.#send({ type: 'dropped', id });
    this.#removeJob(id);
  }

  /** Ends the thread and rejects pending requests. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
    this.#failAll(stopping());
  }

  #send(order: Order): void {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#worker.postMessage(order);
  }

  #start(): Worker {
    const worker = new Worker(threadEntry('digest-worker'));
    worker.unref();
    worker.on('message', (raw: unknown) => this.#onMessage(messageSchema.parse(raw)));
    worker.on('error', (error) => {
      if (this.#worker === worker) this.#worker = undefined;
      this.#failAll(error);
    });
    return worker;
  }

  #onMessage(message: z.output<typeof messageSchema>): void {
    const waiting = this.#waiting.get(message.id);
    this.#removeJob(message.id);
    if ('error' in message)
      waiting?.reject(new StorageError('STORAGE_UNAVAILABLE', new Error(message.error)));
    else waiting?.resolve({ sha256: message.sha256, pieces: message.pieces });
  }

  #removeJob(id: string): void {
    this.#waiting.delete(id);
    this.#followed.delete(id);
    if (this.#followed.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }

  #failAll(cause: unknown): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#followed.clear();
    for (const { reject } of waiting) reject(new StorageError('STORAGE_UNAVAILABLE', cause));
  }
}

function stopping(): Error {
  return new Error('The station is stopping');
}
