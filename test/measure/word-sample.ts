// `node test/measure/word-sample.ts [--seed N] [--tree FOLDER]`: a repeatable sample of the words to judge by hand.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { ts } from '@ts-morph/common';

import { declaredNames, visitAll } from '../gate/declared-names.ts';
import { testTitlesIn } from '../gate/test-titles.ts';

/** One item to read, and its location: `path:line`. */
type Item = { readonly where: string; readonly text: string };

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '20261122' }, tree: { type: 'string', default: '.' } },
});
const root = resolve(values.tree);
const files = ['main', 'preload', 'renderer', 'shared', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted(),
);

/** Returns `count` items in an order that depends on the seed alone (mulberry32 and a Fisher-Yates shuffle). */
function draw(items: readonly Item[], count: number): Item[] {
  let state = Number(values.seed);
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
  }
  return shuffled.slice(0, count);
}

const parsed = files.map((file) =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true),
);

const locationOf = (source: ts.SourceFile, position: number): string =>
  `${relative(root, source.fileName)}:${String(source.getLineAndCharacterOfPosition(position).line + 1)}`;

/** The sentences of the English copy: the string values of `renderer/copy/en`. */
function strings(source: ts.SourceFile): Item[] {
  const found: Item[] = [];
  visitAll(source, (node) => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer))
      found.push({ where: locationOf(source, node.pos), text: node.initializer.text });
  });
  return found;
}

/** Every comment that has lines of its own; consecutive `//` lines count as one. Directives for tools are not counted. */
function comments({ fileName, text }: ts.SourceFile): Item[] {
  return [...text.matchAll(/(?:^[ \t]*\/\/.*\n)+|^[ \t]*\/\*[^]*?\*\//gm)]
    .filter(([words]) => !/oxlint-disable|@ts-|@vitest/.test(words))
    .map(({ 0: words, index }) => ({
      where: `${relative(root, fileName)}:${String(text.slice(0, index).split('\n').length)}`,
      text: words.replaceAll(/\s+/g, ' ').trim(),
    }));
}

/** Every name that a file declares. */
function identifiers(source: ts.SourceFile): Item[] {
  return declaredNames(source).map(({ text, pos }) => ({ where: locationOf(source, pos), text }));
}

function print(title: string, items: readonly Item[], count: number): void {
  process.stdout.write(
    `\n## ${title}: ${String(Math.min(count, items.length))} of ${String(items.length)}\n`,
  );
  draw(items, count).forEach(({ where, text }, index) => {
    process.stdout.write(`${String(index + 1)}. ${text}  (${where})\n`);
  });
}

const inCopy = parsed.filter(({ fileName }) => relative(root, fileName).startsWith('renderer/copy/en'));
print('strings', inCopy.flatMap(strings), 100);
print('comments', parsed.flatMap(comments), 100);
print('identifiers', parsed.flatMap(identifiers), 100);
const titles = files
  .filter((file) => file.endsWith('.test.ts') || file.endsWith('.test.tsx'))
  .flatMap((file) => testTitlesIn(file).map((text) => ({ where: relative(root, file), text })));
print('test titles', titles, 30);
const decisions = readdirSync(join(root, 'docs', 'decisions')).filter((name) => /^\d{4}-.*\.md$/.test(name));
print(
  'decision titles',
  decisions.map((name) => {
    const [title = ''] = readFileSync(join(root, 'docs', 'decisions', name), 'utf8').split('\n');
    return { where: name, text: title };
  }),
  decisions.length,
);
