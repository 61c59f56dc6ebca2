import { expect, test } from 'vitest';

import { rowsUnder, wrongIn } from './proof-table.ts';

test('each of the eleven findings about enrolments names existing tests', () => {
  const rows = rowsUnder('sync.md', 'The eleven findings');
  expect(rows.map(({ about }) => about)).toEqual(Array.from({ length: 11 }, (_each, at) => String(at + 1)));
  expect(wrongIn(rows)).toEqual([]);
});
