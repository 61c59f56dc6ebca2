/** The only source of the current time, so that tests can move it. */
export type Clock = {
  /** Milliseconds since 1970 UTC. */
  now(): number;
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
