import fc from 'fast-check';
import { expect, test } from 'vitest';

import { backupsToRetain } from '../../../../main/service/kernel/backups/backup-retention.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 0, 1);

function everySixHours(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    name: `b${index}`,
    createdAtMs: START + index * 6 * HOUR_MS,
  }));
}

test('of two months of backups the newest ten are kept, and one for each of seven days and four weeks', () => {
  const copies = everySixHours(240);
  const retained = backupsToRetain(copies, START + 240 * 6 * HOUR_MS);
  const stored = copies.filter(({ name }) => retained.has(name));
  const ages = stored.map(({ createdAtMs }) =>
    Math.floor((START + 239 * 6 * HOUR_MS - createdAtMs) / (24 * HOUR_MS)),
  );
  expect(stored.slice(-10)).toEqual(copies.slice(-10));
  expect(Math.max(...ages)).toBeGreaterThanOrEqual(15);
  expect(stored.length).toBeLessThanOrEqual(18);
});

test('whatever the clock said when they were made, the newest is kept and never more than 21', () => {
  const copy = fc.integer({ min: 0, max: 4_000 * 24 }).map((hour) => START + hour * HOUR_MS);
  fc.assert(
    fc.property(fc.uniqueArray(copy, { minLength: 1, maxLength: 120 }), copy, (times, nowMs) => {
      const copies = times.map((createdAtMs) => ({ name: String(createdAtMs), createdAtMs }));
      const stored = backupsToRetain(copies, nowMs);
      const past = times.filter((each) => each <= nowMs);
      expect(stored.has(String(Math.max(...(past.length > 0 ? past : times))))).toBe(true);
      expect(stored.size).toBeLessThanOrEqual(21);
      expect(stored.size).toBeGreaterThanOrEqual(Math.min(10, times.length));
    }),
  );
});
