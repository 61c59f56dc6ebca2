import { expect, test } from 'vitest';

import {
  slotNames,
  planCart,
  suggestCart,
  suggestMoreSlots,
  withCount,
  withTypedCount,
  type CartDescription,
} from '../../../renderer/enrolment/cart/numbering.ts';

const nobody: ReadonlySet<string> = new Set();

function described(input: Partial<CartDescription> = {}): CartDescription {
  return { cart: 'Cart A', prefix: 'A-', from: '01', to: '30', shelves: '3', ...input };
}

function problemsOf(input: Partial<CartDescription>, taken = nobody): readonly unknown[] {
  const planned = planCart(described(input), taken);
  return 'problems' in planned ? planned.problems : [];
}

function namesOf(input: Partial<CartDescription>): readonly string[] {
  const planned = planCart(described(input), nobody);
  return 'plan' in planned ? slotNames(planned.plan) : [];
}

test('the usual cart has thirty slots from A-01 to A-30', () => {
  const names = namesOf({});

  expect(names).toHaveLength(30);
  expect([names[0], names[9], names[29]]).toEqual(['A-01', 'A-10', 'A-30']);
});

test('names keep the zeros that were typed', () => {
  expect(namesOf({ from: '001', to: '3', shelves: '1' })).toEqual(['A-001', 'A-002', 'A-003']);
});

test('names grow as wide as the last number needs', () => {
  expect(namesOf({ from: '99', to: '101', shelves: '1' })).toEqual(['A-099', 'A-100', 'A-101']);
});

test.each([
  { input: { cart: '  ' }, field: 'cart', kind: 'cartMissing' },
  { input: { cart: 'x'.repeat(129) }, field: 'cart', kind: 'cartTooLong' },
  { input: { prefix: 'x'.repeat(65) }, field: 'prefix', kind: 'prefixTooLong' },
  { input: { from: 'one' }, field: 'from', kind: 'notANumber' },
  { input: { to: '' }, field: 'to', kind: 'notANumber' },
  { input: { to: '1.5' }, field: 'to', kind: 'notANumber' },
  { input: { from: '1000000', to: '1000001' }, field: 'from', kind: 'numberTooLarge' },
  { input: { from: '31' }, field: 'to', kind: 'endsBeforeStart' },
  { input: { to: '501' }, field: 'to', kind: 'tooMany' },
  { input: { shelves: '0' }, field: 'shelves', kind: 'notANumber' },
  { input: { shelves: '51', to: '60' }, field: 'shelves', kind: 'tooManyShelves' },
  { input: { shelves: '31' }, field: 'shelves', kind: 'moreShelvesThanPlaces' },
])('$field is refused as $kind', ({ input, field, kind }) => {
  expect(problemsOf(input)).toContainEqual(expect.objectContaining({ field, kind }));
});

test('a name in use is refused with the next free number', () => {
  const taken = new Set(['A-05', 'A-41', 'B-99']);

  expect(problemsOf({}, taken)).toEqual([{ field: 'from', kind: 'nameTaken', label: 'A-05', nextFree: 42 }]);
});

test('choosing how many headsets changes the last number and the shelves', () => {
  expect(withCount(described(), 12)).toMatchObject({ from: '01', to: '12', shelves: '2' });
});

test.each(['0', '', 'thirty', '-3'])(
  '“%s” headsets are no number of slots, not the number before',
  (typed) => {
    const changed = withTypedCount(described(), typed);

    expect(problemsOf(changed)).toContainEqual(expect.objectContaining({ field: 'to', kind: 'notANumber' }));
    expect(withTypedCount(changed, '12')).toMatchObject({ from: '01', to: '12', shelves: '2' });
  },
);

test('the next cart gets the first letter that is free', () => {
  expect(suggestCart(['Cart A', 'Cart C'], 'Cart', nobody)).toMatchObject({ cart: 'Cart B', prefix: 'B-' });
});

test('the names of the next cart are free, whatever the carts before it are called', () => {
  const taken = new Set(['A-01', 'C-30']);
  expect(suggestCart(['Cart A'], 'Chariot', taken)).toMatchObject({ cart: 'Chariot B', prefix: 'B-' });
  expect(suggestCart(['Cart A', 'Chariot B'], 'Chariot', taken)).toMatchObject({ cart: 'Chariot D' });
});

test('more slots continue where the names of the cart end', () => {
  expect(suggestMoreSlots('Cart A', ['A-29', 'A-30'])).toMatchObject({
    cart: 'Cart A',
    prefix: 'A-',
    from: '31',
    to: '40',
  });
});
