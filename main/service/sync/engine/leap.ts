import type { Clock } from '../../kernel/clock.ts';

const LOOK_EVERY_MS = 10_000;
/** Beyond this the clock and the time that passed are apart: it was set, or the computer slept. */
const LEAP_MS = 30_000;

/**
 * Calls back when the computer woke up, or when its clock was set: whatever was waited for may be over, and connections from
 * before are dead. Answers how to stop.
 */
export function onLeap(clock: Clock, leapt: () => void): () => void {
  let [seenMs, steadyMs] = [clock.now(), performance.now()];
  const look = (): void => {
    const [nowMs, nowSteadyMs] = [clock.now(), performance.now()];
    const isLeap = Math.abs(nowMs - seenMs - (nowSteadyMs - steadyMs)) > LEAP_MS;
    [seenMs, steadyMs] = [nowMs, nowSteadyMs];
    if (isLeap) leapt();
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  const stopListening = clock.onMoved?.(look);
  return () => {
    clearInterval(timer);
    stopListening?.();
  };
}
