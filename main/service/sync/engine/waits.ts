import type { Clock } from '../../kernel/clock.ts';
import { callAt } from '../../kernel/http/deadline.ts';

/** setTimeout takes no more: 24.8 days. */
const LONGEST_MS = 2_147_483_647;

/**
 * Calls back once the clock has reached a moment, or as long has passed as it is away now: a clock that is set back must
 * not keep anybody waiting. Answers how to call it off.
 */
export function alarmAt(momentMs: number, clock: Clock, ring: () => void): () => void {
  let isOver = false;
  const once = (): void => {
    if (isOver) return;
    end();
    ring();
  };
  const callOff = callAt(momentMs, clock, once);
  const timer = setTimeout(once, Math.min(Math.max(0, momentMs - clock.now()), LONGEST_MS)).unref();
  const end = (): void => {
    isOver = true;
    callOff();
    clearTimeout(timer);
  };
  return end;
}

/** Settles after so many ms, or at once when it is aborted. */
export function waitFor(ms: number, signal: AbortSignal, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      callOff();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const callOff = alarmAt(clock.now() + ms, clock, end);
    signal.addEventListener('abort', end, { once: true });
  });
}
