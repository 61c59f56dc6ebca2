import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { Mutex } from '../../kernel/mutex.ts';

const answerSchema = z.union([
  z.object({ bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array) }),
  z.object({ refusal: z.string() }),
]);

type Answer = z.output<typeof answerSchema>;

/** Of JavaScript: pictures lie outside of it. */
const MAX_HEAP_MIB = 128;

/** How a thread is run. */
export type PictureThreadOptions = {
  readonly entry: URL;
  /** How long one picture may take; the start of the thread counts. */
  readonly longestMs: number;
  /** How long the thread stays when there is nothing to do. */
  readonly idleMs: number;
};

/**
 * Converts pictures in a thread of its own, whose decoders are WebAssembly: what a hostile picture breaks is the memory of
 * that module and nothing else. One at a time. A thread that failed at one, or took too long, is not used again.
 */
export class PictureThread {
  readonly #options: PictureThreadOptions;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  readonly #mutex = new Mutex();

  constructor(options: PictureThreadOptions) {
    this.#options = options;
  }

  /** @throws {Error} where there is no picture to be made of it. */
  convert(source: Uint8Array): Promise<Uint8Array> {
    return this.#mutex.run(() => this.#convert(source));
  }

  async #convert(source: Uint8Array): Promise<Uint8Array> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    const answer = await this.#ask(worker, source).catch(async (error: unknown) => {
      await this.#end(worker);
      throw error;
    });
    this.#idle = setTimeout(() => void this.#end(worker), this.#options.idleMs).unref();
    if ('refusal' in answer) throw new Error(answer.refusal);
    return answer.bytes;
  }

  async #ask(worker: Worker, source: Uint8Array): Promise<Answer> {
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
    // What the decoders print is not the station's to say.
    const worker = new Worker(this.#options.entry, {
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    });
    worker.stdout.resume();
    worker.stderr.resume();
    worker.on('error', () => undefined);
    worker.once('exit', () => this.#forget(worker));
    worker.unref();
    return worker;
  }

  #forget(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
  }

  async #end(worker: Worker): Promise<void> {
    this.#forget(worker);
    await worker.terminate();
  }
}
