import type { Clock } from '../../kernel/clock.ts';
import { callAt } from '../../kernel/http/limits/deadline.ts';

/** Maximum of setTimeout: 24.8 days. */
const MAX_MS = 2_147_483_647;

/**
 * Calls back when the clock reaches `momentMs`, or after the time that remains until then: a clock that is set back
 * must not prolong the wait. Returns a function that cancels it.
 */
export function alarmAt(momentMs: number, clock: Clock, onAlarm: () => void): () => void {
  let isOver = false;
  const once = (): void => {
    if (isOver) return;
    end();
    onAlarm();
  };
  const cancel = callAt(momentMs, clock, once);
  const timer = setTimeout(once, Math.min(Math.max(0, momentMs - clock.now()), MAX_MS)).unref();
  const end = (): void => {
    isOver = true;
    cancel();
    clearTimeout(timer);
  };
  return end;
}

/** Resolves after `ms`, or immediately when `signal` aborts. */
export function waitFor(ms: number, signal: AbortSignal, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = alarmAt(clock.now() + ms, clock, end);
    signal.addEventListener('abort', end, { once: true });
  });
}
