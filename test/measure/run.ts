// `npm run measure [-- --tree REVISION]`: the measures of the current tree and of an older one beside it.
import { parseArgs } from 'node:util';

import { oneSided, siblingPairs } from './inside.ts';
import { filesOfRecipe, RECIPES } from './recipes.ts';
import { measureFlows } from './flows.ts';
import {
  againstTheOrder,
  circles,
  compositionRoot,
  doorExports,
  fullestFolders,
  topLevelNames,
} from './layout.ts';
import {
  fileLengths,
  functionLengths,
  type Spread,
  sourceLines,
  testLines,
  MODULES_WITH_TESTS,
} from './sizes.ts';
import { checkOut, projectFolder, readTree, type Tree } from './tree.ts';

/** A measure: its name, its target, and its value by tree. */
type Row = { readonly name: string; readonly goal: string; readonly value: (tree: Tree) => string };

const words = ({ median, most, where }: Spread): string => `${String(median)}, ${String(most)} (${where})`;
const max = (tree: Tree): string =>
  fullestFolders(tree)
    .slice(0, 3)
    .map(({ folder, files }) => `${String(files)} ${folder}`)
    .join(', ');

function flowRows(): Row[] {
  const goals = {
    'a heartbeat': '≤ 28 / ≤ 45',
    'preview to proof': '≤ 60 files',
    'an edit to the central and back': '',
  };
  const known = new Map<Tree, ReturnType<typeof measureFlows>>();
  const flowsOf = (tree: Tree) => {
    const flows = known.get(tree) ?? measureFlows(tree);
    known.set(tree, flows);
    return flows;
  };
  return Object.entries(goals).map(([name, goal]) => ({
    name: `${name}: hops / files`,
    goal,
    value: (tree) => {
      const { hops, files } = flowsOf(tree)[name as keyof typeof goals];
      return `${String(hops)} / ${String(files)}`;
    },
  }));
}

const rows: readonly Row[] = [
  {
    name: 'top-level names in the service: folders + files',
    goal: '12 + 4',
    value: (tree) => `${String(topLevelNames(tree).folders)} + ${String(topLevelNames(tree).files)}`,
  },
  { name: 'files in a folder, most', goal: '≤ 15', value: max },
  {
    name: 'folders of the product with more than 15 files',
    goal: '0',
    value: (tree) => String(fullestFolders(tree).filter(({ files }) => files > 15).length),
  },
  {
    name: 'imports against the order, service + renderer',
    goal: '0 + 0',
    value: (tree) =>
      `${String(againstTheOrder(tree, 'main/service').length)} + ${String(againstTheOrder(tree, 'renderer').length)}`,
  },
  {
    name: 'folders of the renderer in its largest circle',
    goal: '0',
    value: (tree) => String(circles(tree, 'renderer')[0]?.length ?? 0),
  },
  {
    name: 'pairs of sibling folders that import each other',
    goal: '≤ 10',
    value: (tree) => String(siblingPairs(tree).length),
  },
  {
    name: 'files of shared/domain reached from one side',
    goal: '0',
    value: (tree) => String(oneSided(tree).length),
  },
  ...flowRows(),
  ...Object.entries(RECIPES).map(([title, goal]) => ({
    name: `files to ${title.toLowerCase()}`,
    goal,
    value: ({ root }: Tree) => filesOfRecipe(root, title),
  })),
  { name: 'composition root, lines', goal: '≤ 150', value: (tree) => String(compositionRoot(tree)) },
  {
    name: 'exports of a door, most',
    goal: '≤ 15',
    value: (tree) =>
      doorExports(tree)
        .slice(0, 3)
        .map(({ module, names }) => `${String(names)} ${module}`)
        .join(', ') || 'no doors',
  },
  {
    name: 'source lines, without tests',
    goal: '≤ 115,000',
    value: (tree) => sourceLines(tree).toLocaleString('en'),
  },
  { name: 'lines of a function: median, most', goal: '', value: (tree) => words(functionLengths(tree)) },
  { name: 'lines of a file: median, most', goal: '', value: (tree) => words(fileLengths(tree)) },
  ...testRows(),
];

function testRows(): Row[] {
  return MODULES_WITH_TESTS.map((name) => ({
    name: `test lines for a line of source, ${name}`,
    goal: name === 'sync' || name === 'kernel/store' ? '≥ 1' : '',
    value: (tree) => {
      const { source, tests } = testLines(tree, name);
      return source === 0 ? 'none' : (tests / source).toFixed(2);
    },
  }));
}

const { values } = parseArgs({ options: { tree: { type: 'string' } } });
const now = readTree(projectFolder);
using before = values.tree === undefined ? undefined : checkOut(values.tree);
const trees = [...(before === undefined ? [] : [before]), now];
const say = (cells: readonly string[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`);
say(['figure', 'goal', ...(values.tree === undefined ? [] : [values.tree]), 'now']);
say(['---', '---', ...trees.map(() => '---')]);
for (const { name, goal, value } of rows) say([name, goal, ...trees.map(value)]);
