import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Calls `act` after the text `what` has changed, at most once every `restMs`, so that a burst of changes causes one
 * call. Calls nothing while the text is empty.
 */
export function useCalmly(what: string, restMs: number, act: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const run = useEffectEvent(() => {
    timer.current = null;
    if (what !== '') act();
  });
  useEffect(() => {
    if (what !== '') timer.current ??= setTimeout(() => run(), restMs);
  }, [what, restMs]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
}
