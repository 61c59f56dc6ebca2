import type { Clock } from '../../main/simulator/index.ts';

/** A clock that runs `SPEED` times as fast as real time, so that a test of waiting does not wait. */
export type QuickClock = Clock & {
  /** Durations of all waits, in ms of this clock, in the order in which they began. */
  readonly waits: readonly number[];
};

const SPEED = 50;

/** Starts at the current time. */
export function aQuickClock(): QuickClock {
  const startMs = Date.now();
  const startTick = performance.now();
  const waits: number[] = [];
  return {
    waits,
    nowMs: () => Math.round(startMs + (performance.now() - startTick) * SPEED),
    wait(ms, signal) {
      waits.push(ms);
      if (signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', finish);
          resolve();
        };
        // One real millisecond more, so that the time is over by this clock too.
        const timer = setTimeout(finish, Math.ceil(ms / SPEED) + 1);
        signal.addEventListener('abort', finish);
      });
    },
  };
}
