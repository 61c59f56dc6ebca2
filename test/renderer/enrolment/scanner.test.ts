import { expect, test } from 'vitest';

import { ScannerReader } from '../../../renderer/enrolment/frame/scanner.ts';

const LABEL = 'muster://enrol?id=place-7';

/** Returns the result of keys that arrive `gapMs` apart. */
function typed(text: string, gapMs: number): { passed: string; label: string | null } {
  const scanner = new ScannerReader();
  let passed = '';
  let label: string | null = null;
  [...Array.from(text), 'Enter'].forEach((key, index) => {
    const result = scanner.press(key, 1_000 + index * gapMs);
    if (result.kind === 'passed') passed += key === 'Enter' ? '' : key;
    if (result.kind === 'label') label = result.text;
  });
  return { passed, label };
}

test('a scanned label is read completely and none of its letters triggers a shortcut', () => {
  expect(typed(LABEL, 4)).toEqual({ passed: 'm', label: LABEL });
});

test('a scanner that types capitals is read as well', () => {
  expect(typed(LABEL.toUpperCase(), 4).label).toBe(LABEL.toUpperCase());
});

test('a person who types the same keeps every key', () => {
  expect(typed(LABEL, 120)).toEqual({ passed: LABEL, label: null });
});

test('other fast input is not a label', () => {
  expect(typed('mural', 4)).toEqual({ passed: 'mral', label: null });
});

test('modifier keys do not break a label', () => {
  const scanner = new ScannerReader();
  const keys = Array.from(LABEL).flatMap((key) => (key === ':' ? ['Shift', key] : [key]));
  keys.forEach((key, index) => scanner.press(key, index * 4));

  expect(scanner.press('Enter', keys.length * 4)).toEqual({ kind: 'label', text: LABEL });
});

test('after a label shortcuts work again', () => {
  const scanner = new ScannerReader();
  Array.from(LABEL).forEach((key, index) => scanner.press(key, index * 4));
  scanner.press('Enter', 200);

  expect(scanner.press('n', 1_000)).toEqual({ kind: 'passed' });
});
