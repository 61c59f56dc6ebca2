/** Type of the delivery that only a test sends. */
export const PING_TYPE = 'ping';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long to wait after the first, second, … failure; the last one is repeated. */
const BACKOFF_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
] as const;
/** Added at random, as a share of the wait, so that webhooks that failed together do not come back together. */
const JITTER = 0.1;
/** A receiver may ask for this much patience and no more. */
export const MAX_RETRY_AFTER_MS = 6 * HOUR_MS;
/** A delivery is given up once this has passed since its first attempt. */
export const ABANDONED_AFTER_MS = 72 * HOUR_MS;
/** However often its deliveries failed, a webhook is tried again after this, with one delivery. */
const MAX_PAUSE_MS = 10 * MINUTE_MS;

/** What kept a delivery from being taken: how often it was tried, when first, and what the receiver asked for. */
export type FailedAttempt = {
  /** This one included. */
  readonly attempts: number;
  readonly firstAttemptAtMs: number;
  readonly nowMs: number;
  /** What `Retry-After` asked for, in ms; 0 when it did not. */
  readonly retryAfterMs: number;
  /** 0 to 1, at random. */
  readonly random: number;
};

/** When a delivery that failed is tried again, in ms since 1970, or undefined when it is given up. */
export function nextAttemptAt(failed: FailedAttempt): number | undefined {
  const atMs = failed.nowMs + waitAfter(failed);
  return atMs - failed.firstAttemptAtMs > ABANDONED_AFTER_MS ? undefined : atMs;
}

/**
 * How long nothing at all is sent to a webhook after so many attempts in a row that failed, whatever they carried, in ms:
 * a receiver that is away is not asked once for every delivery that waits.
 */
export function pauseAfter(failed: Omit<FailedAttempt, 'firstAttemptAtMs' | 'nowMs'>): number {
  const waitMs = waitAfter(failed);
  const askedMs = Math.min(failed.retryAfterMs, MAX_RETRY_AFTER_MS);
  return Math.max(askedMs, Math.min(waitMs, MAX_PAUSE_MS));
}

/** How long to wait after so many failures in a row, in ms, at least what the receiver asked for. */
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
 * What a `Retry-After` header asks for, in ms; 0 for none and for one that cannot be read.
 * Source: RFC 9110 §10.2.3: seconds, or a date.
 */
export function readRetryAfter(header: string | undefined, nowMs: number): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND_MS;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? 0 : Math.max(0, atMs - nowMs);
}

/** True when a webhook with these `types` wants to hear of `type`; null wants everything. */
export function wants(types: readonly string[] | null, type: string): boolean {
  if (types === null) return true;
  return types.some((entry) =>
    entry === '*' || entry.endsWith('.*') ? type.startsWith(entry.slice(0, -1)) : entry === type,
  );
}
