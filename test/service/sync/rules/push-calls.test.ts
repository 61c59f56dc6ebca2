import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { StateChange } from '../../../../main/service/sync/rules/desired.ts';
import {
  chunkEvents,
  groupPushes,
  halvesOf,
  type PushCall,
} from '../../../../main/service/sync/rules/push-calls.ts';
import { retryDelayMs } from '../../../../main/service/kernel/outgoing/retry.ts';
import { retryAfterMs } from '../../../../main/service/sync/rules/retry-after.ts';

function ids(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `d${String(index)}`);
}

test('a thousand devices with one changed profile are at most ten configure requests', () => {
  const push = { settings: { display: { brightness: 3, refreshRate: 72 }, applications: [{ id: 'a' }] } };
  // Returns the same, written in another order.
  const same = { settings: { applications: [{ id: 'a' }], display: { refreshRate: 72, brightness: 3 } } };

  const calls = groupPushes(ids(1_000).map((id, index) => ({ id, push: index % 2 === 0 ? push : same })));

  expect(calls.length).toBeLessThanOrEqual(10);
  expect(calls.flatMap((call) => call.ids).toSorted()).toEqual(ids(1_000).toSorted());
});

const aPush: fc.Arbitrary<StateChange> = fc.record(
  {
    label: fc.constantFrom('A', 'B', null),
    license: fc.constantFrom({ level: 'x' }, null),
    settings: fc.constantFrom({ volume: 1 }, { volume: 2 }),
    metadata: fc.dictionary(fc.constantFrom('group', 'class'), fc.constantFrom({ a: 1 }, null)),
  },
  { requiredKeys: [] },
);

test('every part of every push is in exactly one call, with one write per kind and device', () => {
  fc.assert(
    fc.property(fc.array(aPush, { maxLength: 40 }), (pushes) => {
      const input = pushes.map((push, index) => ({ id: `d${String(index)}`, push }));
      const written = groupPushes(input).flatMap((call) => call.ids.map((id) => [id, named(call)]));

      const wanted = input.flatMap(({ id, push }) => {
        const { label, license, settings, metadata } = push;
        const identity = {
          ...(label === undefined ? {} : { label }),
          ...(license === undefined ? {} : { license }),
        };
        return [
          ...(settings === undefined ? [] : [[id, JSON.stringify(settings)]]),
          ...(Object.keys(identity).length === 0 ? [] : [[id, JSON.stringify(identity)]]),
          ...Object.entries(metadata ?? {}).map(([name, value]) => [id, `${name}=${JSON.stringify(value)}`]),
        ];
      });
      expect(sorted(written)).toEqual(sorted(wanted));
    }),
    { seed: 20_261_122, numRuns: 300 },
  );
});

function named(call: PushCall): string {
  switch (call.kind) {
    case 'configure':
      return JSON.stringify(call.settings);
    case 'patch': {
      const { kind: _, ids: __, ...change } = call;
      return JSON.stringify(change);
    }
    case 'setMetadata':
      return `${call.namespace}=${JSON.stringify(call.value)}`;
    case 'removeMetadata':
      return `${call.namespace}=null`;
  }
}

function sorted(rows: readonly unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

test('a call is halved until one device is left', () => {
  const call: PushCall = { kind: 'configure', ids: ids(5), settings: {} };

  const [first, second] = halvesOf(call) ?? [];

  expect([first?.ids, second?.ids]).toEqual([ids(3), ['d3', 'd4']]);
  expect(halvesOf({ ...call, ids: ['d0'] })).toBeUndefined();
});

test('events stay in order, at most 500 per request and never more than its maximum size', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 400 }), { maxLength: 1_300 }), (sizes) => {
      const events = sizes.map((size, eventId) => ({ eventId, text: 'é'.repeat(size) }));

      const parts = chunkEvents(events, 20_000);

      expect(parts.flat()).toEqual(events);
      expect(parts.every((part) => part.length > 0 && part.length <= 500)).toBe(true);
      expect(parts.every((part) => Buffer.byteLength(JSON.stringify(part)) <= 20_000)).toBe(true);
    }),
    { seed: 20_261_122, numRuns: 60 },
  );
  expect(chunkEvents(ids(1_001)).map((part) => part.length)).toEqual([500, 500, 1]);
  expect(chunkEvents(['x'.repeat(100)], 10)).toHaveLength(1);
});

test('delays double up to 30 s, plus up to 250 ms at random', () => {
  expect([0, 1, 2, 5, 6, 60].map((attempt) => retryDelayMs(attempt, 0))).toEqual([
    500, 1_000, 2_000, 16_000, 30_000, 30_000,
  ]);
  expect(retryDelayMs(0, 1)).toBe(750);
});

test('Retry-After is parsed as seconds and as a date, and limited to an hour', () => {
  const nowMs = Date.parse('2026-11-22T00:00:00Z');
  const read = (header: string | undefined, dateHeader?: string) =>
    retryAfterMs(header, { dateHeader, nowMs });

  expect(read('12')).toBe(12_000);
  expect(read('Sun, 22 Nov 2026 00:00:30 GMT')).toBe(30_000);
  expect(read('Thu, 01 Jan 2032 00:00:30 GMT', 'Thu, 01 Jan 2032 00:00:00 GMT')).toBe(30_000);
  expect(read('Sun, 22 Nov 2020 00:00:30 GMT')).toBe(0);
  expect(read('99999999')).toBe(3_600_000);
  expect([read(undefined), read(''), read('soon'), read('-3')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
