import fc from 'fast-check';
import { expect, test } from 'vitest';

import { labelSheets, defaultFormat } from '../../../renderer/enrolment/labels/label-sheets.ts';
import { groupedCode, readLabel, writeLabel } from '../../../renderer/enrolment/cart/label-text.ts';
import { shortFingerprint, stationReach } from '../../../renderer/model/station/station-address.ts';

test('a label contains the station’s address, its slot and the code', () => {
  const text = writeLabel({
    station: 'https://10.20.4.2:7443',
    fingerprint: 'q-83x',
    deviceId: '0198-a',
    code: 471_093,
  });

  expect(text).toBe('muster://enrol?station=https://10.20.4.2:7443&spki=q-83x&id=0198-a&code=471093');
});

test('a permanent sticker carries no code', () => {
  const text = writeLabel({ station: null, fingerprint: null, deviceId: '0198-a', code: null });

  expect(text).toBe('muster://enrol?id=0198-a');
});

test('a written label is read back', () => {
  const text = fc.string({ minLength: 1 });
  fc.assert(
    fc.property(
      fc.record({
        station: fc.option(text),
        fingerprint: fc.option(text),
        deviceId: fc.option(text),
        code: fc.option(fc.integer({ min: 100_000, max: 999_999 })),
      }),
      (label) => {
        expect(readLabel(writeLabel(label))).toEqual(label);
      },
    ),
  );
});

test.each(['', 'https://example.org', 'muster:', 'mailto:a@b'])('%j is not a label', (text) => {
  expect(readLabel(text)).toBeNull();
});

test('a code is written in two groups of three', () => {
  expect(groupedCode(471_093)).toBe('471\u00a0093');
});

test('thirty labels fill an A4 sheet and a quarter of the next', () => {
  const sheets = labelSheets(
    Array.from({ length: 30 }, (_, index) => index),
    'a4',
  );

  expect(sheets.map(({ number, of, labels }) => [number, of, labels.length])).toEqual([
    [1, 2, 24],
    [2, 2, 6],
  ]);
});

test('thirty labels fill one Letter sheet', () => {
  expect(labelSheets(Array.from({ length: 30 }), 'letter')).toHaveLength(1);
  expect(labelSheets([], 'letter')).toHaveLength(0);
});

test('Letter is the paper of the countries that use it', () => {
  expect(['en-US', 'en-GB', 'fr-CA', 'fr'].map(defaultFormat)).toEqual(['letter', 'a4', 'letter', 'a4']);
});

test('headsets get the secure network address, never one of this computer', () => {
  const reach = stationReach(['http://127.0.0.1:7440', 'http://10.20.4.2:7440', 'https://10.20.4.2:7443']);

  expect(reach).toEqual({
    kind: 'lan',
    url: 'https://10.20.4.2:7443',
    host: '10.20.4.2',
    port: '7443',
    others: [],
  });
});

test.each([
  [['http://127.0.0.1:7440']],
  [['http://localhost:7440', 'http://[::1]:7440']],
  [['nonsense']],
  [[]],
])('a station at %j cannot be reached by headsets', (addresses) => {
  expect(stationReach(addresses)).toEqual({ kind: 'loopback' });
});

test('a fingerprint is shown by its first and last characters', () => {
  const hex = '4F9AB2C0' + '0'.repeat(48) + '13C7C217';

  expect(shortFingerprint(hex)).toBe('4F9A\u00a0B2C0 … 13C7\u00a0C217');
  expect(shortFingerprint('q-83x')).toBe('q-83x');
});
