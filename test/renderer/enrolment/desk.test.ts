import { expect, test } from 'vitest';

import { cartProgress, isSettled, needsPerson } from '../../../renderer/enrolment/carts/cart-progress.ts';
import {
  choosePlace,
  followCart,
  freshDesk,
  resume,
  skipPlace,
} from '../../../renderer/enrolment/desk/desk-focus.ts';
import { nextFreePlace, placeChanges } from '../../../renderer/enrolment/carts/next-place.ts';
import { aPlace, ENROLLED, READY } from './a-place.ts';

const nobody: ReadonlySet<string> = new Set();
const threeFree = [aPlace(1), aPlace(2), aPlace(3)];

test('the desk begins with the first free place', () => {
  expect(followCart(freshDesk, [aPlace(1, READY), aPlace(2)]).shownId).toBe('place-2');
});

test('the desk moves on when the shown place is taken', () => {
  const desk = followCart(freshDesk, threeFree);

  expect(followCart(desk, [aPlace(1, ENROLLED), aPlace(2), aPlace(3)]).shownId).toBe('place-2');
});

test('the desk stays when another place is taken', () => {
  const desk = followCart(freshDesk, threeFree);

  expect(followCart(desk, [aPlace(1), aPlace(2, ENROLLED), aPlace(3)])).toBe(desk);
});

test('a taken place that was selected stays until the person continues', () => {
  const places = [aPlace(1, READY), aPlace(2), aPlace(3)];
  const desk = choosePlace(followCart(freshDesk, places), 'place-1', false);

  expect(followCart(desk, places).shownId).toBe('place-1');
  expect(resume(desk, places).shownId).toBe('place-2');
});

test('a skipped place returns only when no other is left', () => {
  const skipping = skipPlace(followCart(freshDesk, threeFree), threeFree);
  const onlyFirstLeft = [aPlace(1), aPlace(2, ENROLLED), aPlace(3, ENROLLED)];

  expect(skipping.shownId).toBe('place-2');
  expect(nextFreePlace(threeFree, 'place-3', skipping.skipped)).toBe('place-2');
  expect(followCart(skipping, onlyFirstLeft).shownId).toBe('place-1');
});

test('after the last place the desk continues at the first free one', () => {
  expect(nextFreePlace(threeFree, 'place-3', nobody)).toBe('place-1');
});

test('when every place is taken the desk keeps the last, and goes to a place that is added', () => {
  const full = [aPlace(1, READY), aPlace(2, READY)];
  const desk = followCart({ ...freshDesk, shownId: 'place-2' }, full);

  expect(desk.shownId).toBe('place-2');
  expect(followCart(desk, [...full, aPlace(3)]).shownId).toBe('place-3');
});

test('a removed place is left for a free one', () => {
  const desk = followCart(freshDesk, threeFree);

  expect(followCart(desk, [aPlace(2), aPlace(3)]).shownId).toBe('place-2');
});

test('an empty cart shows nothing', () => {
  expect(followCart(freshDesk, []).shownId).toBeNull();
});

test('a headset is not ready before it has reported by itself', () => {
  const progress = cartProgress([aPlace(1, ENROLLED), aPlace(2, READY), aPlace(3)]);

  expect(progress).toMatchObject({ total: 3, ready: 1 });
  expect(progress.finishing.map((place) => place.headset.id)).toEqual(['place-1']);
  expect(progress.waiting.map((place) => place.headset.id)).toEqual(['place-3']);
});

test('a low battery does not make a headset unready, but is a task', () => {
  const flat = aPlace(1, { ...READY, battery: { level: 9, isCharging: false } });

  expect(cartProgress([flat]).ready).toBe(1);
  expect(needsPerson(flat.state.state)).toBe(true);
});

test('a cart is settled when nobody waits and nothing is in progress', () => {
  expect(isSettled(cartProgress([aPlace(1, READY)]))).toBe(true);
  expect(isSettled(cartProgress([aPlace(1, READY), aPlace(2, ENROLLED)]))).toBe(false);
  expect(isSettled(cartProgress([]))).toBe(false);
});

test('events are: a code accepted, a headset ready, a headset failed', () => {
  const before = [aPlace(1), aPlace(2, ENROLLED), aPlace(3, ENROLLED), aPlace(4, READY)];
  const failed = { ...ENROLLED, download: { fileName: 'atlas.apk', progress: 0.4, isFailed: true } };
  const after = [aPlace(1, ENROLLED), aPlace(2, READY), aPlace(3, failed), aPlace(4, READY), aPlace(5)];

  expect(placeChanges(before, after).map(({ place, kind }) => [place.headset.id, kind])).toEqual([
    ['place-1', 'accepted'],
    ['place-2', 'ready'],
    ['place-3', 'failed'],
  ]);
});
