import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { testTitlesIn } from './test-titles.ts';

const root = resolve(import.meta.dirname, '..', '..');
const text = readFileSync(join(root, 'docs', 'threat-model.md'), 'utf8');
const defences = text
  .slice(text.indexOf('## What stops them'), text.indexOf('## What does not'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:---|attack)/.test(line))
  .map((line) => {
    const [, attack = '', , proof = ''] = line.split('|').map((cell) => cell.trim());
    return { attack, proofs: [...proof.matchAll(/`([^`]+)`/g)].map(([, each]) => each ?? '') };
  });

test('every defence of the threat model names a test that exists', () => {
  expect(defences.length).toBeGreaterThan(20);
  const wrong = defences.flatMap(({ attack, proofs }) => {
    if (proofs.length === 0) return [`${attack}: no test`];
    return proofs.filter((proof) => {
      const [file = '', ...title] = proof.split(' › ');
      return !existsSync(join(root, file)) || !testTitlesIn(join(root, file)).includes(title.join(' › '));
    });
  });
  expect(wrong).toEqual([]);
});
