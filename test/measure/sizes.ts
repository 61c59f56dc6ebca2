// Measures of size: lines of source, of functions, of tests.
import { ts } from '@ts-morph/common';

import { ORDERS } from '../gate/order.ts';
import { isSource, linesOf, type Tree } from './tree.ts';

export type Spread = { readonly median: number; readonly most: number; readonly where: string };

/** Counts the product's lines, without tests. */
export function sourceLines({ files }: Tree): number {
  return [...files].filter(([path]) => isSource(path)).reduce((sum, [, text]) => sum + linesOf(text), 0);
}

/** Measures the length of the product's files. */
export function fileLengths({ files }: Tree): Spread {
  return spread([...files].filter(([path]) => isSource(path)).map(([path, text]) => [linesOf(text), path]));
}

/** Measures the length of its functions: everything with a body of statements, from its first line to its last. */
export function functionLengths({ files }: Tree): Spread {
  const lengths = [...files]
    .filter(([path]) => isSource(path))
    .flatMap(([path, text]) => lengthsIn(path, text));
  return spread(lengths);
}

/** Returns each function of a file: its lines, and its start. */
export function lengthsIn(path: string, text: string): [lines: number, where: string][] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: [number, string][] = [];
  const check = (node: ts.Node): void => {
    if (
      ts.isFunctionLike(node) &&
      'body' in node &&
      node.body !== undefined &&
      ts.isBlock(node.body as ts.Node)
    ) {
      const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
      const last = source.getLineAndCharacterOfPosition(node.end).line;
      found.push([last - first + 1, `${path}:${String(first + 1)}`]);
    }
    ts.forEachChild(node, check);
  };
  check(source);
  return found;
}

function spread(lengths: readonly (readonly [lines: number, where: string])[]): Spread {
  const sorted = lengths.toSorted(([one], [other]) => one - other);
  const [median = 0] = sorted[Math.floor(sorted.length / 2)] ?? [];
  const [most, where] = sorted.at(-1) ?? [0, ''];
  return { median, most, where };
}

/** The modules of the service, and the store separately. */
export const MODULES_WITH_TESTS = ['kernel/store', ...ORDERS['main/service'].modules];

/** Tests of a module in a folder that is not named like it: crashes and full disks of the store, chaos rounds of sync. */
const OTHER_TESTS: Readonly<Record<string, string>> = {
  'kernel/store': 'test/durability',
  sync: 'test/chaos',
};

/**
 * Counts the lines of a module and of its part of `shared`, and of the tests with its name; by where files are today.
 */
export function testLines({ files, pathToday }: Tree, module: string): { source: number; tests: number } {
  const linesIn = (folders: readonly string[]): number =>
    [...files]
      .filter(([path]) => folders.some((folder) => pathToday(path).startsWith(`${folder}/`)))
      .reduce((sum, [, text]) => sum + linesOf(text), 0);
  const other = OTHER_TESTS[module];
  return {
    source: linesIn(
      ['main/service', 'shared/contract', 'shared/domain'].map((place) => `${place}/${module}`),
    ),
    tests: linesIn([
      ...['test/service', 'test/domain'].map((place) => `${place}/${module}`),
      ...(other === undefined ? [] : [other]),
    ]),
  };
}
