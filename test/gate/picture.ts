// `node test/gate/picture.ts` regenerates the diagrams of docs/architecture.md from the imports of the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type Import, importsBelow, moduleOf, ORDERS, type Side } from './order.ts';

const root = resolve(import.meta.dirname, '..', '..');
const page = join(root, 'docs', 'architecture.md');

/** The modules that each module imports from. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the import graph of a side; files outside modules are left out. */
export function graphOf(side: Side, imports: readonly Import[]): Graph {
  const names: readonly string[] = [...ORDERS[side].open, ...ORDERS[side].modules];
  const graph = new Map(names.map((name) => [name, new Set<string>()]));
  for (const { from, to } of imports) {
    const [importer = '', imported = ''] = [moduleOf(side, from), moduleOf(side, to)];
    if (importer !== imported && graph.has(imported)) graph.get(importer)?.add(imported);
  }
  return graph;
}

/** The current graphs of the code. */
export function graphOfCode(side: Side): Graph {
  return graphOf(side, importsBelow(root, side));
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

/** Parses the diagram of a side from the page. */
export function drawnOn(text: string, side: Side): Graph {
  const lines = (pictureIn(text, side) ?? '').split('\n').slice(2, -1);
  return new Map(
    lines.map((line) => {
      const [name = '', imported] = line.trim().split(' --> ');
      return [name, new Set(imported?.split(' & '))];
    }),
  );
}

function pictureIn(text: string, side: Side): string | undefined {
  return new RegExp(`<!-- ${side} -->\\n(\`\`\`mermaid\\n[^\`]*\`\`\`)`).exec(text)?.[1];
}

/** Returns the page with the diagrams of the code. */
export function redrawn(text: string): string {
  let drawn = text;
  for (const side of Object.keys(ORDERS) as Side[]) {
    const old = pictureIn(text, side);
    if (old !== undefined) drawn = drawn.replace(old, draw(graphOfCode(side)));
  }
  return drawn;
}

if (import.meta.main) writeFileSync(page, redrawn(readFileSync(page, 'utf8')));
