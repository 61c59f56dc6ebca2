import type { StreamEnd, ToHolder, ToWindow, Wanted, WireEvent } from './messages.ts';

/** One stream as a window follows it. */
export type Following = Wanted & {
  readonly signal: AbortSignal;
  /** The station has answered and events will follow. */
  readonly onOpen: () => void;
  /** What came at once; nothing but a sign of life where it is empty. */
  readonly onEvents: (events: readonly WireEvent[]) => void;
};

/** The window's end of the way to the holder of the streams. */
export type Way = {
  postMessage(message: ToHolder): void;
  onmessage: ((event: MessageEvent<ToWindow>) => void) | null;
};

/** The holder says something at least as often as the station does; it is gone when it has not for this long, in ms. */
const SILENCE_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 10_000;

type Sub = {
  readonly following: Following;
  readonly end: (end: StreamEnd) => void;
};

/** The holder of the streams, as one window sees it. */
export class Holder {
  readonly #way: Way;
  readonly #onReached: () => void;
  readonly #subs = new Map<number, Sub>();
  readonly #ready = Promise.withResolvers<void>();
  #next = 1;
  #heardAtMs = performance.now();

  constructor(way: Way, onReached: () => void) {
    this.#way = way;
    this.#onReached = onReached;
    way.onmessage = ({ data: message }) => this.#hear(message);
  }

  /** Settles when the holder has answered. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Follows a stream until it ends, is aborted, or the holder says nothing any more: then `onSilent` is called besides. */
  follow(following: Following, onSilent: () => void): Promise<StreamEnd> {
    const { signal, onOpen: _open, onEvents: _events, ...wanted } = following;
    return new Promise((resolve) => {
      const sub = this.#next;
      this.#next += 1;
      this.#heardAtMs = performance.now();
      const watch = setInterval(() => {
        if (performance.now() - this.#heardAtMs < SILENCE_LIMIT_MS) return;
        onSilent();
        leave();
      }, LOOK_EVERY_MS);
      const end = (how: StreamEnd): void => {
        clearInterval(watch);
        signal.removeEventListener('abort', leave);
        this.#subs.delete(sub);
        resolve(how);
      };
      const leave = (): void => {
        this.#way.postMessage({ kind: 'close', sub });
        end('cut');
      };
      if (signal.aborted) return end('cut');
      signal.addEventListener('abort', leave);
      this.#subs.set(sub, { following, end });
      this.#way.postMessage({ kind: 'open', sub, ...wanted });
    });
  }

  /** This window holds a lock for as long as it lives. */
  sayAlive(lock: string): void {
    this.#way.postMessage({ kind: 'lives', lock });
  }

  /** Ends everything that is followed; who wants it back begins anew. */
  leave(): void {
    this.#way.postMessage({ kind: 'leave' });
    for (const { end } of this.#subs.values()) end('cut');
  }

  #hear(message: ToWindow): void {
    this.#heardAtMs = performance.now();
    if (message.kind === 'ready') this.#ready.resolve();
    else if (message.kind === 'reached') this.#onReached();
    else if (message.kind === 'opened') this.#subs.get(message.sub)?.following.onOpen();
    else if (message.kind === 'ended') this.#subs.get(message.sub)?.end(message.end);
    else {
      this.#subs.get(message.sub)?.following.onEvents(message.events);
      // Also where it is not followed any more: it was counted when it was sent.
      this.#way.postMessage({ kind: 'took', size: message.size });
    }
  }
}
