import { expect, test } from 'vitest';

import { calendarIn, stampIn } from '../../../renderer/statistics/period/calendar.ts';
import { asSpreadsheet } from '../../../renderer/model/labels/spreadsheet.ts';
import { parseCsv } from '../../../shared/domain/kernel/csv.ts';

const ROWS = [
  ['Casque', 'Heures'],
  ['A-01; "é"', 1.5],
  ['=HYPERLINK("http://x")', -2],
  ['B, C', null],
];

test('an exported file opens in a spreadsheet of its language: byte order mark, separators, numbers, and no formulas', () => {
  expect(asSpreadsheet(ROWS, 'en')).toBe(
    '\uFEFFCasque,Heures\r\n"A-01; ""é""",1.5\r\n"\'=HYPERLINK(""http://x"")",-2\r\n"B, C",\r\n',
  );
  expect(asSpreadsheet(ROWS, 'fr')).toBe(
    '\uFEFFCasque;Heures\r\n"A-01; ""é""";1,5\r\n"\'=HYPERLINK(""http://x"")";-2\r\n"B, C";\r\n',
  );
  const { rows } = parseCsv(asSpreadsheet(ROWS, 'fr'));
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['A-01; "é"', '1,5'],
    ['\'=HYPERLINK("http://x")', '-2'],
    ['B, C', ''],
  ]);
});

test('the days are those of the station, whatever the viewer’s zone, also in the night of the clock change', () => {
  const { day, mark, dayIn } = calendarIn('en-GB');
  // Midnight in Paris is still the day before in Los Angeles, and this night is an hour shorter.
  const midnight = Date.parse('2026-03-28T23:00:00Z');
  const before = process.env['TZ'];
  try {
    for (const zone of ['America/Los_Angeles', 'Pacific/Auckland']) {
      process.env['TZ'] = zone;
      expect([day('2026-03-29'), mark('2026-03-29')]).toEqual([
        expect.stringMatching(/^Sun,? 29 Mar$/),
        '29 Mar',
      ]);
      expect(dayIn(midnight, 'Europe/Paris')).toBe('29 Mar 2026');
      expect(dayIn(midnight - 1, 'Europe/Paris')).toBe('28 Mar 2026');
      // The hour from two to three is skipped.
      expect(['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z'].map(stampIn('Europe/Paris'))).toEqual([
        '2026-03-29 01:59',
        '2026-03-29 03:00',
      ]);
    }
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
});
