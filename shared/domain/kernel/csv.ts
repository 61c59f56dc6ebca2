/** Byte order mark: spreadsheets read a file that begins with it as UTF-8, so that names keep their accents. */
export const SPREADSHEET_MARK = '\uFEFF';

/** Rows of a CSV file: quoted fields may contain anything, a doubled quote is one. Source: RFC 4180; also ; and tab. */
export type Csv = {
  readonly header: readonly string[];
  /** The line of the header, counted from 1. */
  readonly headerLine: number;
  /** `line` is where the row begins, counted from 1. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
};

/** The separator is found within this many characters. */
const MAX_BEGINNING = 10_000;

/**
 * Parses CSV with a header. The separator is the one that a first line such as `sep=;` names, else the most frequent of
 * comma, semicolon and tab in the header. Lines may end with CR alone, as spreadsheets of older Macs write them.
 */
export function parseCsv(text: string): Csv {
  const clean = text.startsWith(SPREADSHEET_MARK) ? text.slice(SPREADSHEET_MARK.length) : text;
  // A title above the header has no separator.
  const lines = clean.slice(0, MAX_BEGINNING).split(/[\r\n]+/);
  const first = lines.find((line) => /[,;\t]/.test(line)) ?? '';
  const named = /^sep=([,;\t])$/i.exec(first)?.[1];
  const usual = [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
  const records = recordsOf(clean, named ?? usual);
  const [header, ...rows] = named === undefined ? records : records.slice(1);
  return {
    header: (header?.cells ?? []).map((name) => name.trim()),
    headerLine: header?.line ?? 1,
    rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')),
  };
}

function recordsOf(text: string, separator: string): { line: number; cells: string[] }[] {
  const records: { line: number; cells: string[] }[] = [];
  let [cells, cell, line, begin] = [[] as string[], '', 1, 1];
  let isQuoted = false;
  const endRecord = (): void => {
    records.push({ line: begin, cells: [...cells, cell] });
    [cells, cell, begin] = [[], '', line];
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    const isEnd = char === '\n' || (char === '\r' && text[at + 1] !== '\n');
    if (isEnd) line += 1;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === separator) {
      cells.push(cell);
      cell = '';
    } else if (isEnd) endRecord();
    else if (char !== '\r') cell += char;
  }
  if (cell !== '' || cells.length > 0) endRecord();
  return records;
}

/** The separators of cells and of decimals. */
export type CsvForm = { readonly separator: ',' | ';'; readonly decimal: '.' | ',' };

/** The form for programs. */
const PLAIN: CsvForm = { separator: ',', decimal: '.' };

/**
 * Formats rows as CSV with CRLF, with commas by default. Cells that a spreadsheet would run as a formula get an
 * apostrophe in front.
 */
export function toCsv(rows: readonly (readonly (string | number | null)[])[], form: CsvForm = PLAIN): string {
  const toLine = (row: readonly (string | number | null)[]): string =>
    row.map((value) => toCell(value, form)).join(form.separator);
  return rows.map((row) => `${toLine(row)}\r\n`).join('');
}

function toCell(value: string | number | null, { decimal }: CsvForm): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', decimal);
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
