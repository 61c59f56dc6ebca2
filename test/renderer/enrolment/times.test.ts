import { expect, test } from 'vitest';

import {
  CODE_LIFETIME_MS,
  idsWithoutCode,
  type CodeBook,
} from '../../../renderer/enrolment/cart/code-book.ts';
import { countdown, elapsed } from '../../../renderer/enrolment/cart/elapsed.ts';
import { readJournal, withEnd, withWork } from '../../../renderer/enrolment/cart/journal.ts';
import { isSoundOn, worstOf } from '../../../renderer/enrolment/frame/sounds.ts';

test('a countdown shows the second that has begun', () => {
  expect([CODE_LIFETIME_MS, 702_000, 59_001, 1, 0, -5].map(countdown)).toEqual([
    '15:00',
    '11:42',
    '1:00',
    '0:01',
    '0:00',
    '0:00',
  ]);
});

test('a duration is split into hours, minutes and seconds', () => {
  expect(elapsed(1_180_400)).toEqual({ hours: 0, minutes: 19, seconds: 40 });
  expect(elapsed(3_600_000)).toEqual({ hours: 1, minutes: 0, seconds: 0 });
});

test('the clock of a cart runs from the first work until no work is left', () => {
  let journal = withWork({}, 'cart-a', 1_000);
  journal = withWork(journal, 'cart-a', 2_000);
  journal = withEnd(journal, 'cart-a', 9_000);
  journal = withEnd(journal, 'cart-a', 12_000);

  expect(journal['cart-a']).toEqual({ startedAtMs: 1_000, finishedAtMs: 9_000 });
});

test('new work on a finished cart starts its clock again', () => {
  const finished = withEnd(withWork({}, 'cart-a', 1_000), 'cart-a', 9_000);

  expect(withWork(finished, 'cart-a', 20_000)['cart-a']).toEqual({ startedAtMs: 20_000, finishedAtMs: null });
});

test('the journal keeps fifty carts, the newest', () => {
  let journal = {};
  for (let index = 0; index < 60; index += 1) journal = withWork(journal, `cart-${index}`, index);

  expect(Object.keys(journal)).toHaveLength(50);
  expect(journal).not.toHaveProperty('cart-9');
});

test.each([null, '', 'no json', '[]', '{"cart-a":{"startedAtMs":"x"}}'])(
  '%j is read as an empty journal',
  (text) => {
    expect(readJournal(text)).toEqual({});
  },
);

const book: CodeBook = {
  byId: {
    live: { kind: 'live', code: 471_093, expiresAtMs: 2_000 },
    over: { kind: 'live', code: 471_094, expiresAtMs: 1_000 },
    taken: { kind: 'none', reason: 'taken' },
  },
  requested: new Set(['asked']),
  refusal: null,
  refusedAtMs: null,
};
const ids = ['live', 'over', 'taken', 'asked', 'new'];

test('codes are requested if there is none or it has expired, once', () => {
  expect(idsWithoutCode(book, ids, { stationMs: 1_000, localMs: 0 })).toEqual(['over', 'new']);
});

test('after a refusal no request is sent for three seconds', () => {
  const refused = { ...book, refusedAtMs: 10_000 };

  expect(idsWithoutCode(refused, ids, { stationMs: 1_000, localMs: 12_999 })).toEqual([]);
  expect(idsWithoutCode(refused, ids, { stationMs: 1_000, localMs: 13_000 })).toEqual(['over', 'new']);
});

test('of several simultaneous sounds the most serious is played', () => {
  expect(worstOf(['ready', 'failed', 'accepted'])).toBe('failed');
  expect(worstOf(['accepted', 'ready'])).toBe('ready');
  expect(worstOf([])).toBeNull();
});

test('sound is on until it is switched off', () => {
  expect(isSoundOn({ getItem: () => null })).toBe(true);
  expect(isSoundOn({ getItem: () => 'off' })).toBe(false);
});
