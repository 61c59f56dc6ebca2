// Measures of the inside of modules: what is shared in fact, and topics that import each other.
import { dirname, relative } from 'node:path';

import { importsIn } from '../gate/order.ts';
import { isSource, type Tree } from './tree.ts';

/** The importers of each file of the product. */
function importersOf({ files }: Tree): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, text] of files) {
    if (!isSource(path)) continue;
    for (const { to } of importsIn(path, text)) importers.set(to, [...(importers.get(to) ?? []), path]);
  }
  return importers;
}

/** The side of a file outside of the shared rules: the service, the interface, or a program of `main`, each by its name. */
function sideOf(path: string): string | undefined {
  if (path.startsWith('shared/domain/')) return undefined;
  const [first = '', second = ''] = path.split('/');
  return first === 'main' ? `main/${second}` : first;
}

/** Returns the files of `shared/domain` that a single side reaches, with that side. */
export function oneSided(tree: Tree): { file: string; side: string }[] {
  const importers = importersOf(tree);
  return [...tree.files.keys()]
    .filter((path) => path.startsWith('shared/domain/'))
    .flatMap((file) => {
      const [side, ...others] = sidesThatReach(file, importers);
      return side === undefined || others.length > 0 ? [] : [{ file, side }];
    });
}

function sidesThatReach(file: string, importers: ReadonlyMap<string, readonly string[]>): Set<string> {
  const sides = new Set<string>();
  const seen = new Set([file]);
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const importer of importers.get(next) ?? []) {
      const side = sideOf(importer);
      if (side !== undefined) sides.add(side);
      else if (!seen.has(importer)) {
        seen.add(importer);
        waiting.push(importer);
      }
    }
  }
  return sides;
}

/** Returns the pairs of folders with one parent that import each other, as `parent: one, other`. */
export function siblingPairs({ files }: Tree): string[] {
  const edges = new Set<string>();
  for (const [path, text] of files) {
    if (!isSource(path)) continue;
    for (const { to } of importsIn(path, text)) {
      const parent = commonFolder(path, to);
      const [one, other] = [folderBelow(parent, path), folderBelow(parent, to)];
      if (one !== undefined && other !== undefined) edges.add(`${parent}: ${one}, ${other}`);
    }
  }
  return [...edges].filter((edge) => {
    const [, parent = '', one = '', other = ''] = /^(.*): (.*), (.*)$/.exec(edge) ?? [];
    return one < other && edges.has(`${parent}: ${other}, ${one}`);
  });
}

function commonFolder(one: string, other: string): string {
  let folder = dirname(one);
  while (folder !== '.' && !other.startsWith(`${folder}/`)) folder = dirname(folder);
  return folder;
}

function folderBelow(parent: string, path: string): string | undefined {
  const [folder, ...rest] = relative(parent, path).split('/');
  return rest.length === 0 ? undefined : folder;
}
