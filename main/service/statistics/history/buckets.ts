import { type Granularity } from '../../../../shared/contract/statistics/statistics.ts';
import { localDay, startOfLocalDay } from '../../../../shared/domain/statistics/time-zone.ts';

const MS_PER_DAY = 86_400_000;

/** A period in ms since 1970 UTC; the end is exclusive. */
export type TimeSpan = { readonly fromMs: number; readonly toMs: number };

/** A bucket: the calendar date of its first day, even if the period cuts it, and the part within the period. */
export type TimeBucket = TimeSpan & { readonly date: string };

/**
 * Divides a period into days, ISO weeks (from Monday) or months of a time zone. The buckets are contiguous and fill
 * the period; a day has its actual length: 23 or 25 hours when daylight saving time begins or ends.
 */
export function bucketsOf(span: TimeSpan, granularity: Granularity, timeZone: string): TimeBucket[] {
  const buckets: TimeBucket[] = [];
  let { fromMs } = span;
  let first = firstDayOf(granularity, localDay(timeZone, fromMs));
  while (fromMs < span.toMs) {
    const next = nextAfter(granularity, first);
    const toMs = Math.min(startOfLocalDay(timeZone, next), span.toMs);
    if (toMs > fromMs) buckets.push({ date: toDate(first), fromMs, toMs });
    fromMs = Math.max(fromMs, toMs);
    first = next;
  }
  return buckets;
}

/** Returns the first day of the bucket that a day (days since 1970-01-01) belongs to. */
export function firstDayOf(granularity: Granularity, day: number): number {
  if (granularity === 'day') return day;
  // 1970-01-01 was a Thursday, three days after a Monday.
  if (granularity === 'week') return day - modulo(day + 3, 7);
  const date = new Date(day * MS_PER_DAY);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / MS_PER_DAY;
}

function nextAfter(granularity: Granularity, first: number): number {
  if (granularity === 'day') return first + 1;
  if (granularity === 'week') return first + 7;
  const date = new Date(first * MS_PER_DAY);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / MS_PER_DAY;
}

/** Formats a count of days since 1970-01-01 as `2026-03-29`. */
function toDate(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
