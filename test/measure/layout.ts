// Measures of structure: folders, imports, entry points.
import { dirname } from 'node:path';

import { faultOf, importsIn, isDoorOfTopic, moduleOf, type Side } from '../gate/order.ts';
import { isSource, linesOf, type Tree } from './tree.ts';

/** Counts folders and files directly in the service; before the modules, features had their own folder. */
export function topLevelNames({ files }: Tree): { folders: number; files: number } {
  const names = new Map<string, boolean>();
  for (const path of files.keys()) {
    const inside = /^main\/service\/(?:features\/)?(?<name>[^/]+)(?<rest>\/)?/.exec(path)?.groups;
    if (inside?.['name'] === undefined) continue;
    if (inside['name'] !== 'features') names.set(inside['name'], inside['rest'] !== undefined);
  }
  const folders = [...names.values()].filter(Boolean).length;
  return { folders, files: names.size - folders };
}

/** Returns the folders of the product with the most files directly in them, fullest first. */
export function fullestFolders({ files }: Tree): { folder: string; files: number }[] {
  const counts = new Map<string, number>();
  for (const path of files.keys()) {
    if (isSource(path)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return [...counts]
    .map(([folder, count]) => ({ folder, files: count }))
    .toSorted((one, other) => other.files - one.files);
}

/**
 * Returns imports against today's order. For an older tree each file counts where it is today, and entry points,
 * which it did not have, are left out.
 */
export function againstTheOrder({ files, pathToday }: Tree, side: Side): string[] {
  return [...files]
    .filter(([path]) => isSource(path))
    .flatMap(([path, text]) => importsIn(path, text))
    .map(({ from, to }) => ({ from: pathToday(from), to: pathToday(to) }))
    .flatMap((each) => faultOf(side, each) ?? [])
    .filter((fault) => fault.includes('a higher module'));
}

/** Returns folders of the interface that import each other in cycles, the largest cycle first. */
export function circles({ files }: Tree, side: Side): string[][] {
  const folderOf = (path: string): string | undefined =>
    moduleOf(side, path.replace(`${side}/features/`, `${side}/`));
  const edges = new Map<string, Set<string>>();
  for (const [path, text] of files) {
    const from = folderOf(path);
    if (from === undefined) continue;
    for (const { to } of importsIn(path, text)) {
      const target = folderOf(to);
      if (target === undefined || target === from) continue;
      edges.set(from, (edges.get(from) ?? new Set()).add(target));
    }
  }
  const reach = new Map([...edges.keys()].map((each) => [each, reachable(edges, each)]));
  const found = new Map<string, string[]>();
  for (const [folder, reached] of reach) {
    if (!reached.has(folder)) continue;
    const circle = [...reached].filter((each) => reach.get(each)?.has(folder)).toSorted();
    found.set(circle.join(' '), circle);
  }
  return [...found.values()].toSorted((one, other) => other.length - one.length);
}

function reachable(edges: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [...(edges.get(start) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...(edges.get(next) ?? []));
  }
  return reached;
}

/** The files beside the modules, which open and mount them. */
export function compositionRoot({ files }: Tree): number {
  const names = ['station', 'mount-features', 'subject-names', 'care'];
  return names
    .map((name) => linesOf(files.get(`main/service/${name}.ts`) ?? ''))
    .reduce((sum, each) => sum + each, 0);
}

/** Counts the exports of the entry points of modules and of their topics, most first. */
export function doorExports({ files }: Tree): { module: string; names: number }[] {
  const side = 'main/service';
  return [...files]
    .flatMap(([path, text]) => {
      const module = dirname(path).slice(side.length + 1);
      const isDoor = path === `${side}/${module}/index.ts` && module !== '';
      if (!isDoor || (module.includes('/') && !isDoorOfTopic(path))) return [];
      const lists = [...text.matchAll(/\bexport\s+(?:type\s+)?\{(?<names>[^}]*)\}/g)];
      const listed = lists.flatMap(({ groups }) => (groups?.['names'] ?? '').split(','));
      const declared =
        text.match(/\bexport\s+(?:async\s+)?(?:function|const|class|type|interface)\s+\w/g) ?? [];
      return [{ module, names: listed.filter((each) => each.trim() !== '').length + declared.length }];
    })
    .toSorted((one, other) => other.names - one.names);
}
