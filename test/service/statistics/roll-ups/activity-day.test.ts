import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  type ActivityEntry,
  forEachEntry,
  MAX_ENTRIES,
  withEntries,
} from '../../../../main/service/statistics/roll-ups/activity-day.ts';
import { MAX_PLAY_MS, toPlay } from '../../../../main/service/statistics/roll-ups/plays.ts';

const anyEntry: fc.Arbitrary<ActivityEntry> = fc.record({
  subject: fc.integer({ min: 1, max: 5 }),
  quarter: fc.integer({ min: 0, max: 95 }),
  plays: fc.integer({ min: 0, max: 3 }),
  durationMs: fc.integer({ min: 0, max: MAX_PLAY_MS }),
});
const read = (bytes: Uint8Array | undefined): ActivityEntry[] => {
  const entries: ActivityEntry[] = [];
  if (bytes !== undefined) forEachEntry(bytes, (entry) => entries.push(entry));
  return entries;
};
const sumOf = (entries: readonly ActivityEntry[]) => {
  const sums = new Map<string, [number, number]>();
  for (const { subject, quarter, plays, durationMs } of entries) {
    const [p, d] = sums.get(`${subject} ${quarter}`) ?? [0, 0];
    sums.set(`${subject} ${quarter}`, [p + plays, d + durationMs]);
  }
  return sums;
};

test('a day is the sum of everything added to it, in whatever parts and order', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyEntry, { maxLength: 30 }), { maxLength: 6 }), (batches) => {
      let bytes: Uint8Array | undefined;
      for (const batch of batches) bytes = withEntries(bytes, batch);
      const backwards = withEntries(undefined, batches.flat().toReversed());

      expect(sumOf(read(bytes))).toEqual(sumOf(batches.flat()));
      expect(sumOf(read(backwards))).toEqual(sumOf(batches.flat()));
      expect(read(bytes)).toHaveLength(sumOf(batches.flat()).size);
    }),
  );
});

test('a headset that keeps naming new contents does not make a day exceed its maximum size, and every play counts', () => {
  const flood = Array.from({ length: 3 * MAX_ENTRIES }, (_, index) => ({
    subject: index + 1,
    quarter: index % 96,
    plays: 1,
    durationMs: 10,
  }));

  let bytes: Uint8Array | undefined;
  for (let at = 0; at < flood.length; at += 500) bytes = withEntries(bytes, flood.slice(at, at + 500));

  const entries = read(bytes);
  expect(entries.length).toBeLessThanOrEqual(MAX_ENTRIES + 96);
  expect(entries.reduce((sum, { plays }) => sum + plays, 0)).toBe(flood.length);
  expect(entries.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBe(flood.length * 10);
});

test('a number too large for its field stays at the maximum', () => {
  const max = { subject: 1, quarter: 0, plays: 2 ** 32 - 1, durationMs: 2 ** 48 - 1 };

  const bytes = withEntries(withEntries(undefined, [max]), [{ ...max, plays: 5, durationMs: 5 }]);

  expect(read(bytes)).toEqual([max]);
});

test('whatever a headset reports, a play adds nothing, one play or a duration of at most a day', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('APP_STARTED', 'APP_STOPPED', 'VIDEO_STARTED', 'VIDEO_STOPPED'),
      fc.option(fc.dictionary(fc.constantFrom('contentId', 'packageName', 'durationMs', 'x'), fc.anything())),
      (type, payload) => {
        const play = toPlay(type, payload);

        expect(play?.plays).toBe(type.endsWith('_STARTED') ? 1 : 0);
        expect(Number.isInteger(play?.durationMs)).toBe(true);
        expect(play?.durationMs).toBeGreaterThanOrEqual(0);
        expect(play?.durationMs).toBeLessThanOrEqual(type.endsWith('_STARTED') ? 0 : MAX_PLAY_MS);
      },
    ),
  );
  expect(toPlay('DEVICE_STARTED', { durationMs: 5 })).toBe(undefined);
});

test.each([
  [5, 5],
  [5.9, 5],
  [0.5, 0],
  [MAX_PLAY_MS, MAX_PLAY_MS],
  [MAX_PLAY_MS + 1, MAX_PLAY_MS],
  [Infinity, MAX_PLAY_MS],
  [-1, 0],
  [NaN, 0],
  ['5', 0],
  [undefined, 0],
])('a stop that says %s counts %d ms', (durationMs, expected) => {
  expect(toPlay('VIDEO_STOPPED', { durationMs })?.durationMs).toBe(expected);
});
