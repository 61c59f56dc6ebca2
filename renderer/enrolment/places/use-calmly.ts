import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Does something after `what` changed, not more often than every `restMs`: changes that come in bursts, or without end, are
 * one. `what` as text; nothing is done for an empty one, nor where it has become empty until then.
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
