import { expect, test } from 'vitest';

import {
  checkCart,
  countVerdicts,
  headsetOf,
  nextUnseen,
  troubles,
  type SlotChecks,
} from '../../../renderer/enrolment/check/cart-check.ts';
import { aHeadset, aSlot, READY } from './a-slot.ts';

const slots = [1, 2, 3, 4].map((number) => aSlot(number, { ...READY, androidId: `Serial-${number}` }));
const free = aSlot(5);
const elsewhere = aHeadset({ id: 'other', label: 'B-01', cart: { id: 'cart-b', label: 'Cart B' } });
const byId = Object.fromEntries(
  [...slots, free].map(({ headset }) => [headset.id, headset] as const).concat([['other', elsewhere]]),
);
const found = (id: string) => ({ kind: 'found', id }) as const;
const check = (checks: SlotChecks) => checkCart([...slots, free], checks, byId);
const verdicts = (checks: SlotChecks) => check(checks).map(({ verdict }) => verdict);

test('a sticker, a name and a serial number identify a headset, in any case; an archived one is not found', () => {
  const all = Object.values(byId);
  expect(headsetOf('muster://enrol?id=place-2', all)?.label).toBe('A-02');
  expect(headsetOf(' a-03 ', all)?.id).toBe('place-3');
  expect(headsetOf('SERIAL-4', all)?.id).toBe('place-4');
  expect(headsetOf('A-99', all)).toBeNull();
  expect(headsetOf('A-01', [aHeadset({ isArchived: true })])).toBeNull();
});

test('a checked slot is right, wrong, from another cart, unknown or empty', () => {
  const checks: SlotChecks = {
    'A-01': found('place-1'),
    'A-02': found('place-3'),
    'A-03': found('other'),
    'A-04': { kind: 'unknown', text: 'X' },
    'A-05': { kind: 'empty' },
  };
  expect(verdicts(checks)).toEqual(['right', 'wrong', 'foreign', 'stranger', 'right']);
  expect(verdicts({ 'A-01': { kind: 'empty' } })[0]).toBe('empty');
  expect(countVerdicts(check(checks))).toMatchObject({ right: 2, wrong: 1, missing: 2, unseen: 0 });
});

test('a headset is missing if its slot was checked and it was found nowhere else', () => {
  const missing = (checks: SlotChecks) =>
    check(checks).flatMap(({ slot, isMissing }) => (isMissing ? [slot.headset.label] : []));
  expect(missing({ 'A-01': { kind: 'empty' } })).toEqual(['A-01']);
  expect(missing({ 'A-01': { kind: 'empty' }, 'A-03': found('place-1') })).toEqual(['A-03']);
});

test('two swapped headsets are one problem, and exchanging their names solves it', () => {
  const checks: SlotChecks = { 'A-01': found('place-2'), 'A-02': found('place-1') };
  expect(troubles(check(checks)).map(({ slot, isMutual }) => [slot.headset.label, isMutual])).toEqual([
    ['A-01', true],
  ]);
  const swapped = [aSlot(2, { ...READY, label: 'A-01' }), aSlot(1, { ...READY, label: 'A-02' })];
  expect(checkCart(swapped, checks, byId).map(({ verdict }) => verdict)).toEqual(['right', 'right']);
});

test('the next slot is the first unchecked one after this, wrapping around', () => {
  const checks: SlotChecks = { 'A-02': found('place-2'), 'A-05': { kind: 'empty' } };
  expect(nextUnseen(check(checks), 'A-01')).toBe('A-03');
  expect(nextUnseen(check(checks), 'A-04')).toBe('A-01');
  expect(nextUnseen(check({}), null)).toBe('A-01');
});
