import { expect, test } from 'vitest';

import { cartProgress, isSettled, needsPerson } from '../../../renderer/enrolment/cart/cart-progress.ts';
import {
  chooseSlot,
  followCart,
  freshDesk,
  resume,
  skipSlot,
} from '../../../renderer/enrolment/desk/desk-focus.ts';
import { nextFreeSlot, slotChanges } from '../../../renderer/enrolment/cart/next-slot.ts';
import { aSlot, ENROLLED, READY } from './a-slot.ts';

const nobody: ReadonlySet<string> = new Set();
const threeFree = [aSlot(1), aSlot(2), aSlot(3)];

test('the desk begins with the first free slot', () => {
  expect(followCart(freshDesk, [aSlot(1, READY), aSlot(2)]).shownId).toBe('place-2');
});

test('the desk moves on when the shown slot is taken', () => {
  const desk = followCart(freshDesk, threeFree);

  expect(followCart(desk, [aSlot(1, ENROLLED), aSlot(2), aSlot(3)]).shownId).toBe('place-2');
});

test('the desk stays when another slot is taken', () => {
  const desk = followCart(freshDesk, threeFree);

  expect(followCart(desk, [aSlot(1), aSlot(2, ENROLLED), aSlot(3)])).toBe(desk);
});

test('a taken slot that was selected stays until the person continues', () => {
  const slots = [aSlot(1, READY), aSlot(2), aSlot(3)];
  const desk = chooseSlot(followCart(freshDesk, slots), 'place-1', false);

  expect(followCart(desk, slots).shownId).toBe('place-1');
  expect(resume(desk, slots).shownId).toBe('place-2');
});

test('a skipped slot returns only when no other is left', () => {
  const skipping = skipSlot(followCart(freshDesk, threeFree), threeFree);
  const onlyFirstLeft = [aSlot(1), aSlot(2, ENROLLED), aSlot(3, ENROLLED)];

  expect(skipping.shownId).toBe('place-2');
  expect(nextFreeSlot(threeFree, 'place-3', skipping.skipped)).toBe('place-2');
  expect(followCart(skipping, onlyFirstLeft).shownId).toBe('place-1');
});

test('after the last slot the desk continues at the first free one', () => {
  expect(nextFreeSlot(threeFree, 'place-3', nobody)).toBe('place-1');
});

test('when every slot is taken the desk keeps the last, and goes to a slot that is added', () => {
  const full = [aSlot(1, READY), aSlot(2, READY)];
  const desk = followCart({ ...freshDesk, shownId: 'place-2' }, full);

  expect(desk.shownId).toBe('place-2');
  expect(followCart(desk, [...full, aSlot(3)]).shownId).toBe('place-3');
});

test('a removed slot is left for a free one', () => {
  const desk = followCart(freshDesk, threeFree);

  expect(followCart(desk, [aSlot(2), aSlot(3)]).shownId).toBe('place-2');
});

test('an empty cart shows nothing', () => {
  expect(followCart(freshDesk, []).shownId).toBeNull();
});

test('a headset is not ready before it has reported', () => {
  const progress = cartProgress([aSlot(1, ENROLLED), aSlot(2, READY), aSlot(3)]);

  expect(progress).toMatchObject({ total: 3, ready: 1 });
  expect(progress.finishing.map((slot) => slot.headset.id)).toEqual(['place-1']);
  expect(progress.waiting.map((slot) => slot.headset.id)).toEqual(['place-3']);
});

test('a low battery does not make a headset unready, but is a task', () => {
  const flat = aSlot(1, { ...READY, battery: { level: 9, isCharging: false } });

  expect(cartProgress([flat]).ready).toBe(1);
  expect(needsPerson(flat.state.state)).toBe(true);
});

test('a cart is finished when no slot is waiting and nothing is in progress', () => {
  expect(isSettled(cartProgress([aSlot(1, READY)]))).toBe(true);
  expect(isSettled(cartProgress([aSlot(1, READY), aSlot(2, ENROLLED)]))).toBe(false);
  expect(isSettled(cartProgress([]))).toBe(false);
});

test('the events are: a code accepted, a headset ready, a headset failed', () => {
  const before = [aSlot(1), aSlot(2, ENROLLED), aSlot(3, ENROLLED), aSlot(4, READY)];
  const failed = { ...ENROLLED, download: { fileName: 'atlas.apk', progress: 0.4, isFailed: true } };
  const after = [aSlot(1, ENROLLED), aSlot(2, READY), aSlot(3, failed), aSlot(4, READY), aSlot(5)];

  expect(slotChanges(before, after).map(({ slot, kind }) => [slot.headset.id, kind])).toEqual([
    ['place-1', 'accepted'],
    ['place-2', 'ready'],
    ['place-3', 'failed'],
  ]);
});
