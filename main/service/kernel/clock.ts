/** The only source of the current time, so that tests can move it. */
export type Clock = {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /**
   * Calls back each time the clock was set by hand, if it can be, so that timers check the clock again. Returns a
   * function that stops it.
   */
  onMoved?(callback: () => void): () => void;
};

export const systemClock: Clock = { now: () => Date.now() };

/** Formats an instant as the interface does. */
export function toInstant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** Does the same for a value that may be missing. */
export function toInstantOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : toInstant(epochMs);
}

/** Formats a time as a sortable file name: 2026-11-21T10-24-05-123Z. */
export function fileStamp(epochMs: number): string {
  return new Date(epochMs).toISOString().replaceAll(/[:.]/g, '-');
}
