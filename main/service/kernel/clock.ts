/** The only source of the current time, so that tests can move it. */
export type Clock = {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /**
   * Calls back each time the clock was moved by hand; for clocks that can be, so that who waits for a moment looks at
   * the clock again. Answers how to stop listening.
   */
  onMoved?(callback: () => void): () => void;
};

export const systemClock: Clock = { now: () => Date.now() };

/** An instant as the interface writes it. */
export function toInstant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** The same for a value that may be missing. */
export function toInstantOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : toInstant(epochMs);
}
