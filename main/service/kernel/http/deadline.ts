import type { Clock } from '../clock.ts';

/** setTimeout takes no more: 24.8 days. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Calls back once `clock` has reached a moment, however far away it is and whatever happens to the clock meanwhile: it
 * is looked at again before anybody is called. Answers how to call it off. Does not keep the process alive.
 */
export function callAt(momentMs: number, clock: Clock, callback: () => void): () => void {
  const leftMs = (): number => momentMs - clock.now();
  const callOff = (): void => {
    clearTimeout(timer);
    stopListening?.();
  };
  const look = (): void => {
    clearTimeout(timer);
    if (leftMs() > 0) {
      timer = wait();
      return;
    }
    callOff();
    callback();
  };
  const wait = (): NodeJS.Timeout =>
    setTimeout(look, Math.min(Math.max(0, leftMs()), LONGEST_TIMER_MS)).unref();
  let timer = wait();
  const stopListening = clock.onMoved?.(look);
  return callOff;
}
