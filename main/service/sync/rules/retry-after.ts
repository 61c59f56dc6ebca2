/** Maximum delay that a central may request: a clock that is off by years must not stop sync. */
export const MAX_RETRY_AFTER_MS = 60 * 60 * 1_000;

/**
 * Returns the delay in `Retry-After`, in ms; undefined if it cannot be parsed. A date is relative to the central's
 * own clock if that is known, since ours may be wrong. Source: RFC 9110 §10.2.3.
 */
export function retryAfterMs(
  header: string | undefined,
  { dateHeader, nowMs }: { readonly dateHeader: string | undefined; readonly nowMs: number },
): number | undefined {
  const text = header?.trim() ?? '';
  if (text === '') return undefined;
  const theirNowMs = Date.parse(dateHeader ?? '');
  // An HTTP date begins with the day of the week; JavaScript accepts many other texts as dates.
  const dateMs = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  const requestedMs = /^\d{1,9}$/.test(text)
    ? Number(text) * 1_000
    : dateMs - (Number.isNaN(theirNowMs) ? nowMs : theirNowMs);
  return Number.isNaN(requestedMs) ? undefined : Math.min(Math.max(0, requestedMs), MAX_RETRY_AFTER_MS);
}
