import { ts } from '@ts-morph/common';
import { expect, test } from 'vitest';

import { follow } from '../measure/flows.ts';
import { oneSided, siblingPairs } from '../measure/inside.ts';
import { againstTheOrder, circles, doorExports, fullestFolders, topLevelNames } from '../measure/layout.ts';
import { filesIn } from '../measure/recipes.ts';
import { lengthsIn, sourceLines, testLines } from '../measure/sizes.ts';
import { projectFolder, readTree, type Tree } from '../measure/tree.ts';

/** Returns a tree of these files. */
function aTree(files: Readonly<Record<string, string>>): Tree {
  return { root: '', files: new Map(Object.entries(files)), pathToday: (path) => path };
}

test('folders and files of the service are counted, also in a layout by feature', () => {
  const paths = [
    'station.ts',
    'devices/index.ts',
    'devices/view/a.ts',
    'features/lan/index.ts',
    'features/b.ts',
  ];
  const tree = aTree(Object.fromEntries(paths.map((path) => [`main/service/${path}`, ''])));
  expect(topLevelNames(tree)).toEqual({ folders: 2, files: 2 });
});

test('the fullest folder of the product comes first, and tests are not counted', () => {
  const tree = aTree({
    'shared/a.ts': '',
    'renderer/ui/a.tsx': '',
    'renderer/ui/b.tsx': '',
    'test/a.ts': '',
    'test/b.ts': '',
    'test/c.ts': '',
  });
  expect(fullestFolders(tree)[0]).toEqual({ folder: 'renderer/ui', files: 2 });
});

test('an import from a higher module violates the order', () => {
  const tree = aTree({
    'main/service/devices/a.ts': `import { sync } from '../sync/index.ts';\nimport { log } from '../kernel/log.ts';\n`,
    'main/service/sync/a.ts': `import { devices } from '../devices/index.ts';\n`,
  });
  expect(againstTheOrder(tree, 'main/service')).toEqual([
    expect.stringContaining('main/service/devices/a.ts'),
  ]);
});

test('folders that import each other in a cycle are found', () => {
  const tree = aTree({
    'renderer/features/fleet/a.tsx': `import { b } from '../enrol/b.tsx';\n`,
    'renderer/features/enrol/b.tsx': `import { c } from '../class/c.tsx';\n`,
    'renderer/features/class/c.tsx': `import { a } from '../fleet/a.tsx';\n`,
    'renderer/ui/d.tsx': `import { a } from '../features/fleet/a.tsx';\n`,
  });
  expect(circles(tree, 'renderer')).toEqual([['class', 'enrol', 'fleet']]);
});

test('the exports of an entry point are counted by name', () => {
  const door = `export { a, b as c } from './x.ts';\nexport type { D } from './y.ts';\nexport function e() {}\n`;
  const doors = {
    'main/service/devices/index.ts': door,
    'main/service/devices/codes/index.ts': `export { a } from './x.ts';\n`,
    'main/service/sync/routes/index.ts': door,
  };
  expect(doorExports(aTree(doors))).toEqual([
    { module: 'devices', names: 4 },
    { module: 'devices/codes', names: 1 },
  ]);
});

test('a function’s length is from its first line to its last; one without statements does not count', () => {
  const text = `const short = () => 1;\nfunction long() {\n  const inner = () => {\n    return 2;\n  };\n}\n`;
  expect(lengthsIn('a.ts', text)).toEqual([
    [5, 'a.ts:2'],
    [3, 'a.ts:3'],
  ]);
});

test('lines of tests are compared with the service’s and shared code of a module', () => {
  const tree = aTree({
    'main/service/sync/a.ts': '1\n2\n',
    'shared/domain/sync/a.ts': '3\n4\n',
    'test/service/sync/a.test.ts': '1\n',
    'main/service/devices/a.ts': '5\n',
  });
  expect(testLines(tree, 'sync')).toEqual({ source: 4, tests: 1 });
  expect(sourceLines(tree)).toBe(5);
});

