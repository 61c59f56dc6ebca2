import type { FILE_FAULTS } from '../../../../shared/contract/enrolment/carts.ts';

/** Why a file cannot be read, and what to do. */
export const FILE_MESSAGES: Readonly<Record<(typeof FILE_FAULTS)[number], string>> = {
  FILE_EMPTY: 'The file is empty. Choose a file with one headset per line.',
  FILE_TOO_LARGE:
    'The file is too large for an asset list, at most 5 MB. Save only the list, without pictures.',
  FILE_PROTECTED: 'The file is protected with a password. Save it without one.',
  FILE_OLD: 'The file is a workbook of an older Excel. Save it as .xlsx or CSV.',
  FILE_UNREADABLE: 'The file is no CSV text and no workbook, or it is damaged. Save it as .xlsx or CSV.',
  NO_SHEET: 'The workbook has no such sheet. Name one of its visible sheets.',
};
