import { expect, test } from 'vitest';

import { cartShape, moveInMap, shortNames } from '../../../renderer/enrolment/cart/cart-shape.ts';

function onShelves(...counts: number[]): { id: string; shelf: number }[] {
  return counts.flatMap((count, shelf) =>
    Array.from({ length: count }, (_, slot) => ({ id: `${shelf + 1}/${slot + 1}`, shelf: shelf + 1 })),
  );
}

test('the map has a row for each shelf', () => {
  const shape = cartShape(onShelves(10, 10, 10));

  expect(shape.columns).toBe(10);
  expect(shape.rows.map((row) => [row.shelf, row.ids.length])).toEqual([
    [1, 10],
    [2, 10],
    [3, 10],
  ]);
});

test('a shelf of more than twelve wraps at ten', () => {
  const shape = cartShape(onShelves(25));

  expect(shape.rows.map((row) => [row.shelf, row.ids.length])).toEqual([
    [1, 10],
    [1, 10],
    [1, 5],
  ]);
});

test('a cart without slots has no rows', () => {
  expect(cartShape([]).rows).toEqual([]);
});

test.each([
  { move: 'right', to: '1/3' },
  { move: 'left', to: '1/1' },
  { move: 'down', to: '2/2' },
  { move: 'up', to: '1/2' },
  { move: 'first', to: '1/1' },
  { move: 'last', to: '2/2' },
] as const)('$move of the second slot leads to $to', ({ move, to }) => {
  expect(moveInMap(cartShape(onShelves(3, 2)), '1/2', move)).toBe(to);
});

test('going down to a shorter shelf ends at its last slot', () => {
  expect(moveInMap(cartShape(onShelves(3, 2)), '1/3', 'down')).toBe('2/2');
});

test('going right at the end of a shelf leads to the next one', () => {
  expect(moveInMap(cartShape(onShelves(3, 2)), '1/3', 'right')).toBe('2/1');
});

test('without a selected slot every key leads to the first', () => {
  expect(moveInMap(cartShape(onShelves(3)), null, 'up')).toBe('1/1');
});

test('names with a common prefix are shortened to what differs', () => {
  expect(shortNames(['A-01', 'A-02'])).toEqual(['01', '02']);
  expect(shortNames(['A-01', 'B-02'])).toEqual(['A-01', 'B-02']);
  expect(shortNames(['Desk', 'Window'])).toEqual(['Desk', 'Window']);
});
