import { type Following, Holder } from './holder.ts';
import type { StreamEnd, WireEvent } from './messages.ts';

export type { StreamEnd };

/** One event of a stream, its data parsed. */
export type StreamEvent = { readonly name: string; readonly data: unknown };

/** One stream, and what is to be done with what comes over it. */
export type StreamOptions = Omit<Following, 'onEvents'> & {
  /** Something came, if only a sign of life. */
  readonly onHeard: () => void;
  readonly onEvent: (event: StreamEvent) => void;
};

/** A holder that has not answered by then is not waited for: this window follows by itself, in ms. */
const READY_WITHIN_MS = 10_000;

let holder: Promise<Holder | null> | undefined;
const onReached = new Set<() => void>();

/** Calls back whenever any window of this browser has reached the station; the answer ends it. */
export function onStationReached(listener: () => void): () => void {
  onReached.add(listener);
  return () => onReached.delete(listener);
}

/**
 * Follows one stream until it ends; all windows of a browser share what they follow by the same key. Does not reconnect;
 * never throws.
 */
export async function followOnce({ onHeard, onEvent, ...options }: StreamOptions): Promise<StreamEnd> {
  const onEvents = (events: readonly WireEvent[]): void => {
    onHeard();
    for (const [name, text] of events) deliver(name, text, onEvent);
  };
  const following = { ...options, onEvents };
  const shared = await theHolder();
  if (shared !== null) return shared.follow(following, () => (holder = undefined));
  const { readStream } = await import('./read-stream.ts');
  return readStream(following);
}

/**
 * The holder of the streams of this browser, begun by the first window that asks. Null where the browser has none of what
 * it takes.
 */
export function theHolder(): Promise<Holder | null> {
  holder ??= findHolder();
  return holder;
}

async function findHolder(): Promise<Holder | null> {
  // Without locks nobody would notice that a window died; browsers have them at addresses that they trust.
  if (!('SharedWorker' in window) || !('locks' in navigator)) return null;
  try {
    const worker = new SharedWorker(new URL('./stream-worker.ts', import.meta.url), { type: 'module' });
    const found = new Holder(worker.port, () => onReached.forEach((listener) => listener()));
    const isThere = await Promise.race([
      found.ready.then(() => true),
      new Promise<false>((resolve) => {
        worker.addEventListener('error', () => resolve(false));
        setTimeout(() => resolve(false), READY_WITHIN_MS);
      }),
    ]);
    if (!isThere) return null;
    stayAlive(found);
    return found;
  } catch {
    // A browser that does not let the page have one.
    return null;
  }
}

/** Lets the holder notice how this window ends, also where it has no time to say so. */
function stayAlive(found: Holder): void {
  const lock = `muster-window-${crypto.randomUUID()}`;
  void navigator.locks.request(lock, () => {
    found.sayAlive(lock);
    return new Promise<void>(() => {});
  });
  window.addEventListener('pagehide', () => found.leave());
}

function deliver(name: string, text: string, onEvent: (event: StreamEvent) => void): void {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    // One event that cannot be read must not take the others with it.
    return;
  }
  onEvent({ name, data });
}
