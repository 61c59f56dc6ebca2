import { type Granularity } from '../../contract/statistics/statistics.ts';
import { localDay, startOfLocalDay } from './time-zone.ts';

const MS_PER_DAY = 86_400_000;

/** A stretch of time in ms since 1970 UTC; the end is not part of it. */
export type TimeSpan = { readonly fromMs: number; readonly toMs: number };

/** One bucket: the calendar date it is called by (of its first day, also where the span cuts it) and what of it is in the span. */
export type TimeBucket = TimeSpan & { readonly date: string };

/**
 * Cuts a span at the days, ISO weeks (from Monday) or months of a zone. The buckets lie end to end and fill the span;
 * a day is as long as it is on the clock: 23 or 25 hours where summer time begins or ends.
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

/** The first day of the bucket that a day (days since 1970-01-01) belongs to. */
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

/** `2026-03-29` for a count of days since 1970-01-01. */
function toDate(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
