import { type CellValue, readXlsx, type Sheet } from 'hucre/xlsx';

import { MAX_COLUMNS } from '../../../../shared/contract/enrolment/carts.ts';
import type { ListTable, TableFault } from './table.ts';

/** Lines beyond this are not read; far fewer may be imported. */
const MAX_LINES = 2_000;
/** Maximum size of everything in a workbook, unpacked. An asset list with 500 lines is below 1 MB. */
const MAX_UNPACKED_BYTES = 20_000_000;

/** Fields of a ZIP file. Source: APPNOTE.TXT 6.3.10, sections 4.3.12 and 4.3.16. */
const END = { signature: 0x06_05_4b_50, bytes: 22 };
const CENTRAL = { signature: 0x02_01_4b_50, bytes: 46 };

/** Reads the named sheet of a workbook, or the first that is visible and not empty. */
export async function readWorkbook(
  bytes: Uint8Array,
  wanted: string | null,
): Promise<ListTable | TableFault> {
  const unpacked = unpackedBytes(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (unpacked === undefined) return { fault: 'FILE_UNREADABLE' };
  if (unpacked > MAX_UNPACKED_BYTES) return { fault: 'FILE_TOO_LARGE' };
  let sheets: readonly Sheet[];
  try {
    const workbook = await readXlsx(bytes, {
      sheets: ({ hidden, veryHidden }) => hidden !== true && veryHidden !== true,
      range: `A1:${columnName(MAX_COLUMNS)}${MAX_LINES}`,
    });
    ({ sheets } = workbook);
  } catch {
    return { fault: 'FILE_UNREADABLE' };
  }
  const chosen = sheets.find(({ name }) => name === wanted);
  if (chosen === undefined && wanted !== null) return { fault: 'NO_SHEET' };
  const read = chosen ?? sheets.find(({ rows }) => rows.some(hasText)) ?? sheets[0];
  if (read === undefined || !read.rows.some(hasText)) return { fault: 'FILE_EMPTY' };
  return { rows: rowsOf(read), sheet: read.name, sheets: sheets.map(({ name }) => name) };
}

/**
 * Returns the size of everything in a ZIP file as its directory states it, which the reader does not exceed; undefined
 * if it is none, or states no size for something.
 */
function unpackedBytes(file: Buffer): number | undefined {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0 || end + END.bytes > file.length) return undefined;
  let at = file.readUInt32LE(end + 16);
  let sum = 0;
  for (let index = 0; index < file.readUInt16LE(end + 10); index += 1) {
    if (at + CENTRAL.bytes > file.length || file.readUInt32LE(at) !== CENTRAL.signature) return undefined;
    const [packed, unpacked] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)];
    // Nothing takes two bytes when it is packed.
    if (unpacked === 0 && packed > 2) return undefined;
    sum += unpacked;
    const lengths = file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    at += CENTRAL.bytes + lengths;
  }
  return sum;
}

function columnName(column: number): string {
  const letter = (index: number): string => String.fromCodePoint(64 + index);
  return column <= 26
    ? letter(column)
    : columnName(Math.floor((column - 1) / 26)) + letter(((column - 1) % 26) + 1);
}

function rowsOf({ rows, merges = [] }: Sheet): ListTable['rows'] {
  const lines = rows.map((cells, index) => ({ line: index + 1, cells: cells.map(toText) }));
  // A cart that is merged over its headsets is the cart of each.
  for (const { startRow, endRow, startCol } of merges) {
    const text = lines[startRow]?.cells[startCol] ?? '';
    for (const { cells } of lines.slice(startRow + 1, endRow + 1))
      if (cells.length > startCol) cells[startCol] = text;
  }
  return lines;
}

function hasText(cells: readonly CellValue[]): boolean {
  return cells.some((cell) => toText(cell).trim() !== '');
}

/** Numbers as they are entered; one with more digits than a spreadsheet stores keeps its exponent, which is refused. */
function toText(value: CellValue): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value !== 'number') return String(value);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value);
}
