import { SPREADSHEET_MARK, toCsv, type CsvForm } from '../../../shared/domain/kernel/csv.ts';
import type { Language } from '../../copy/language.ts';

/** CSV format by language: a French spreadsheet reads 1,5 as a number and does not accept commas as separators. */
const FORMS: Readonly<Record<Language, CsvForm>> = {
  en: { separator: ',', decimal: '.' },
  fr: { separator: ';', decimal: ',' },
};

/** Returns rows as a file that opens in a spreadsheet of this language with a double click. */
export function asSpreadsheet(
  rows: readonly (readonly (string | number | null)[])[],
  language: Language,
): string {
  return SPREADSHEET_MARK + toCsv(rows, FORMS[language]);
}
