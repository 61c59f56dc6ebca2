import { backoffMs } from './backoff.ts';
import { readStream, type StreamEvent } from './read-stream.ts';
import { closeSession, connection } from './session.ts';

type Following = {
  /** With its parameters filled in. */
  readonly path: string;
  /** Connected, for the first time or again: load what was missed. Calling `settle` resets the delays. */
  readonly onOpen: (settle: () => void) => void;
  readonly onEvent: (event: StreamEvent) => void;
  /** Called with any data, including keep-alives. */
  readonly onData?: () => void;
  /**
   * The connection was lost, for the `attempt`th consecutive time counted from 0; the time is that of the next
   * attempt.
   */
  readonly onCut?: (attempt: number, retryAtMs: number) => void;
  /** The delay is over. */
  readonly onRetry?: () => void;
};

export type Followed = {
  /** Reconnects at once. */
  readonly restart: () => void;
  /** Skips the delay. */
  readonly tryNow: () => void;
  readonly close: () => void;
};

/**
 * Follows one stream until it is closed. Reconnects with growing delays. A hidden window follows nothing, because a
 * browser allows only a few streams over HTTP/1.1, which many forgotten tabs would use up.
 */
export function followStream(following: Following): Followed {
  const { path, onOpen, onEvent, onData, onCut, onRetry } = following;
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
        onData: () => onData?.(),
        // Data left over from an abandoned stream does not belong to the next one.
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
