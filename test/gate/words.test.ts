import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { ts } from '@ts-morph/common';
import { expect, test } from 'vitest';

import { en } from '../../renderer/copy/en/index.ts';
import { settings } from '../../renderer/copy/en/configuration/settings.ts';
import { contract } from '../../shared/contract/index.ts';
import { serveHelp } from '../../main/cli/serve/serve-flags.ts';
import { HELP as simulateHelp } from '../../main/cli/simulate/simulate-flags.ts';
import { declaredNames } from './declared-names.ts';
import {
  NAME_EXCEPTIONS,
  NAME_WORDS,
  NAMED_FOLDERS,
  SCREEN_EXCEPTIONS,
  SCREEN_WORDS,
  type Word,
} from './words.ts';

const root = resolve(import.meta.dirname, '..', '..');

/** Returns every sentence of a tree of sentences, by key, without its parameters (`{{place}}`). */
function sentences(tree: object, prefix: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    if (typeof value === 'string') return [[prefix + key, value.replaceAll(/\{\{.*?\}\}/g, '')]];
    return value !== null && typeof value === 'object' ? sentences(value, `${prefix}${key}.`) : [];
  });
}

/** Returns `place: phrase, replacement` for every sentence with a phrase of the list. */
function faultsOf(texts: readonly [string, string][], words: readonly Word[]): string[] {
  return texts.flatMap(([key, text]) =>
    words
      .filter(({ never }) => never.test(text) && SCREEN_EXCEPTIONS[key] === undefined)
      .map(({ never, say }) => `${key}: “${never.exec(text)?.[0] ?? ''}”, say: ${say}`),
  );
}

const shownTexts: readonly [string, string][] = [
  ...sentences({ ...en, settings }, ''),
  ...Object.entries(contract).map(([name, { summary }]): [string, string] => [name, summary]),
  ['serve --help', serveHelp],
  ['simulate --help', simulateHelp],
];

test('no screen, summary or help text uses a phrase of the list', () => {
  expect(faultsOf(shownTexts, SCREEN_WORDS)).toEqual([]);
});

test('a planted phrase is found, with its replacement', () => {
  expect(faultsOf([['planted', 'Go on by itself']], SCREEN_WORDS)).toEqual([
    'planted: “Go on”, say: Resume, Continue',
    'planted: “by itself”, say: automatically',
  ]);
});

test('every exception is still needed', () => {
  const needed = shownTexts.filter(([, text]) => SCREEN_WORDS.some(({ never }) => never.test(text)));
  const keys = new Set(needed.map(([key]) => key));
  expect(Object.keys(SCREEN_EXCEPTIONS).filter((key) => !keys.has(key))).toEqual([]);
});

const isBad = (name: string): boolean =>
  NAME_EXCEPTIONS[name] === undefined && NAME_WORDS.some(({ never }) => never.test(name));

/** Parses only files in which such a word occurs at all. */
const badNames = (text: string): string[] =>
  [...new Set(text.match(/\w+/g))].some(isBad)
    ? declaredNames(ts.createSourceFile('names.tsx', text, ts.ScriptTarget.Latest))
        .map((name) => name.text)
        .filter(isBad)
    : [];

test('no code declares a name of the list', () => {
  const found = NAMED_FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .flatMap((entry) => {
        const file = join(entry.parentPath, entry.name);
        return badNames(readFileSync(file, 'utf8')).map((name) => `${relative(root, file)}: ${name}`);
      }),
  );
  expect(found).toEqual([]);
});

/** Returns the words of a sentence's key, without the suffix of its plural form. */
const wordsOf = (key: string): string[] => key.replace(/_(?:one|other)$/, '').split('.');

/** Returns the keys of sentences that contain a name of the list. */
const badKeys = (tree: object): string[] =>
  sentences(tree, '')
    .map(([key]) => key)
    .filter(
      (key) =>
        NAME_EXCEPTIONS[key] === undefined &&
        wordsOf(key).some((word) => NAME_WORDS.some(({ never }) => never.test(word))),
    );

test('no key of a sentence is a name of the list', () => {
  expect(badKeys(en)).toEqual([]);
});

test('a planted key is found, in either plural form', () => {
  const planted = { list: { goOn: 'Resume', heard_one: 'One', heard_other: 'Several', resume: 'Resume' } };
  expect(badKeys(planted)).toEqual(['list.goOn', 'list.heard_one', 'list.heard_other']);
});

test('a planted name is found', () => {
  expect(badNames('const MOST_ITEMS = 3; function goOn(): void {} class A { #heard = 1; }')).toEqual([
    'MOST_ITEMS',
    'goOn',
    'heard',
  ]);
});
