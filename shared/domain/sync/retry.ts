/** The longest that a central may ask to be left alone: a clock that is off by years must not end the synchronisation. */
export const LONGEST_RETRY_AFTER_MS = 60 * 60 * 1_000;

/**
 * What `Retry-After` asks for, in ms; undefined where it asks for nothing that can be read. A date counts from the
 * central's own clock where it tells it, since ours may be wrong. Source: RFC 9110 §10.2.3.
 */
export function retryAfterMs(
  header: string | undefined,
  { dateHeader, nowMs }: { readonly dateHeader: string | undefined; readonly nowMs: number },
): number | undefined {
  const text = header?.trim() ?? '';
  if (text === '') return undefined;
  const theirNowMs = Date.parse(dateHeader ?? '');
  // A date of HTTP begins with the day of the week; JavaScript takes much else for a date.
  const dateMs = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  const askedMs = /^\d{1,9}$/.test(text)
    ? Number(text) * 1_000
    : dateMs - (Number.isNaN(theirNowMs) ? nowMs : theirNowMs);
  return Number.isNaN(askedMs) ? undefined : Math.min(Math.max(0, askedMs), LONGEST_RETRY_AFTER_MS);
}
