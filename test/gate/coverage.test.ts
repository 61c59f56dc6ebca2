import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { aSharedStation } from '../support/shared-station.ts';
import { aFolder } from '../support/temp-folder.ts';
import { DOCUMENTED_OPERATIONS } from './documented-operations.ts';
import { testTitlesIn } from './test-titles.ts';

const root = resolve(import.meta.dirname, '..', '..');
const table = readFileSync(join(root, 'docs', 'interface-coverage.md'), 'utf8');

/** A row: a guarantee, and the tests that prove it. */
type Row = { readonly rule: string; readonly proofs: readonly string[] };

const rows: readonly Row[] = table
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:---|Rule or endpoint)/.test(line))
  .map((line) => {
    const [, rule = '', proof = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return { rule, proofs: [...proof.matchAll(/`([^`]+)`/g)].map(([, each]) => each ?? '') };
  });

const station = await aSharedStation();
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ 'x-muster-extension': z.boolean() }))),
});
const { paths } = documentSchema.parse(await station.document());
const served = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    operation: `${method.toUpperCase()} ${path}`,
    isExtension: operation['x-muster-extension'],
  })),
);
const servedNames = served.map(({ operation }) => operation);

/** Returns the operation of a row whose rule begins with method and path in code. */
function operationOf({ rule }: Row): string | undefined {
  return /^`((?:GET|POST|PUT|PATCH|DELETE) \/[^`\s]*)`/.exec(rule)?.[1];
}

/** Returns why a proof is invalid; undefined if the file and the test exist. */
function faultOf(proof: string): string | undefined {
  const [file = '', ...title] = proof.split(' › ');
  if (!/^test\/.+\.test\.ts$/.test(file) || !existsSync(join(root, file))) return `no file ${file}`;
  const wanted = title.join(' › ');
  return titlesOf(file).has(wanted) ? undefined : `no test “${wanted}” in ${file}`;
}

const known = new Map<string, ReadonlySet<string>>();

function titlesOf(file: string): ReadonlySet<string> {
  const titles = known.get(file) ?? new Set(testTitlesIn(join(root, file)));
  known.set(file, titles);
  return titles;
}

test('every row of the coverage table names existing tests', () => {
  const faults = rows.flatMap(({ rule, proofs }) =>
    proofs.length === 0
      ? [`${rule}: no proof`]
      : proofs.flatMap((proof) => {
          const fault = faultOf(proof);
          return fault === undefined ? [] : [`${rule}: ${fault}`];
        }),
  );

  expect(rows.length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

test('every served operation has a row in docs/interface-coverage.md', () => {
  const covered = new Set(rows.map(operationOf));

  expect(servedNames.filter((operation) => !covered.has(operation))).toEqual([]);
});

test('no row names an operation that is not served', () => {
  const named = rows.map(operationOf).filter((operation) => operation !== undefined);

  expect(named.filter((operation) => !servedNames.includes(operation))).toEqual([]);
});

test('every documented operation is served', () => {
  const missing = DOCUMENTED_OPERATIONS.filter((operation) => !servedNames.includes(operation));

  expect(missing).toEqual([]);
});

test('every served operation is documented or marked as an extension, never both', () => {
  const documented = served.filter(({ isExtension }) => !isExtension).map(({ operation }) => operation);

  expect(documented.filter((operation) => !DOCUMENTED_OPERATIONS.includes(operation))).toEqual([]);
  expect(
    served.filter(({ operation, isExtension }) => isExtension && DOCUMENTED_OPERATIONS.includes(operation)),
  ).toEqual([]);
});

test('no rule appears twice in the table', () => {
  const rules = rows.map(({ rule }) => rule);

  expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
});

test('titles are found in every form in which tests are written', () => {
  using folder = aFolder();
  const file = join(folder.path, 'some.test.ts');
  writeFileSync(
    file,
    `test('plain', () => {});
    test("it's", () => {});
    test.each([['not a title', () => check('nor this')]])('each %s', () => {});
    test.for(rows)(\`a template\`, () => {});
    test.skipIf(isThere('no'))('maybe', () => {});
    describe('outer', () => { describe.each([1])('inner %i', () => { test('deep', () => { test('never'); }); }); });
    // test('in a comment', () => {});
    const text = "test('in a text')";`,
  );

  expect(testTitlesIn(file)).toEqual([
    'plain',
    "it's",
    'each %s',
    'a template',
    'maybe',
    'outer › inner %i › deep',
  ]);
});
