import { existsSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Code that runs in threads, or processes, of its own: its path in the sources, relative to this file. */
const SOURCES = {
  'store-worker': './store/store-worker',
  'check-process': './store/check-process',
  'practice-worker': '../../simulator/practice-worker',
  'adb-agents-worker': '../../adb-agent/adb-agents-worker',
  'node-arp-worker': '../network/mac/node-arp-worker',
  'apk-worker': '../content/apk/apk-worker',
  'workbook-worker': '../enrolment/lists/workbook-worker',
  'digest-worker': '../content/digest/digest-worker',
  'picture-worker': '../content/pictures/picture-worker',
} as const;

/** Returns where a thread's code is: beside this file in a bundle, in its own folder otherwise. */
export function threadEntry(name: keyof typeof SOURCES): URL {
  const beside = new URL(`./${name}.mjs`, import.meta.url);
  if (existsSync(beside)) return beside;
  const ending = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
  return new URL(`${SOURCES[name]}${ending}`, import.meta.url);
}

/** Returns the priority of work that gives way to requests: below that of this process. */
export function lowerPriority(): number {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  return Math.min(PRIORITY_LOW, getPriority() + PRIORITY_BELOW_NORMAL);
}

/** What became of a thread: its one message, none in time, or its error. */
export type ThreadAnswer =
  | { readonly kind: 'answered'; readonly raw: unknown }
  | { readonly kind: 'slow' }
  | { readonly kind: 'failed'; readonly error: unknown };

type ThreadWork = {
  readonly data: unknown;
  /** Time limit in ms. */
  readonly maxMs: number;
  readonly maxHeapMib: number;
};

/** Has a thread read something hostile, with limits on time and memory, so that it can affect nothing else. */
export function askThread(
  name: keyof typeof SOURCES,
  { data, maxMs, maxHeapMib }: ThreadWork,
): Promise<ThreadAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(threadEntry(name), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMib },
    });
    const settle = (answer: ThreadAnswer): void => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(answer);
    };
    const timer = setTimeout(() => settle({ kind: 'slow' }), maxMs);
    worker.once('message', (raw: unknown) => settle({ kind: 'answered', raw }));
    worker.once('error', (error) => settle({ kind: 'failed', error }));
  });
}

/** The first message of a store's thread: SQLite is loaded. */
export const OPENED = 'opened';

/** The end of a store's thread. */
export type End = () => Promise<unknown>;

/**
 * Follows a thread that was just started, and gives its later messages to `onMessage`. Returns how to end it: a thread
 * that is terminated while it loads SQLite would abort the whole process, so its end waits for that.
 */
export function follow(worker: Worker, onMessage: (raw: unknown) => void): End {
  const opened = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
    worker.on('message', (raw: unknown) => {
      if (raw === OPENED) resolve();
      else onMessage(raw);
    });
  });
  return async () => {
    // Who waits for its end must not end before it.
    worker.ref();
    await opened;
    await worker.terminate();
  };
}