test('a flow counts the files it passes, and how often its shortest path crosses between files', () => {
  const file = (name: string): ts.Node => {
    const source = ts.createSourceFile(name, 'function f() {}', ts.ScriptTarget.Latest, true);
    return source.statements[0] ?? source;
  };
  const [a, b, c, d] = [file('a.ts'), file('b.ts'), file('c.ts'), file('d.ts')];
  const named = new Map([
    [a, [b, c]],
    [b, [c]],
    [c, [a]],
  ]);
  expect(follow([a], (body) => named.get(body) ?? [])).toEqual({ files: 3, hops: 1 });
  expect(follow([b], (body) => named.get(body) ?? [])).toEqual({ files: 3, hops: 2 });
  expect(follow([d], () => [])).toEqual({ files: 1, hops: 0 });
});

test('the files of a recipe are its numbered lines', () => {
  const page =
    '### Add a thing\n\nWords.\n\n1. `a.ts`: what\n2. `b/c.ts`: what\n\n### Add another\n\n1. `d.ts`\n';
  expect(filesIn(page, 'Add a thing')).toEqual(['a.ts', 'b/c.ts']);
  expect(filesIn(page, 'Add nothing')).toEqual([]);
});

const tooFull = (tree: Tree): string[] =>
  fullestFolders(tree)
    .filter(({ files }) => files > 15)
    .map(({ folder, files }) => `${folder}: ${String(files)}`);

const tooWide = (tree: Tree): string[] =>
  doorExports(tree)
    .filter(({ names }) => names > 15)
    .map(({ module, names }) => `${module}: ${String(names)}`);

const today = readTree(projectFolder);

test('no folder of the product holds more than 15 files', () => {
  expect(tooFull(today)).toEqual([]);
});

test('no entry point of the service exports more than 15 names', () => {
  expect(tooWide(today)).toEqual([]);
});

test('a folder with 16 files and an entry point with 16 names are found', () => {
  const sixteen = Array.from({ length: 16 }, (_, index) => `a${String(index)}`);
  const files = sixteen.map((name) => [`renderer/planted/${name}.ts`, '']);
  const door = ['main/service/devices/index.ts', `export { ${sixteen.join(', ')} } from './x.ts';\n`];
  const tree = aTree(Object.fromEntries([...files, door]) as Record<string, string>);
  expect(tooFull(tree)).toEqual(['renderer/planted: 16']);
  expect(tooWide(tree)).toEqual(['devices: 16']);
});

test('a rule is shared if two sides reach it, also by way of another rule', () => {
  const tree = aTree({
    'shared/domain/devices/a.ts': '',
    'shared/domain/devices/b.ts': "import { a } from './a.ts';",
    'shared/domain/devices/c.ts': '',
    'main/service/devices/d.ts': "import { a } from '../../../shared/domain/devices/a.ts';",
    'main/service/sync/e.ts': "import { c } from '../../../shared/domain/devices/c.ts';",
    'renderer/devices/f.ts': "import { b } from '../../shared/domain/devices/b.ts';",
  });
  expect(oneSided(tree)).toEqual([
    { file: 'shared/domain/devices/b.ts', side: 'renderer' },
    { file: 'shared/domain/devices/c.ts', side: 'main/service' },
  ]);
});

test('what is in shared/domain is reached from two sides', () => {
  expect(oneSided(readTree(projectFolder))).toEqual([]);
});

test('two folders with one parent that import each other are a pair', () => {
  const tree = aTree({
    'main/a/one/x.ts': "import { y } from '../two/deep/y.ts';",
    'main/a/two/deep/y.ts': "import type { x } from '../../one/x.ts';",
    'main/a/two/z.ts': "import { w } from '../three/w.ts';",
    'main/a/three/w.ts': "import { top } from '../top.ts';",
    'main/a/top.ts': "import { x } from './one/x.ts';",
  });
  expect(siblingPairs(tree)).toEqual(['main/a: one, two']);
});

test('folders with one parent that import each other are few, and none of them is in the service', () => {
  const pairs = siblingPairs(readTree(projectFolder));
  expect(pairs.filter((pair) => pair.startsWith('main/service'))).toEqual([]);
  expect(pairs.length).toBeLessThanOrEqual(10);
});
