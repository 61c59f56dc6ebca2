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
  const asked = theHolder();
  const shared = await asked;
  if (shared !== null) return shared.follow(following, () => forget(asked));
  const { readStream } = await import('./read-stream.ts');
  return readStream(following);
}

/** The next one to follow asks anew. */
function forget(asked: Promise<Holder | null>): void {
  if (holder === asked) holder = undefined;
}

/**
 * The holder of the streams of this browser, begun by the first window that asks. Null where the browser has none of what
 * it takes.
 */
export function theHolder(): Promise<Holder | null> {
  if (holder !== undefined) return holder;
  const asked = findHolder(() => forget(asked));
  holder = asked;
  return asked;
}

/** `onLate` is called where it has not answered in time, and may yet. */
async function findHolder(onLate: () => void): Promise<Holder | null> {
  // Without locks nobody would notice that a window died; browsers have them at addresses that they trust.
  if (!('SharedWorker' in window) || !('locks' in navigator)) return null;
  try {
    const worker = new SharedWorker(new URL('./stream-worker.ts', import.meta.url), { type: 'module' });
    const found = new Holder(worker.port, () => onReached.forEach((listener) => listener()));
    const answer = await Promise.race([
      found.ready.then(() => 'ready' as const),
      new Promise<'failed'>((resolve) => worker.addEventListener('error', () => resolve('failed'))),
      new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), READY_WITHIN_MS)),
    ]);
    if (answer === 'late') onLate();
    if (answer !== 'ready') return null;
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
