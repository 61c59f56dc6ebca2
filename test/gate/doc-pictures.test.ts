import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { DOC_PICTURES, fixedTexts, recordedWords, wordsOn } from '../screens/doc-pictures.ts';

const root = resolve(import.meta.dirname, '..', '..');

test('the pictures in the documentation show no words that the interface has changed (else `npm run screens -- --docs`)', () => {
  const texts = fixedTexts();
  const changed = Object.entries(recordedWords()).flatMap(([picture, words]) =>
    words.filter((word) => !texts.has(word)).map((word) => `${picture}: ${word}`),
  );
  expect(changed).toEqual([]);
});

test('every picture of a screen in the README can be taken anew, and its words are recorded', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const shown = [...readme.matchAll(/docs\/(screenshot-[\w-]+\.webp)/g)].map(([, name = '']) => name);
  expect(shown.length).toBeGreaterThan(3);
  for (const name of shown) {
    expect(Object.keys(DOC_PICTURES)).toContain(name);
    expect(existsSync(join(root, 'docs', name))).toBe(true);
    expect(recordedWords()[name]?.length).toBeGreaterThan(5);
  }
});

test('the words of a screen are its texts of the interface, not its data', () => {
  const texts = new Set(['Fleet', 'Ready', 'Clear filters']);
  expect(wordsOn('Fleet\nA-01\n Ready \nReady\nÉcole', texts)).toEqual(['Fleet', 'Ready']);
});
