import {
  type RequestedMapping,
  SLOT_FIELDS,
  type SlotField,
} from '../../../../shared/contract/enrolment/carts.ts';
import {
  byField,
  guessMapping,
  isColumnName,
  plainName,
  type SlotMapping,
} from '../../../../shared/domain/enrolment/slot-columns.ts';
import type { ListTable } from './table.ts';

/** The header is looked for within this many lines: titles and notes may be above it. */
const MAX_ABOVE = 15;

/** The lines of a list below its header, if it has one, and the field of each column. */
export type SlotColumnsFound = {
  readonly header: readonly string[] | null;
  readonly rows: ListTable['rows'];
  readonly mapping: SlotMapping;
  readonly isRemembered: boolean;
  /** Requested columns that the file does not have. */
  readonly unknown: readonly { readonly field: SlotField; readonly name: string }[];
};

/** What a caller says about the columns, and what is remembered about such a header. */
export type ColumnInput = {
  readonly hasHeader: boolean | undefined;
  readonly mapping: RequestedMapping | undefined;
  readonly remembered: (header: readonly string[]) => SlotMapping | undefined;
};

/** Finds the header of a list and its columns. */
export function findColumns(table: ListTable, input: ColumnInput): SlotColumnsFound {
  const filled = table.rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const headerAt = input.hasHeader === false ? -1 : findHeader(filled, input.hasHeader ?? false);
  const header = headerAt < 0 ? null : (filled[headerAt]?.cells ?? []).map((name) => name.trim());
  const rows = filled.slice(headerAt + 1);
  const found = { header, rows };
  if (input.mapping !== undefined) {
    return { ...found, ...resolve(input.mapping, header ?? []), isRemembered: false };
  }
  const remembered = header === null ? undefined : input.remembered(header);
  const mapping = remembered ?? guessMapping({ header, rows: rows.map(({ cells }) => cells) });
  return { ...found, mapping, isRemembered: remembered !== undefined, unknown: [] };
}

/** Returns where the header is; -1 for a list that begins with its first slot. */
function findHeader(rows: ListTable['rows'], isCertain: boolean): number {
  const scores = rows
    .slice(0, MAX_ABOVE)
    .map(({ cells }) => new Set(cells.filter(isColumnName).map(plainName)).size);
  const best = Math.max(0, ...scores);
  if (best > 1 || scores[0] === 1) return scores.indexOf(best);
  const isHeader = isCertain || (rows.length > 1 && looksLikeHeader(rows));
  return isHeader ? 0 : -1;
}

/** Names of columns have no digits, and what is below them has. */
function looksLikeHeader([first, ...below]: ListTable['rows']): boolean {
  const names = (first?.cells ?? []).filter((cell) => cell.trim() !== '');
  const hasDigit = (cell: string): boolean => /\d/.test(cell);
  return (
    !names.some(hasDigit) &&
    new Set(names).size === names.length &&
    below.filter(({ cells }) => cells.some(hasDigit)).length > below.length / 2
  );
}

function resolve(
  requested: RequestedMapping,
  header: readonly string[],
): Pick<SlotColumnsFound, 'mapping' | 'unknown'> {
  const unknown: { field: SlotField; name: string }[] = [];
  const column = (field: SlotField): number | null => {
    const wanted = requested[field] ?? null;
    if (typeof wanted !== 'string') return wanted;
    const at = header.findIndex((name) => name.toLowerCase() === wanted.trim().toLowerCase());
    if (at < 0) unknown.push({ field, name: wanted });
    return at < 0 ? null : at + 1;
  };
  return { mapping: byField(column), unknown };
}

/** Returns what a line says for each field. A line break within a name is a mistake of a spreadsheet. */
export function cellsOf(cells: readonly string[], mapping: SlotMapping): Record<SlotField, string> {
  const cell = (field: SlotField): string => {
    const column = mapping[field];
    return column === null ? '' : (cells[column - 1] ?? '').replaceAll(/\s+/g, ' ').trim();
  };
  return byField(cell);
}

/** Returns the names of columns that have no field, without those that an export adds. */
export function unusedColumns(header: readonly string[], mapping: SlotMapping): string[] {
  const used = new Set(SLOT_FIELDS.map((field) => mapping[field]));
  const own = new Set(['enrollmenttoken', 'id']);
  return header.filter((name, at) => name !== '' && !used.has(at + 1) && !own.has(plainName(name)));
}
