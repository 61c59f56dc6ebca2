import { closeSession, connection } from './session.ts';
import { backoffMs } from './streams/backoff.ts';
import { followOnce, type StreamEvent } from './streams/follow.ts';

type Following = {
  /** With its parameters filled in. */
  readonly path: string;
  /** Connected, for the first time or again: what was missed is to be read. */
  readonly onOpen: () => void;
  readonly onEvent: (event: StreamEvent) => void;
};

/**
 * Follows one stream until the answer is called. Reconnects with growing waits. A hidden window follows nothing: there is room
 * for a few streams in a browser, and a wall of forgotten tabs would take it. Where there is no room `resync` comes now and
 * then, which is the time to read again.
 */
export function followStream({ path, onOpen, onEvent }: Following): () => void {
  const closed = new AbortController();
  let wake = (): void => {};
  const shown = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  let shut = (): void => {};
  const onVisibility = (): void => {
    if (document.hidden) shut();
    else wake();
  };
  document.addEventListener('visibilitychange', onVisibility);

  const run = async (): Promise<void> => {
    for (let attempt = 0; !closed.signal.aborted;) {
      if (document.hidden) {
        await shown();
        continue;
      }
      const key = connection();
      if (key === null) return;
      const one = new AbortController();
      shut = () => one.abort();
      const end = await followOnce({
        url: key.url + path,
        token: key.token,
        memory: 'none',
        signal: AbortSignal.any([closed.signal, one.signal]),
        onOpen: () => {
          attempt = 0;
          onOpen();
        },
        onHeard: () => {},
        onEvent,
      });
      if (closed.signal.aborted) return;
      if (end === 'unauthenticated') return closeSession();
      if (one.signal.aborted) continue;
      await pause(backoffMs(attempt), closed.signal);
      attempt += 1;
    }
  };
  void run();

  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    closed.abort();
    wake();
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
