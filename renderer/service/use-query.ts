import { useCallback, useEffect, useRef, useState } from 'react';

import type { ErrorCode } from '../../shared/contract/errors.ts';
import { isRefused, type Outcome, type Refusal } from './api.ts';

/** State of a query to the station. */
export type Query<Reply> = {
  /** The last reply; it stays on screen if a later one fails. Null before the first. */
  readonly reply: Reply | null;
  /** Why the last attempt failed; null after a success. */
  readonly refusal: Refusal | null;
  /** When the last reply arrived, in ms since 1970 UTC by this computer. */
  readonly readAtMs: number | null;
  /** Loads again now. */
  readonly reload: () => Promise<void>;
  /** Sets a reply that arrived another way, such as that to a change. */
  readonly put: (reply: Reply) => void;
};

type State<Reply> = Pick<Query<Reply>, 'reply' | 'refusal' | 'readAtMs'>;

/**
 * Loads when the screen opens and, with `everyMs`, again that long after each reply, but not in a hidden window. The
 * query must not change: a screen about something else has to be remounted.
 */
export function useQuery<Reply>(
  read: (signal: AbortSignal) => Promise<Outcome<Reply, ErrorCode>>,
  everyMs: number | null = null,
): Query<Reply> {
  const [state, setState] = useState<State<Reply>>({ reply: null, refusal: null, readAtMs: null });
  const latest = useRef(read);
  const closed = useRef(new AbortController());
  const turns = useRef({ begun: 0, shown: 0 });
  useEffect(() => {
    latest.current = read;
  });

  const put = useCallback((reply: Reply) => {
    setState({ reply, refusal: null, readAtMs: Date.now() });
  }, []);
  const reload = useCallback(async () => {
    const { signal } = closed.current;
    const turn = ++turns.current.begun;
    const outcome = await latest.current(signal);
    // An earlier answer may arrive after a later one.
    if (signal.aborted || turn < turns.current.shown) return;
    turns.current.shown = turn;
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
    // A hidden window loads nothing; it loads at once when it becomes visible.
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
