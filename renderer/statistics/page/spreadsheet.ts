import { toCsv, type CsvForm } from '../../../shared/domain/kernel/csv.ts';
import type { Language } from '../../copy/language.ts';

/** Without this mark spreadsheets take accents for something else. */
const UTF8_MARK = '\uFEFF';

/** How a spreadsheet of a language expects its files: a French one reads 1,5 as a number and takes the comma for no separator. */
const FORMS: Readonly<Record<Language, CsvForm>> = {
  en: { separator: ',', decimal: '.' },
  fr: { separator: ';', decimal: ',' },
};

/** Rows as a file that a spreadsheet of this language opens by a double click. */
export function asSpreadsheet(
  rows: readonly (readonly (string | number | null)[])[],
  language: Language,
): string {
  return UTF8_MARK + toCsv(rows, FORMS[language]);
}
