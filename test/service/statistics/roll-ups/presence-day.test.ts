import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  blockOf,
  forEachWindow,
  MINUTES_PER_BLOCK,
  type PresenceBlock,
  withMinutes,
} from '../../../../main/service/statistics/roll-ups/presence-day.ts';
import { uptimeOf } from '../../../../main/service/statistics/history/uptime.ts';

/** Around the edge of two blocks, so that both are used. */
const EDGE = 1_283 * MINUTES_PER_BLOCK;
const SPAN = 3 * 1_440;
const anyMinute = fc.integer({ min: EDGE - SPAN, max: EDGE + SPAN });
/** Scattered logs, and runs of them as headsets send. */
const anyLogs = fc
  .array(fc.tuple(anyMinute, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 30 })), {
    maxLength: 12,
  })
  .map((runs) =>
    runs.flatMap(([start, every, count]) =>
      Array.from({ length: count }, (_, index) => start + index * every),
    ),
  );
const anyGap = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(13, 14, 15, 20, 1_440));

/** Stores logs one batch after another, as heartbeats do. */
function rollUp(batches: readonly (readonly number[])[]): PresenceBlock[] {
  const blocks = new Map<number, Uint8Array>();
  for (const batch of batches) {
    for (const [block, minutes] of Map.groupBy(batch, blockOf)) {
      const hours = withMinutes({ block, hours: blocks.get(block) }, minutes);
      if (hours !== undefined) blocks.set(block, hours);
    }
  }
  return [...blocks].map(([block, hours]) => ({ block, hours })).toSorted((a, b) => a.block - b.block);
}

/** The rule in plain words: every minute from a log to the next one if it is near enough, and the log's own. */
function presentMinutes(logs: readonly number[], gap: number): Set<number> {
  const sorted = [...new Set(logs)].toSorted((a, b) => a - b);
  const present = new Set<number>();
  for (const [index, log] of sorted.entries()) {
    const next = sorted[index + 1];
    const until = next !== undefined && next - log <= gap ? next : log;
    for (let minute = log; minute <= until; minute += 1) present.add(minute);
  }
  return present;
}

test('the roll-up of any logs, in any order and with repeats, matches the logs themselves', () => {
  fc.assert(
    fc.property(
      anyLogs.chain((logs) =>
        fc.tuple(fc.constant(logs), fc.shuffledSubarray([...logs, ...logs], { minLength: logs.length * 2 })),
      ),
      anyGap,
      fc.integer({ min: 1, max: 7 }),
      fc.array(anyMinute, { minLength: 2, maxLength: 8 }),
      ([logs, shuffled], gap, size, cuts) => {
        const batches = [];
        for (let at = 0; at < shuffled.length; at += size) batches.push(shuffled.slice(at, at + size));
        const edges = [...new Set(cuts)].toSorted((a, b) => a - b);
        const present = presentMinutes(logs, gap);
        const between = (from: number, to: number) =>
          [...present].filter((minute) => minute >= from && minute < to).length;

        const uptime = uptimeOf(rollUp(batches), edges, gap);

        const expected = edges.slice(1).map((to, index) => between(edges[index] ?? 0, to));
        expect([...uptime.perBucket]).toEqual(expected);
        expect(uptime.minutes).toBe(expected.reduce((sum, each) => sum + each, 0));
        const inside = logs.filter((log) => log >= (edges[0] ?? 0) && log < (edges.at(-1) ?? 0));
        expect(uptime.seen).toEqual(
          inside.length === 0 ? null : { first: Math.min(...inside), last: Math.max(...inside) },
        );
      },
    ),
  );
});

test('windows are in order, further apart than the gap, and contain every log', () => {
  fc.assert(
    fc.property(anyLogs, anyGap, (logs, gap) => {
      const windows: { from: number; to: number }[] = [];

      forEachWindow(rollUp([logs]), gap, (from, to) => windows.push({ from, to }));

      for (const [index, { from, to }] of windows.entries()) {
        expect(to).toBeGreaterThan(from);
        expect(logs).toContain(from);
        expect(logs).toContain(to - 1);
        const lastBefore = (windows[index - 1]?.to ?? -Infinity) - 1;
        expect(from - lastBefore).toBeGreaterThan(gap);
      }
      for (const log of logs) expect(windows.some(({ from, to }) => log >= from && log < to)).toBe(true);
    }),
  );
});

test('splitting a range anywhere loses nothing and counts nothing twice', () => {
  fc.assert(
    fc.property(anyLogs, anyGap, fc.array(anyMinute, { maxLength: 20 }), (logs, gap, cuts) => {
      const blocks = rollUp([logs]);
      const [first, end] = [EDGE - 2 * SPAN, EDGE + 2 * SPAN];
      const edges = [first, ...[...new Set(cuts)].toSorted((a, b) => a - b), end];

      const whole = uptimeOf(blocks, [first, end], gap);
      const cut = uptimeOf(blocks, edges, gap);

      expect(cut.minutes).toBe(whole.minutes);
      expect(cut.perBucket.reduce((sum, each) => sum + each, 0)).toBe(whole.minutes);
    }),
  );
});

test('a known minute changes nothing, and a day of logs takes 195 bytes more than an empty block', () => {
  const day = Array.from({ length: 1_440 }, (_, minute) => EDGE + minute);
  const hours = withMinutes({ block: blockOf(EDGE), hours: undefined }, day);

  expect(hours?.byteLength).toBe(48 + 192);
  expect(withMinutes({ block: blockOf(EDGE), hours: hours ?? new Uint8Array() }, [EDGE, EDGE + 7])).toBe(
    undefined,
  );
  expect(() => withMinutes({ block: blockOf(EDGE), hours: undefined }, [EDGE - 1])).toThrow(RangeError);
});
