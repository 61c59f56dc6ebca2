import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { testTitlesIn } from './test-titles.ts';

const root = resolve(import.meta.dirname, '..', '..');
const text = readFileSync(join(root, 'docs', 'threat-model.md'), 'utf8');
const known = new Map<string, readonly string[]>();

/** Returns the rows of the table under a heading: a threat, and the tests that prove its defences. */
function rowsUnder(heading: string): { attack: string; proofs: string[] }[] {
  const from = text.indexOf(`## ${heading}`);
  return text
    .slice(from, text.indexOf('\n## ', from))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:---|attack|risk)/.test(line))
    .map((line) => {
      const [, attack = '', , proof = ''] = line.split('|').map((cell) => cell.trim());
      return { attack, proofs: [...proof.matchAll(/`([^`]+)`/g)].map(([, each]) => each ?? '') };
    });
}

function isThere(proof: string): boolean {
  const [file = '', ...title] = proof.split(' › ');
  if (!existsSync(join(root, file))) return false;
  const titles = known.get(file) ?? testTitlesIn(join(root, file));
  known.set(file, titles);
  return titles.includes(title.join(' › '));
}

/** Returns rows without a test, and tests that do not exist. */
function wrongIn(rows: ReturnType<typeof rowsUnder>): string[] {
  return rows.flatMap(({ attack, proofs }) =>
    proofs.length === 0 ? [`${attack}: no test`] : proofs.filter((proof) => !isThere(proof)),
  );
}

test('every defence of the threat model names a test that exists', () => {
  const rows = rowsUnder('What stops them');
  expect(rows.length).toBeGreaterThan(20);
  expect(wrongIn(rows)).toEqual([]);
});

test('each of the OWASP top ten of APIs has a row with existing tests', () => {
  const rows = rowsUnder('The ten worst of APIs');
  const numbers = rows.map(({ attack }) => attack.split(' ')[0]);
  expect(numbers).toEqual(Array.from({ length: 10 }, (_each, at) => `API${at + 1}`));
  expect(wrongIn(rows)).toEqual([]);
});
