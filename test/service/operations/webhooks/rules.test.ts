import fc from 'fast-check';
import { expect, test } from 'vitest';

import { faultOfType, WEBHOOK_STATE_TYPES } from '../../../../shared/contract/operations/webhooks.ts';
import {
  ABANDONED_AFTER_MS,
  MAX_RETRY_AFTER_MS,
  nextAttemptAt,
  pauseAfter,
  readRetryAfter,
  wants,
} from '../../../../main/service/operations/webhooks/rules.ts';

const attempts = fc.integer({ min: 1, max: 100 });
const random = fc.double({ min: 0, max: 1, noNaN: true });
const retryAfterMs = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10 * MAX_RETRY_AFTER_MS }));
const nowMs = 1_800_000_000_000;

test('the waits are 5 s, 30 s, 2 min, 10 min, 1 h, then 6 h, with at most a tenth more', () => {
  const first = { firstAttemptAtMs: nowMs, nowMs, retryAfterMs: 0 };
  const waitsOf = (share: number) =>
    [1, 2, 3, 4, 5, 6, 7].map(
      (each) => ((nextAttemptAt({ ...first, attempts: each, random: share }) ?? 0) - nowMs) / 1_000,
    );

  expect(waitsOf(0)).toEqual([5, 30, 120, 600, 3_600, 21_600, 21_600]);
  expect(waitsOf(1)).toEqual([5.5, 33, 132, 660, 3_960, 23_760, 23_760]);
});

test('the next attempt is never in the past, at least what the receiver asked for, and within three days of the first', () => {
  fc.assert(
    fc.property(
      attempts,
      random,
      retryAfterMs,
      fc.integer({ min: 0, max: 2 * ABANDONED_AFTER_MS }),
      (count, share, requested, sinceMs) => {
        const firstAttemptAtMs = nowMs - sinceMs;
        const at = nextAttemptAt({
          attempts: count,
          random: share,
          retryAfterMs: requested,
          nowMs,
          firstAttemptAtMs,
        });
        const waitMs = (at ?? nowMs + 5_000) - nowMs;
        expect(waitMs).toBeGreaterThanOrEqual(at === undefined ? 0 : Math.min(requested, MAX_RETRY_AFTER_MS));
        expect(waitMs).toBeGreaterThanOrEqual(5_000);
        expect(waitMs).toBeLessThanOrEqual(1.1 * MAX_RETRY_AFTER_MS);
        expect(at === undefined || sinceMs + waitMs <= ABANDONED_AFTER_MS).toBe(true);
        // Abandoned only if the longest wait could go beyond the three days.
        expect(at !== undefined || sinceMs + 1.1 * MAX_RETRY_AFTER_MS > ABANDONED_AFTER_MS).toBe(true);
      },
    ),
  );
});

test('a webhook is paused for ten minutes at most, unless its receiver asks for more, and never longer than six hours', () => {
  fc.assert(
    fc.property(attempts, random, retryAfterMs, (count, share, requested) => {
      const pauseMs = pauseAfter({ attempts: count, random: share, retryAfterMs: requested });
      expect(pauseMs).toBeGreaterThanOrEqual(Math.min(requested, MAX_RETRY_AFTER_MS));
      expect(pauseMs).toBeLessThanOrEqual(Math.max(600_000, Math.min(requested, MAX_RETRY_AFTER_MS)));
      expect(pauseMs).toBeGreaterThanOrEqual(5_000);
    }),
  );
});

test('a delivery that failed first is due exactly when its webhook is retried', () => {
  for (const count of [1, 2, 3]) {
    const failed = { attempts: count, random: 0.7, retryAfterMs: 0 };
    expect(nextAttemptAt({ ...failed, nowMs, firstAttemptAtMs: nowMs })).toBe(nowMs + pauseAfter(failed));
  }
});

test('Retry-After is read as seconds or as a date; anything else has no effect', () => {
  expect(readRetryAfter('120', nowMs)).toBe(120_000);
  expect(readRetryAfter(new Date(nowMs + 60_000).toUTCString(), nowMs)).toBe(60_000);
  expect(readRetryAfter(new Date(nowMs - 60_000).toUTCString(), nowMs)).toBe(0);
  for (const none of [undefined, '', 'soon', '-5', '1e9', '99999999999999999999'])
    expect(readRetryAfter(none, nowMs)).toBe(0);
});

test('types match exactly or by prefix', () => {
  expect(wants(null, 'event.A')).toBe(true);
  expect(wants(['*'], 'device.removed')).toBe(true);
  expect(wants(['device.*'], 'device.removed')).toBe(true);
  expect(wants(['device.*'], 'event.device.removed')).toBe(false);
  expect(wants(['event.A'], 'event.A')).toBe(true);
  expect(wants(['event.A'], 'event.AB')).toBe(false);
  expect(wants(['event.my.*'], 'event.my.app')).toBe(true);
  expect(wants(['event.my.*'], 'event.mine')).toBe(false);
  expect(wants(['device.removed', 'event.B'], 'event.B')).toBe(true);
});

test('every state change and every event can be selected by name, and a misspelt name is refused', () => {
  for (const type of WEBHOOK_STATE_TYPES) expect(faultOfType(type)).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 64 }), (type) => {
      expect(faultOfType(`event.${type}`)).toBeUndefined();
    }),
  );
  for (const wrong of [
    '',
    'device',
    'device.',
    'device.enroled',
    'event',
    'event.',
    'ping',
    '**',
    'Device.*',
  ])
    expect(faultOfType(wrong)).toBeTypeOf('string');
});
