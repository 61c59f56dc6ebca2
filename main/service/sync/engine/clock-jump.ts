import type { Clock } from '../../kernel/clock.ts';

const CHECK_INTERVAL_MS = 10_000;
/** A larger difference between clock and elapsed time means that the clock was set or the computer slept. */
const JUMP_MS = 30_000;

/**
 * Calls back after the computer woke up or its clock was set: timers may be overdue and connections are dead. Returns a
 * function that stops it.
 */
export function onClockJump(clock: Clock, onJump: () => void): () => void {
  let [seenMs, steadyMs] = [clock.now(), performance.now()];
  const check = (): void => {
    const [nowMs, nowSteadyMs] = [clock.now(), performance.now()];
    const hasJumped = Math.abs(nowMs - seenMs - (nowSteadyMs - steadyMs)) > JUMP_MS;
    [seenMs, steadyMs] = [nowMs, nowSteadyMs];
    if (hasJumped) onJump();
  };
  const timer = setInterval(check, CHECK_INTERVAL_MS).unref();
  const stopListening = clock.onMoved?.(check);
  return () => {
    clearInterval(timer);
    stopListening?.();
  };
}
