import type { Clock } from '../../clock.ts';

/** Maximum delay of setTimeout: 24.8 days. */
const MAX_TIMER_MS = 2_147_483_647;

/**
 * Calls back once `clock` has reached a moment, however far away and even if the clock is changed meanwhile: the
 * clock is checked again before the call. Returns a function that cancels it. Does not keep the process alive.
 */
export function callAt(momentMs: number, clock: Clock, callback: () => void): () => void {
  const leftMs = (): number => momentMs - clock.now();
  const cancel = (): void => {
    clearTimeout(timer);
    stopListening?.();
  };
  const check = (): void => {
    clearTimeout(timer);
    if (leftMs() > 0) {
      timer = wait();
      return;
    }
    cancel();
    callback();
  };
  const wait = (): NodeJS.Timeout => setTimeout(check, Math.min(Math.max(0, leftMs()), MAX_TIMER_MS)).unref();
  let timer = wait();
  const stopListening = clock.onMoved?.(check);
  return cancel;
}
