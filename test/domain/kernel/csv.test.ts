import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseCsv, toCsv } from '../../../shared/domain/kernel/csv.ts';

const text = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r\n', ' ', 'é', '=', "'", '\t') });

test('written cells are read back, except for the apostrophe before a formula', () => {
  const row = fc.array(text, { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 4 }), (rows) => {
      const filled = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''));

      const { rows: read } = parseCsv(toCsv([['a', 'b', 'c', 'd'], ...filled]));

      const safe = (cell: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell);
      expect(read.map(({ cells }) => cells)).toEqual(filled.map((cells) => cells.map(safe)));
    }),
  );
});

test('any text is parsed, and nothing throws', () => {
  fc.assert(
    fc.property(text, (any) => {
      expect(parseCsv(any).rows.every(({ cells }) => cells.length > 0)).toBe(true);
    }),
  );
});
