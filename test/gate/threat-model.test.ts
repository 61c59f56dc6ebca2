import { expect, test } from 'vitest';

import { rowsUnder, wrongIn } from './proof-table.ts';

const PAGE = 'threat-model.md';

test('every defence of the threat model names a test that exists', () => {
  const rows = rowsUnder(PAGE, 'Defences');
  expect(rows.length).toBeGreaterThan(20);
  expect(wrongIn(rows)).toEqual([]);
});

test('each of the OWASP top ten of APIs has a row with existing tests', () => {
  const rows = rowsUnder(PAGE, 'OWASP API Security Top 10');
  const numbers = rows.map(({ about }) => about.split(' ')[0]);
  expect(numbers).toEqual(Array.from({ length: 10 }, (_each, at) => `API${at + 1}`));
  expect(wrongIn(rows)).toEqual([]);
});
