import { useCallback, useEffect, useRef, useState } from 'react';

import type { ErrorCode } from '../../shared/contract/errors.ts';
import { isRefused, type Outcome, type Refusal } from './api.ts';

/** What a screen knows of something that the station answers. */
export type Reading<Reply> = {
  /** The last answer; it stays on screen when a later one does not come. Null before the first. */
  readonly reply: Reply | null;
  /** Why the last try was not served; null after one that was. */
  readonly refusal: Refusal | null;
  /** When the last answer came, in ms since 1970 UTC by this computer. */
  readonly readAtMs: number | null;
  /** Reads again now. */
  readonly reload: () => Promise<void>;
  /** Takes an answer that came another way, such as that to a change. */
  readonly put: (reply: Reply) => void;
};

type State<Reply> = Pick<Reading<Reply>, 'reply' | 'refusal' | 'readAtMs'>;

/**
 * Reads when the screen opens and, with `everyMs`, again that long after each answer, but not in a hidden window. What is
 * read must stay the same: a screen about something else is mounted anew.
 */
export function useReading<Reply>(
  read: (signal: AbortSignal) => Promise<Outcome<Reply, ErrorCode>>,
  everyMs: number | null = null,
): Reading<Reply> {
  const [state, setState] = useState<State<Reply>>({ reply: null, refusal: null, readAtMs: null });
  const latest = useRef(read);
  const closed = useRef(new AbortController());
  useEffect(() => {
    latest.current = read;
  });

  const put = useCallback((reply: Reply) => {
    setState({ reply, refusal: null, readAtMs: Date.now() });
  }, []);
  const reload = useCallback(async () => {
    const { signal } = closed.current;
    const outcome = await latest.current(signal);
    if (signal.aborted) return;
    if (isRefused(outcome)) setState((before) => ({ ...before, refusal: outcome }));
    else put(outcome.reply);
  }, [put]);

  useEffect(() => {
    const mounted = new AbortController();
    closed.current = mounted;
    void reload();
    return () => mounted.abort();
  }, [reload]);

  const { refusal, readAtMs } = state;
  useEffect(() => {
    if (everyMs === null) return;
    // A hidden window asks nothing; it reads at once when it is looked at again.
    const again = (): void => {
      if (!document.hidden) void reload();
    };
    const timer = setInterval(again, everyMs);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [everyMs, reload, refusal, readAtMs]);

  return { ...state, reload, put };
}
