import { globSync, readFileSync } from 'node:fs';
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

test('every picture of a screen in the documentation can be taken anew, and its words are recorded', () => {
  const texts = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].map((file) =>
    readFileSync(join(root, file), 'utf8'),
  );
  const shown = [...texts.join('').matchAll(/(screenshot-[\w-]+\.(?:webp|png))/g)].map(
    ([, name = '']) => name,
  );
  expect(shown.length).toBeGreaterThan(3);
  for (const name of shown) expect(recordedWords()[name]?.length).toBeGreaterThan(5);
  const taken = Object.keys(DOC_PICTURES).toSorted();
  expect([...new Set(shown)].toSorted()).toEqual(taken);
  expect(globSync('screenshot-*.{webp,png}', { cwd: join(root, 'docs') }).toSorted()).toEqual(taken);
});

test('the words of a screen are its texts of the interface, not its data', () => {
  const texts = new Set(['Fleet', 'Ready', 'Clear filters']);
  expect(wordsOn('Fleet\nA-01\n Ready \nReady\nÉcole', texts)).toEqual(['Fleet', 'Ready']);
});
