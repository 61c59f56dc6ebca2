import { expect, test } from 'vitest';

import { guessMapping, rowsOf, toStationCsv } from '../../../renderer/enrolment/import/columns.ts';
import { textOfFile } from '../../../renderer/enrolment/import/file-text.ts';
import { parseCsv } from '../../../shared/domain/kernel/csv.ts';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding));

test('a file is read in UTF-8, in UTF-16 and in the encoding of older spreadsheets', () => {
  for (const file of [
    bytes('étagère'),
    bytes('\uFEFFétagère'),
    bytes('\uFEFFétagère', 'utf16le'),
    bytes('étagère', 'latin1'),
  ])
    expect(textOfFile(file)).toEqual({ text: 'étagère' });
});

test('a workbook, an empty and a very large file are not text', () => {
  expect(textOfFile(bytes('PK\u0003\u0004'))).toEqual({ fault: 'workbook' });
  expect(textOfFile(bytes('\u00d0\u00cf\u0011\u00e0\u00a1', 'latin1'))).toEqual({ fault: 'workbook' });
  expect(textOfFile(bytes('\u0089PNG\r\n\u001a\n\u0000\u0000', 'latin1'))).toEqual({ fault: 'binary' });
  expect(textOfFile(bytes(' \r\n'))).toEqual({ fault: 'empty' });
  expect(textOfFile(new Uint8Array(1_000_001))).toEqual({ fault: 'tooLarge' });
});

test('columns are matched by English and French names, and lines keep their number in the file', () => {
  const csv = parseCsv(
    'Étagère;Nom du casque;Propriétaire;Chariot\n1;"C-\n01";x;C\n\n;;nobody;\n2;=C-02;;C\n',
  );
  const mapping = guessMapping(csv.header);

  expect(mapping).toEqual({ label: 1, model: null, cart: 3, shelf: 0, place: null, profile: null });
  const rows = rowsOf(csv, mapping);
  expect(rows.map(({ line, cells }) => [line, cells.label])).toEqual([
    [2, 'C- 01'],
    [6, '=C-02'],
  ]);
  expect(toStationCsv(rows, mapping)).toBe("label,cart,shelf\r\nC- 01,C,1\r\n'=C-02,C,2\r\n");
});

test('lines that end as on older Macs are lines', () => {
  const csv = parseCsv('name;cart\rA-01;"Cart\rA"\rA-02;B\r');
  expect(csv.header).toEqual(['name', 'cart']);
  expect(csv.rows).toEqual([
    { line: 2, cells: ['A-01', 'Cart\rA'] },
    { line: 4, cells: ['A-02', 'B'] },
  ]);
});

test('a first line that names the separator is no header, and lines keep their number', () => {
  const csv = parseCsv('sep=;\r\nname;cart\r\nA-01;B,C\r\n');
  expect(csv).toEqual({ header: ['name', 'cart'], rows: [{ line: 3, cells: ['A-01', 'B,C'] }] });
});
