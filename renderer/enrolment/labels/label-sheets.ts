/** The two sticker formats: sheets as they are sold, in labels. */
export const SHEET_FORMATS = {
  a4: { columns: 3, rows: 8 },
  letter: { columns: 3, rows: 10 },
} as const;
export type SheetFormat = keyof typeof SHEET_FORMATS;

/** Labels of one sheet. `number` counts from 1. */
export type LabelSheet<Label> = {
  readonly number: number;
  readonly of: number;
  readonly labels: readonly Label[];
};

/** Distributes labels over sheets, row by row; no sheet is empty. */
export function labelSheets<Label>(
  labels: readonly Label[],
  format: SheetFormat,
): readonly LabelSheet<Label>[] {
  const perSheet = labelsPerSheet(format);
  const of = Math.ceil(labels.length / perSheet);
  return Array.from({ length: of }, (_, index) => ({
    number: index + 1,
    of,
    labels: labels.slice(index * perSheet, (index + 1) * perSheet),
  }));
}

/** Returns how many labels fit on one sheet. */
export function labelsPerSheet(format: SheetFormat): number {
  return SHEET_FORMATS[format].columns * SHEET_FORMATS[format].rows;
}

/** Returns Letter if the country uses it, else A4. `locale` as the browser reports it. */
export function defaultFormat(locale: string): SheetFormat {
  return /-(US|CA|MX)$/.test(locale) ? 'letter' : 'a4';
}
