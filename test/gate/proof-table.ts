import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { testTitlesIn } from './test-titles.ts';

const root = resolve(import.meta.dirname, '..', '..');
const known = new Map<string, readonly string[]>();

/** A row of a table of proofs: its first cell, and the tests named in its last one. */
type Row = { readonly about: string; readonly proofs: readonly string[] };

/** Returns the rows of the table under a heading of a page in `docs`. */
export function rowsUnder(page: string, heading: string): Row[] {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  const from = text.indexOf(`## ${heading}`);
  return text
    .slice(from, text.indexOf('\n## ', from))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:---|attack|risk|#)/.test(line))
    .map((line) => {
      const [, about = '', , proof = ''] = line.split('|').map((cell) => cell.trim());
      return { about, proofs: [...proof.matchAll(/`([^`]+)`/g)].map(([, each]) => each ?? '') };
    });
}

/** Returns rows without a test, and tests that do not exist. */
export function wrongIn(rows: readonly Row[]): string[] {
  return rows.flatMap(({ about, proofs }) =>
    proofs.length === 0 ? [`${about}: no test`] : proofs.filter((proof) => !isThere(proof)),
  );
}

function isThere(proof: string): boolean {
  const [file = '', ...title] = proof.split(' › ');
  if (!existsSync(join(root, file))) return false;
  const titles = known.get(file) ?? testTitlesIn(join(root, file));
  known.set(file, titles);
  return titles.includes(title.join(' › '));
}
