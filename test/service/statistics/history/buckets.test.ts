import fc from 'fast-check';
import { expect, test } from 'vitest';

import { GRANULARITIES } from '../../../../shared/contract/statistics/statistics.ts';
import { bucketsOf } from '../../../../main/service/statistics/history/buckets.ts';
import { isTimeZone } from '../../../../shared/contract/primitives.ts';
import { localDay, startOfLocalDay } from '../../../../shared/domain/statistics/time-zone.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const span = (from: string, to: string) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) });
const hoursOf = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => (toMs - fromMs) / HOUR_MS;
const dayIn = (timeZone: string, date: string): number => {
  const day = Date.parse(`${date}T00:00:00Z`) / DAY_MS;
  return (startOfLocalDay(timeZone, day + 1) - startOfLocalDay(timeZone, day)) / HOUR_MS;
};
const localDate = (timeZone: string, epochMs: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(epochMs);

test.each([
  ['Europe/Paris', '2026-03-29', 23],
  ['Europe/Paris', '2026-10-25', 25],
  ['Europe/Paris', '2026-06-01', 24],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
  // Midnight itself is skipped, or there twice.
  ['America/Havana', '2026-03-08', 23],
  ['America/Santiago', '2026-09-06', 23],
  ['America/Santiago', '2026-04-04', 25],
  ['Africa/Cairo', '2026-04-24', 23],
  ['Antarctica/Troll', '2026-03-29', 22],
  ['Asia/Kathmandu', '2026-03-29', 24],
  // The calendar skipped this day.
  ['Pacific/Apia', '2011-12-30', 0],
])('in %s the day %s is %d hours long', (timeZone, date, hours) => {
  expect(dayIn(timeZone, date)).toBe(hours);
});

test('the buckets of a month with the change to summer time are its days, one of them shorter', () => {
  const paris = bucketsOf(span('2026-02-28T23:00:00Z', '2026-03-31T22:00:00Z'), 'day', 'Europe/Paris');

  expect(paris).toHaveLength(31);
  expect(paris.map(({ date }) => date)).toEqual(
    Array.from({ length: 31 }, (_, index) => `2026-03-${String(index + 1).padStart(2, '0')}`),
  );
  expect(paris.filter((bucket) => hoursOf(bucket) !== 24)).toEqual([
    { date: '2026-03-29', fromMs: Date.parse('2026-03-28T23:00Z'), toMs: Date.parse('2026-03-29T22:00Z') },
  ]);
});

test('a week begins on Monday and may span months and years; a month has its own length', () => {
  const weeks = bucketsOf(span('2025-12-30T12:00:00Z', '2026-01-13T00:00:00Z'), 'week', 'UTC');
  const months = bucketsOf(span('2026-01-31T00:00:00Z', '2026-03-01T00:00:00Z'), 'month', 'UTC');

  expect(weeks.map((bucket) => [bucket.date, hoursOf(bucket) / 24])).toEqual([
    ['2025-12-29', 5.5],
    ['2026-01-05', 7],
    ['2026-01-12', 1],
  ]);
  expect(months.map((bucket) => [bucket.date, hoursOf(bucket) / 24])).toEqual([
    ['2026-01-01', 1],
    ['2026-02-01', 28],
  ]);
});

const anyZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC');
const anyInstant = fc
  .integer({ min: Date.parse('2024-01-01T00:00Z') / 60_000, max: Date.parse('2030-01-01T00:00Z') / 60_000 })
  .map((minute) => minute * 60_000);

test('in every zone buckets are adjacent, fill the range and contain the instants of their date', () => {
  fc.assert(
    fc.property(
      anyZone,
      anyInstant,
      fc.integer({ min: 1, max: 200 * 1_440 }),
      fc.constantFrom(...GRANULARITIES),
      (timeZone, fromMs, minutes, granularity) => {
        const toMs = fromMs + minutes * 60_000;

        const buckets = bucketsOf({ fromMs, toMs }, granularity, timeZone);

        expect(buckets[0]?.fromMs).toBe(fromMs);
        expect(buckets.at(-1)?.toMs).toBe(toMs);
        for (const bucket of buckets) expect(bucket.toMs).toBeGreaterThan(bucket.fromMs);
        const later = buckets.slice(1);
        expect(later.map((bucket) => bucket.fromMs)).toEqual(
          buckets.slice(0, -1).map(({ toMs: end }) => end),
        );
        // The first instant has its date, the minute before it does not.
        expect(later.map((bucket) => localDate(timeZone, bucket.fromMs))).toEqual(
          later.map(({ date }) => date),
        );
        expect(later.every(({ date, fromMs: at }) => localDate(timeZone, at - 60_000) < date)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test('a day begins at the first minute with its date', () => {
  fc.assert(
    fc.property(anyZone, anyInstant, (timeZone, epochMs) => {
      const day = localDay(timeZone, epochMs);
      const startMs = startOfLocalDay(timeZone, day);

      expect(startMs).toBeLessThanOrEqual(epochMs);
      expect(localDay(timeZone, startMs)).toBe(day);
      expect(localDay(timeZone, startMs - 60_000)).toBeLessThan(day);
    }),
  );
});

test('a zone is valid if this computer knows its name', () => {
  for (const name of Intl.supportedValuesOf('timeZone')) expect(isTimeZone(name)).toBe(true);
  for (const name of ['', 'Nowhere/City', '+02:00', '02', 'UTC ', 'constructor'])
    expect(isTimeZone(name)).toBe(false);
});
