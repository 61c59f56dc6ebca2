/** What the simulator knows of time. Tests bring their own, so that none of them has to wait. */
export type Clock = {
  /** Milliseconds since 1970 UTC. */
  nowMs(): number;
  /** Resolves after `ms`, or as soon as `signal` is aborted: look at the signal afterwards. Never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
};

/** The computer's own clock. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  wait(ms, signal) {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, ms);
      signal.addEventListener('abort', finish);
    });
  },
};
