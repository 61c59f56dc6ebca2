import { backoffMs } from './backoff.ts';
import { readStream, type StreamEvent } from './read-stream.ts';
import { closeSession, connection } from './session.ts';

type Following = {
  /** With its parameters filled in. */
  readonly path: string;
  /**
   * Connected, for the first time or again: what was missed is to be read. Calling `settle` says that all is well, so that
   * the waits begin anew at the shortest.
   */
  readonly onOpen: (settle: () => void) => void;
  readonly onEvent: (event: StreamEvent) => void;
  /** Something came, if only a sign of life. */
  readonly onHeard?: () => void;
  /** The connection was lost, for the `attempt`th time in a row counted from 0; the next try starts then. */
  readonly onCut?: (attempt: number, retryAtMs: number) => void;
  /** The wait after a cut is over. */
  readonly onRetry?: () => void;
};

/** A stream that is followed. */
export type Followed = {
  /** Begins anew at once, on another connection. */
  readonly restart: () => void;
  /** Does not wait for the next try. */
  readonly tryNow: () => void;
  readonly close: () => void;
};

/**
 * Follows one stream until it is closed. Reconnects with growing waits. A hidden window follows nothing: a browser has room
 * for a few streams over HTTP/1.1, which a wall of forgotten tabs would take.
 */
export function followStream(following: Following): Followed {
  const { path, onOpen, onEvent, onHeard, onCut, onRetry } = following;
  const closed = new AbortController();
  let attempt = 0;
  let one = new AbortController();
  let wake = (): void => {};
  const woken = (): Promise<void> => new Promise((resolve) => (wake = resolve));
  const onVisibility = (): void => {
    if (document.hidden) one.abort();
    else wake();
  };
  document.addEventListener('visibilitychange', onVisibility);

  const waitForRetry = async (): Promise<void> => {
    const delayMs = backoffMs(attempt);
    onCut?.(attempt, Date.now() + delayMs);
    const timer = setTimeout(() => wake(), delayMs);
    await woken();
    clearTimeout(timer);
    onRetry?.();
    attempt += 1;
  };
  const run = async (): Promise<void> => {
    while (!closed.signal.aborted) {
      if (document.hidden) {
        await woken();
        continue;
      }
      const key = connection();
      if (key === null) return closeSession();
      one = new AbortController();
      const signal = AbortSignal.any([closed.signal, one.signal]);
      const end = await readStream({
        url: key.url + path,
        token: key.token,
        signal,
        onOpen: () => onOpen(() => (attempt = 0)),
        onHeard: () => onHeard?.(),
        // What still lies in the pipe of a stream that was given up is not of the next one.
        onEvent: (event) => {
          if (!signal.aborted) onEvent(event);
        },
      });
      if (closed.signal.aborted) return;
      if (end === 'unauthenticated') return closeSession();
      if (!one.signal.aborted) await waitForRetry();
    }
  };
  void run();

  return {
    restart: () => one.abort(),
    tryNow: () => wake(),
    close: () => {
      document.removeEventListener('visibilitychange', onVisibility);
      closed.abort();
      wake();
    },
  };
}
