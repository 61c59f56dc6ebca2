import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { Mutex } from '../../kernel/mutex.ts';

const answerSchema = z.union([
  z.object({ bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array) }),
  z.object({ refusal: z.string() }),
]);

type Answer = z.output<typeof answerSchema>;

/** Heap of JavaScript only, without pictures. */
const MAX_HEAP_MIB = 128;

export type PictureThreadOptions = {
  readonly entry: URL;
  /** Time limit for one picture, in ms, including the start of the thread. */
  readonly longestMs: number;
  /** How long the idle thread stays, in ms. */
  readonly idleMs: number;
};

/**
 * Converts pictures in its own thread, with decoders in WebAssembly: a hostile picture can only break the memory of
 * that module. One at a time. A thread that failed or took too long is not used again.
 */
export class PictureThread {
  readonly #options: PictureThreadOptions;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  readonly #mutex = new Mutex();

  constructor(options: PictureThreadOptions) {
    this.#options = options;
  }

  /** @throws {Error} if the bytes cannot be converted. */
  convert(source: Uint8Array): Promise<Uint8Array> {
    return this.#mutex.run(() => this.#convert(source));
  }

  async #convert(source: Uint8Array): Promise<Uint8Array> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    const answer = await this.#request(worker, source).catch(async (error: unknown) => {
      await this.#end(worker);
      throw error;
    });
    this.#idle = setTimeout(() => void this.#end(worker), this.#options.idleMs).unref();
    if ('refusal' in answer) throw new Error(answer.refusal);
    return answer.bytes;
  }

  async #request(worker: Worker, source: Uint8Array): Promise<Answer> {
    const over = new AbortController();
    const timer = setTimeout(
      () => over.abort(new Error('The picture took too long')),
      this.#options.longestMs,
    );
    const { signal } = over;
    const answered = once(worker, 'message', { signal });
    const ended = once(worker, 'exit', { signal }).then(([code]) => {
      throw new Error(`The thread ended with ${String(code)}`);
    });
    worker.postMessage(source);
    try {
      const [answer] = z.tuple([answerSchema]).parse(await Promise.race([answered, ended]));
      return answer;
    } finally {
      clearTimeout(timer);
      over.abort();
      await Promise.allSettled([answered, ended]);
    }
  }

  #start(): Worker {
    // Output of the decoders is not the station's.
    const worker = new Worker(this.#options.entry, {
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    });
    worker.stdout.resume();
    worker.stderr.resume();
    worker.on('error', () => undefined);
    worker.once('exit', () => this.#dropWorker(worker));
    worker.unref();
    return worker;
  }

  #dropWorker(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
  }

  async #end(worker: Worker): Promise<void> {
    this.#dropWorker(worker);
    await worker.terminate();
  }
}
