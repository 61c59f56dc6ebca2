import type { Expiry } from '../../../shared/contract/configuration/expiry.ts';

/** A day of a calendar by this computer's clock, as `2026-12-01`; days compare as texts. */
export type Day = string;

/** A month, as `2026-12`. */
export type Month = string;

/** Returns the day on which something expires, in this computer's time zone. */
export function dayOf(atMs: number): Day {
  const at = new Date(atMs);
  return `${monthOf(atMs)}-${String(at.getDate()).padStart(2, '0')}`;
}

/** Returns the month of an instant, in this computer's time zone. */
export function monthOf(atMs: number): Month {
  const at = new Date(atMs);
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`;
}

/** Returns the month so many months later, or earlier if negative. */
export function monthAfter(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(new Date(year, number - 1 + count, 1).getTime());
}

/** Returns the first instant of a day, or of a month, in ms. */
export function startOf(day: Day): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).getTime();
}

/** Returns the weeks of a month, from Monday to Sunday, completed with days of its neighbours. */
export function weeksOf(month: Month): readonly (readonly Day[])[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const first = new Date(year, number - 1, 1);
  const before = (first.getDay() + 6) % 7;
  const days = new Date(year, number, 0).getDate();
  const weeks = Math.ceil((before + days) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, day) =>
      dayOf(new Date(year, number - 1, 1 - before + week * 7 + day).getTime()),
    ),
  );
}

/** Groups expiries by day. */
export function byDay(items: readonly Expiry[]): ReadonlyMap<Day, readonly Expiry[]> {
  return Map.groupBy(items, ({ expiresAt }) => dayOf(Date.parse(expiresAt)));
}

/** Groups expiries by month. */
export function byMonth(items: readonly Expiry[]): ReadonlyMap<Month, readonly Expiry[]> {
  return Map.groupBy(items, ({ expiresAt }) => monthOf(Date.parse(expiresAt)));
}

/** Returns the urgency of an expiry. Source: the statistics count 30 days as expiring soon. */
export function urgencyOf(
  { expiresAt }: Pick<Expiry, 'expiresAt'>,
  nowMs: number,
): 'over' | 'soon' | 'later' {
  const atMs = Date.parse(expiresAt);
  if (atMs <= nowMs) return 'over';
  return atMs <= nowMs + SOON_MS ? 'soon' : 'later';
}

/** Expiries within this time are soon, in ms. */
export const SOON_MS = 30 * 86_400_000;

/** Returns the query for the headsets of one expiry, as in the URL of Fleet. */
export function questionOf({ kind, contentId, expiresAt }: Expiry): Readonly<Record<string, string | null>> {
  return { of: 'expiry', kind, value: contentId, at: expiresAt };
}
