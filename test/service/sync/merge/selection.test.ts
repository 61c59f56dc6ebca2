import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isSelected } from '../../../../main/service/sync/merge/selection.ts';

test.for([
  ['reef*', 'Reef 1', true],
  ['reef*', 'The reef', false],
  ['*reef', 'The Reef', true],
  ['*reef', 'Reef 1', false],
  ['reef', 'REEF', true],
  ['reef', 'Reef 1', false],
  ['r*f*', 'Reef 1', true],
  // The same letter cannot be both the start and the end.
  ['a*a', 'a', false],
  ['*ab*b', 'ab', false],
  // Other characters stand for themselves.
  ['r.ef', 'reef', false],
  ['*', null, true],
  ['reef*', null, false],
] as const)('the name pattern %s and the name %s: selected is %s', ([namePattern, label, expected]) => {
  expect(isSelected({ namePattern }, { label })).toBe(expected);
});

test('a name pattern selects the same as the regular expression that it stands for', () => {
  const letters = (alphabet: string) =>
    fc.array(fc.constantFrom(...alphabet.split('')), { maxLength: 6 }).map((all) => all.join(''));
  fc.assert(
    fc.property(letters('aB*'), letters('Ab'), (namePattern, label) => {
      const expression = new RegExp(`^${namePattern.replaceAll('*', '.*')}$`, 'i');
      expect(isSelected({ namePattern }, { label })).toBe(expression.test(label));
    }),
    { numRuns: 500 },
  );
});

test.for([
  ['its id', { site: { group: { id: 'a', label: 'Site A' } } }, true],
  ['its label', { site: { group: { id: '7', label: 'a' } } }, true],
  ['its label alone', { site: { group: { label: 'a' } } }, true],
  ['it in a later namespace', { other: { room: '1' }, site: { group: { id: 'a' } } }, true],
  ['another group', { site: { group: { id: 'b', label: 'Site B' } } }, false],
  ['a group that is a text', { site: { group: 'a' } }, false],
  ['a group that is null', { site: { group: null } }, false],
  ['no group', { site: {} }, false],
  ['no namespace', {}, false],
] as const)('a group selects a device whose metadata contains %s: %#', ([, metadata, expected]) => {
  expect(isSelected({ group: 'a' }, { label: 'Reef', metadata })).toBe(expected);
});

test('a device counts as selected by its group until its metadata was read', () => {
  expect(isSelected({ group: 'a' }, { label: 'Reef' })).toBe(true);
});

test('a device needs both the name and the group of a selection', () => {
  const part = { namePattern: 'reef*', group: 'a' };
  const of = (id: string) => ({ site: { group: { id } } });
  const candidates = [
    { label: 'Reef 1', metadata: of('a') },
    { label: 'Reef 1', metadata: of('b') },
    { label: 'Hill 1', metadata: of('a') },
  ];
  expect(candidates.map((each) => isSelected(part, each))).toEqual([true, false, false]);
});

test('without a selection every device is selected', () => {
  expect(isSelected(null, { label: null, metadata: {} })).toBe(true);
});
