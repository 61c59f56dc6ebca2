import fc from 'fast-check';
import { expect, test } from 'vitest';

import { filterOf, matches } from '../../../renderer/model/fleet/match.ts';
import { columnsIn, moveIn, wallRows } from '../../../renderer/devices/fleet/wall-rows.ts';
import { HEADSET_STATES } from '../../../shared/domain/devices/headset-state.ts';
import { aHeadset } from './a-headset.ts';

const cartA = { id: 'a', label: 'Cart A' };
const cartB = { id: 'b', label: 'Cart B' };

test('one cart without shelves is a wall without headings', () => {
  const headsets = ['A-01', 'A-02', 'A-03'].map((label) => aHeadset(label, { cart: cartA }));
  const rows = wallRows(headsets, { columns: 2, hasShelves: false });
  expect(rows.map((row) => (row.kind === 'tiles' ? row.ids : row.kind))).toEqual([
    ['A-01', 'A-02'],
    ['A-03'],
  ]);
});

test('a second cart starts a new row under its heading', () => {
  const headsets = [aHeadset('A-01', { cart: cartA }), aHeadset('B-01', { cart: cartB })];
  const rows = wallRows(headsets, { columns: 6, hasShelves: false });
  expect(rows.map((row) => (row.kind === 'tiles' ? row.ids : row.cart?.label))).toEqual([
    'Cart A',
    ['A-01'],
    'Cart B',
    ['B-01'],
  ]);
});

test('on wide screens every shelf has its heading, as in the cart', () => {
  const headsets = [1, 2].map((shelf) => aHeadset(`A-0${shelf}`, { cart: cartA, shelf, place: shelf }));
  const rows = wallRows(headsets, { columns: 10, hasShelves: true });
  expect(rows.map((row) => (row.kind === 'tiles' ? row.ids : row.shelf))).toEqual([1, ['A-01'], 2, ['A-02']]);
});

test('the wall has six columns on a laptop, ten on a wide screen, fewer in less space', () => {
  expect(columnsIn(1_024, false)).toBe(6);
  expect(columnsIn(912, false)).toBe(5);
  expect(columnsIn(1_260, true)).toBe(10);
  expect(columnsIn(120, false)).toBe(1);
});

const rows = [
  ['1', '2', '3'],
  ['4', '5'],
  ['6', '7', '8'],
];

test('arrows move along rows and columns and stay inside', () => {
  expect(moveIn(rows, '3', 'ArrowRight')).toBe('4');
  expect(moveIn(rows, '1', 'ArrowLeft')).toBe('1');
  expect(moveIn(rows, '3', 'ArrowDown')).toBe('5');
  expect(moveIn(rows, '5', 'ArrowDown')).toBe('7');
  expect(moveIn(rows, '7', 'ArrowDown')).toBe('7');
  expect(moveIn(rows, '5', 'Home')).toBe('1');
  expect(moveIn(rows, '5', 'End')).toBe('8');
});

test('without a focus the first key enters the list', () => {
  expect(moveIn(rows, null, 'ArrowDown')).toBe('1');
  expect(moveIn(rows, null, 'End')).toBe('8');
  expect(moveIn([], null, 'ArrowDown')).toBeNull();
});

test('right and then left returns to the start, except at the ends', () => {
  const flat = rows.flat();
  fc.assert(
    fc.property(fc.constantFrom(...flat.slice(1, -1)), (id) => {
      expect(moveIn(rows, moveIn(rows, id, 'ArrowRight'), 'ArrowLeft')).toBe(id);
    }),
  );
});

test('search matches name, model and id; it ignores case and requires all words', () => {
  const headset = aHeadset('A-09', { model: 'Quest 3', androidId: '2c26' });
  expect(matches(headset, 'a-0')).toBe(true);
  expect(matches(headset, 'quest a-09')).toBe(true);
  expect(matches(headset, '2C26')).toBe(true);
  expect(matches(headset, 'pico')).toBe(false);
});

test('failed, drifted, attention and low battery need attention', () => {
  const needingAttention = HEADSET_STATES.filter((state) => filterOf(state) === 'needsYou');
  expect(needingAttention).toEqual(['failed', 'drifted', 'attention', 'lowBattery']);
});
