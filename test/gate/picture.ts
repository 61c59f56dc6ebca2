// `node test/gate/picture.ts` regenerates the diagrams of docs/architecture.md from the imports of the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { type Import, importsBelow, ORDERS } from './order.ts';
import { TOPICS } from './topics.ts';

const root = resolve(import.meta.dirname, '..', '..');
const page = join(root, 'docs', 'architecture.md');

/** The folders of each diagram in their order, lowest first: the modules of a side, and the topics of three modules. */
export const DRAWN: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries(ORDERS).map(([side, { open, modules }]) => [side, [...open, ...modules]]),
  ),
  ...Object.fromEntries(
    ['kernel', 'devices', 'sync'].map((name) => [
      `main/service/${name}`,
      TOPICS[`main/service/${name}`] ?? [],
    ]),
  ),
};

/** The folders that each folder imports from. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the import graph of the folders in `place`; files beside them are left out. */
export function graphOf(place: string, imports: readonly Import[]): Graph {
  const graph = new Map((DRAWN[place] ?? []).map((name) => [name, new Set<string>()]));
  const folderOf = (file: string): string => relative(place, file).split('/')[0] ?? '';
  for (const { from, to } of imports) {
    const [importer, imported] = [folderOf(from), folderOf(to)];
    if (importer !== imported && graph.has(imported)) graph.get(importer)?.add(imported);
  }
  return graph;
}

/** The current graphs of the code. */
export function graphOfCode(place: string): Graph {
  return graphOf(place, importsBelow(root, place));
}

/** Returns everything that a module reaches, excluding itself unless it is in a cycle. */
export function reachOf(graph: Graph, start: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [...(graph.get(start) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...(graph.get(next) ?? []));
  }
  return reached;
}

/** Returns the diagram: an arrow to each module that is not also reached through another one, highest module first. */
export function draw(graph: Graph): string {
  const lines = [...graph].toReversed().map(([name, imported]) => {
    const direct = [...imported].filter(
      (each) => ![...imported].some((other) => reachOf(graph, other).has(each)),
    );
    return direct.length === 0 ? `  ${name}` : `  ${name} --> ${direct.join(' & ')}`;
  });
  return ['```mermaid', 'graph TD', ...lines, '```'].join('\n');
}

/** Parses the diagram of a place from the page. */
export function drawnOn(text: string, place: string): Graph {
  const lines = (pictureIn(text, place) ?? '').split('\n').slice(2, -1);
  return new Map(
    lines.map((line) => {
      const [name = '', imported] = line.trim().split(' --> ');
      return [name, new Set(imported?.split(' & '))];
    }),
  );
}

function pictureIn(text: string, place: string): string | undefined {
  return new RegExp(`<!-- ${place} -->\\n(\`\`\`mermaid\\n[^\`]*\`\`\`)`).exec(text)?.[1];
}

/** Returns the page with the diagrams of the code. */
export function redrawn(text: string): string {
  let drawn = text;
  for (const place of Object.keys(DRAWN)) {
    const old = pictureIn(text, place);
    if (old !== undefined) drawn = drawn.replace(old, draw(graphOfCode(place)));
  }
  return drawn;
}

if (import.meta.main) writeFileSync(page, redrawn(readFileSync(page, 'utf8')));
