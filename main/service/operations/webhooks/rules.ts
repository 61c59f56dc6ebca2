/** Type of the delivery that only a test sends. */
export const PING_TYPE = 'ping';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Time to wait after the first, second, … failure; the last one is repeated. */
const BACKOFF_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
] as const;
/** Random share added to the wait, so that webhooks that failed together do not retry together. */
const JITTER = 0.1;
/** Maximum delay that a receiver may request. */
export const MAX_RETRY_AFTER_MS = 6 * HOUR_MS;
/** A delivery is abandoned this long after its first attempt. */
export const ABANDONED_AFTER_MS = 72 * HOUR_MS;
/** However often its deliveries failed, a webhook is retried after this long, with one delivery. */
const MAX_PAUSE_MS = 10 * MINUTE_MS;

/** A failed attempt: how many there were, when the first one was, and what the receiver requested. */
export type FailedAttempt = {
  /** Including this one. */
  readonly attempts: number;
  readonly firstAttemptAtMs: number;
  readonly nowMs: number;
  /** Delay requested by `Retry-After`, in ms; 0 if none. */
  readonly retryAfterMs: number;
  /** 0 to 1, at random. */
  readonly random: number;
};

/** Returns when a failed delivery is retried, in ms since 1970 UTC, or undefined if it is abandoned. */
export function nextAttemptAt(failed: FailedAttempt): number | undefined {
  const atMs = failed.nowMs + waitAfter(failed);
  return atMs - failed.firstAttemptAtMs > ABANDONED_AFTER_MS ? undefined : atMs;
}

/**
 * Returns how long nothing is sent to a webhook after this many consecutive failures of any delivery, in ms, so that
 * an unavailable receiver does not get a request for every pending delivery.
 */
export function pauseAfter(failed: Omit<FailedAttempt, 'firstAttemptAtMs' | 'nowMs'>): number {
  const waitMs = waitAfter(failed);
  const requestedMs = Math.min(failed.retryAfterMs, MAX_RETRY_AFTER_MS);
  return Math.max(requestedMs, Math.min(waitMs, MAX_PAUSE_MS));
}

/**
 * Returns how long to wait after this many consecutive failures, in ms, and at least as long as the receiver
 * requested.
 */
function waitAfter({
  attempts,
  retryAfterMs,
  random,
}: Omit<FailedAttempt, 'firstAttemptAtMs' | 'nowMs'>): number {
  const baseMs = BACKOFF_MS[Math.min(attempts, BACKOFF_MS.length) - 1] ?? BACKOFF_MS[0];
  const backoffMs = Math.round(baseMs * (1 + JITTER * random));
  return Math.max(backoffMs, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}

/**
 * Returns the delay in a `Retry-After` header, in ms; 0 if there is none or it cannot be parsed. Source: RFC 9110
 * §10.2.3: seconds, or a date.
 */
export function readRetryAfter(header: string | undefined, nowMs: number): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND_MS;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? 0 : Math.max(0, atMs - nowMs);
}

/** Returns true if a webhook with these `types` subscribes to `type`; null subscribes to all. */
export function wants(types: readonly string[] | null, type: string): boolean {
  if (types === null) return true;
  return types.some((entry) =>
    entry === '*' || entry.endsWith('.*') ? type.startsWith(entry.slice(0, -1)) : entry === type,
  );
}
