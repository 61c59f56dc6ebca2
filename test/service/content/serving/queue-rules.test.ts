import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  DownloadQueue,
  SLOT_HOLD_MS,
  type Admission,
} from '../../../../main/service/content/serving/queue.ts';

const GIB = 1024 ** 3;
const request = (headset: string, remainingBytes = GIB) => ({ headset, sizeBytes: GIB, remainingBytes });

test('as many headsets start as there are slots, and the next one waits', () => {
  const queue = new DownloadQueue(2);

  expect(queue.request(request('a'), 0)).toEqual({ kind: 'go' });
  expect(queue.request(request('b'), 0)).toEqual({ kind: 'go' });
  expect(queue.request(request('c'), 0)).toEqual({ kind: 'wait', place: 1, retryAfterSec: 2 });
  expect(queue.positionOf('c', 0)).toBe(1);
});

test('an open transfer holds its slot for as long as it takes', () => {
  const queue = new DownloadQueue(1);
  queue.request(request('a'), 0);
  queue.begin('a', 0);
  expect(queue.request(request('b'), 100 * SLOT_HOLD_MS).kind).toBe('wait');
  queue.end('a', 100 * SLOT_HOLD_MS);

  expect(queue.request(request('b'), 101 * SLOT_HOLD_MS - 1).kind).toBe('wait');
  expect(queue.request(request('b'), 101 * SLOT_HOLD_MS).kind).toBe('go');
});

test('a free slot is not reserved for a headset that returns only much later', () => {
  const queue = new DownloadQueue(1);
  queue.request(request('first'), 0);
  for (let count = 0; count < 30; count += 1) queue.request(request(`h${count}`), count);
  queue.setConcurrency(5);
  // Five are due within the next seconds, and so are four slots.
  expect(queue.request(request('new'), 1_000).kind).toBe('wait');
  queue.setConcurrency(7);

  expect(queue.request(request('new'), 1_000).kind).toBe('go');
});

/** The download of one headset, in parts of this size. */
type Cart = readonly { readonly sizeBytes: number; readonly partBytes: number }[];

const carts: fc.Arbitrary<Cart> = fc.array(
  fc.record({
    sizeBytes: fc.integer({ min: 1, max: 200_000_000 }),
    partBytes: fc.integer({ min: 5_000_000, max: 60_000_000 }),
  }),
  { minLength: 1, maxLength: 25 },
);

/** Result of one request: whether its headset had a slot before, and which headsets have one now. */
type Seen = {
  readonly hadSlot: boolean;
  readonly admission: Admission;
  readonly admitted: ReadonlySet<string>;
};

/** Simulates a whole cart: every headset asks, waits as told, and downloads at ten megabytes per second. */
function live(cart: Cart, atOnce: number, see: (seen: Seen) => void): void {
  const queue = new DownloadQueue(atOnce);
  const headsets = cart.map((each, at) => ({
    ...each,
    headset: `h${at}`,
    left: each.sizeBytes,
    atMs: at * 10,
  }));
  const open = new Map<string, number>();
  let nowMs = 0;
  for (let steps = 0; headsets.some(({ left }) => left > 0); steps += 1) {
    if (steps > 100_000) throw new Error('The cart is never through');
    const next = headsets.filter(({ left }) => left > 0).reduce((a, b) => (b.atMs < a.atMs ? b : a));
    nowMs = Math.max(nowMs, next.atMs);
    const { headset, sizeBytes, left } = next;
    if (open.delete(headset)) queue.end(headset, nowMs);
    const hadSlot = queue.admitted(nowMs).has(headset);
    const admission = queue.request({ headset, sizeBytes, remainingBytes: left }, nowMs);
    see({ hadSlot, admission, admitted: queue.admitted(nowMs) });
    if (admission.kind === 'wait') {
      next.atMs = nowMs + admission.retryAfterSec * 1_000;
      continue;
    }
    queue.begin(headset, nowMs);
    const part = Math.min(left, next.partBytes);
    next.left -= part;
    next.atMs = nowMs + Math.ceil(part / 10_000);
    if (next.left > 0) open.set(headset, 1);
    else queue.end(headset, next.atMs);
  }
}

test('never more headsets are admitted than there are slots, and all of them finish', () => {
  fc.assert(
    fc.property(carts, fc.integer({ min: 1, max: 8 }), (cart, atOnce) => {
      live(cart, atOnce, ({ admitted }) => {
        expect(admitted.size).toBeLessThanOrEqual(atOnce);
      });
    }),
  );
});

test('an admitted headset is not sent away while it continues, and each is admitted at least once', () => {
  fc.assert(
    fc.property(carts, fc.integer({ min: 1, max: 4 }), (cart, atOnce) => {
      const served = new Set<string>();
      live(cart, atOnce, ({ hadSlot, admission, admitted }) => {
        expect(hadSlot && admission.kind === 'wait').toBe(false);
        for (const each of admitted) served.add(each);
      });
      expect(served.size).toBe(cart.length);
    }),
  );
});

test('a waiting headset gets a retry time from 2 to 90 seconds, different for each of the first positions', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), (count) => {
      const queue = new DownloadQueue(1);
      queue.request(request('first'), 0);
      const admissions = Array.from({ length: count }, (_, at) => queue.request(request(`h${at}`), at));
      const times = admissions.map((admission) => (admission.kind === 'wait' ? admission.retryAfterSec : 0));

      for (const time of times) expect(time >= 2 && time < 90).toBe(true);
      expect(new Set(times.slice(0, 59)).size).toBe(Math.min(count, 59));
    }),
  );
});

test('of the waiting headsets the nearly finished come first, least remaining first; then the longest waiting', () => {
  const headsets = fc.uniqueArray(
    fc.record({ at: fc.nat(1_000), remaining: fc.integer({ min: 1, max: GIB }) }),
    {
      selector: ({ at }) => at,
      minLength: 2,
      maxLength: 20,
    },
  );
  fc.assert(
    fc.property(headsets, (input) => {
      const queue = new DownloadQueue(1);
      queue.request(request('first'), 0);
      const waiting = input.toSorted((a, b) => a.at - b.at);
      for (const { at, remaining } of waiting) queue.request(request(`h${at}`, remaining), at);
      const isNearly = ({ remaining }: { remaining: number }) => remaining <= GIB / 4;
      const expected = [
        ...waiting.filter(isNearly).toSorted((a, b) => a.remaining - b.remaining || a.at - b.at),
        ...waiting.filter((each) => !isNearly(each)),
      ].map(({ at }) => `h${at}`);

      const places = [...queue.positions(1_000)].toSorted(([, a], [, b]) => a - b);

      expect(places.map(([headset]) => headset)).toEqual(expected);
      for (const [headset, place] of places) expect(queue.positionOf(headset, 1_000)).toBe(place);
    }),
  );
});
