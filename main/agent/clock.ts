/** The simulator's clock. Tests replace it, so that none has to wait. */
export type Clock = {
  /** Milliseconds since 1970 UTC. */
  nowMs(): number;
  /** Resolves after `ms`, or as soon as `signal` is aborted: check the signal afterwards. Never rejects. */
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
