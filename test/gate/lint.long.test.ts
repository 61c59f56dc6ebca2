import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { SeededTree, type Seeds } from './seeded-tree.ts';

const importing = (...modules: string[]): string =>
  modules.map((module, index) => `export * as m${String(index)} from '${module}';\n`).join('');
const importingType = (module: string): string => `export type { T } from '${module}';\n`;

const RESTRICTED = 'eslint(no-restricted-imports)';

/** One forbidden import per row. The order of the modules is checked in `order.test.ts`. */
const forbidden: Seeds = {
  'shared/seed-node.ts': importing('node:fs'),
  'shared/seed-electron.ts': importing('electron'),
  'shared/seed-react.ts': importing('react'),
  'shared/contract/seed-fastify.ts': importing('fastify'),
  'shared/seed-service.ts': importing('../main/service/kernel/failure.ts'),
  'shared/domain/seed-renderer.ts': importingType('../../renderer/seed-empty.ts'),
  'main/service/seed-electron.ts': importing('electron'),
  'main/service/seed-app.ts': importing('../app/seed-empty.ts'),
  'main/service/seed-cli.ts': importing('../cli/seed-empty.ts'),
  'main/service/kernel/http/seed-simulator.ts': importing('../../../simulator/seed-empty.ts'),
  'main/service/kernel/store/seed-test.ts': importing('../../../../test/seed-empty.ts'),
  'main/service/network/listener/seed-electron.ts': importing('electron'),
  'main/service/devices/seed-app.ts': importing('../../app/seed-empty.ts'),
  'main/service/devices/registry/seed-app-type.ts': importingType('../../../app/seed-empty.ts'),
  'main/simulator/seed-service.ts': importing('../service/kernel/failure.ts'),
  'main/simulator/seed-service-type.ts': importingType('../service/kernel/failure.ts'),
  'main/simulator/seed-adb.ts': importing('../adb-agent/seed-empty.ts'),
  'main/agent/seed-simulator.ts': importing('../simulator/seed-empty.ts'),
  'main/agent/seed-adb-type.ts': importingType('../adb-agent/seed-empty.ts'),
  'main/agent/seed-service.ts': importing('../service/kernel/failure.ts'),
  'main/adb-agent/seed-simulator.ts': importing('../simulator/seed-empty.ts'),
  'main/adb-agent/seed-service.ts': importing('../service/kernel/failure.ts'),
  'main/service/enrolment/seed-agent.ts': importing('../../agent/seed-empty.ts'),
  'main/adb/seed-service.ts': importing('../service/kernel/failure.ts'),
  'main/adb/seed-agent.ts': importing('../agent/seed-empty.ts'),
  'main/mdns/seed-service.ts': importing('../service/kernel/failure.ts'),
  'main/mdns/seed-simulator.ts': importing('../simulator/seed-empty.ts'),
  'main/zip/seed-service.ts': importing('../service/kernel/failure.ts'),
  'main/updates/seed-electron.ts': importing('electron'),
  'main/updates/seed-app.ts': importing('../app/seed-empty.ts'),
  'main/cli/seed-module.ts': importing('../service/devices/index.ts'),
  'main/cli/seed-kernel.ts': importing('../service/kernel/failure.ts'),
  'main/cli/seed-electron.ts': importing('electron'),
  'main/app/seed-service.ts': importing('../service/kernel/failure.ts'),
  'main/app/seed-cli.ts': importing('../cli/seed-empty.ts'),
  'main/index.ts': importing('./service/kernel/failure.ts'),
  'preload/seed-main.ts': importing('../main/app/seed-empty.ts'),
  'preload/seed-contract.ts': importing('../shared/contract/index.ts'),
  'preload/seed-node.ts': importing('node:fs'),
  'renderer/seed-main.ts': importing('../main/service/kernel/failure.ts'),
  'renderer/seed-main-type.ts': importingType('../main/service/kernel/failure.ts'),
  'renderer/devices/seed/node.ts': importing('node:fs'),
  'renderer/devices/seed/preload.tsx': importing('../../../preload/seed-empty.ts'),
  'renderer/service/seed-electron.ts': importing('electron'),
  'renderer/copy/seed-main.ts': importing('../../main/service/kernel/failure.ts'),
  'renderer/ui/seed-service.ts': importing('../service/seed-empty.ts'),
  'renderer/ui/parts/seed-service.ts': importing('../../service/seed-empty.ts'),
  'test/service/seed-electron.test.ts': importing('electron'),
};

/** Allowed imports of each folder: a rule that forbids these is as wrong as one that allows the others. */
const allowed: Seeds = {
  'shared/seed-zod.ts': importing('zod', './contract/index.ts'),
  'main/service/seed-right.ts': importing('node:fs', '../../shared/contract/index.ts', './devices/index.ts'),
  'main/service/content/seed-right.ts': importing('../devices/index.ts', '../kernel/failure.ts'),
  'main/simulator/seed-right.ts': importing(
    'node:fs',
    '../../shared/contract/index.ts',
    '../agent/seed-empty.ts',
  ),
  'main/agent/seed-right.ts': importing('node:fs', '../../shared/contract/index.ts', '../mdns/scan.ts'),
  'main/adb-agent/seed-right.ts': importing(
    'node:fs',
    '../../shared/contract/index.ts',
    '../agent/seed-empty.ts',
  ),
  'main/mdns/seed-right.ts': importing('node:fs', '../../shared/contract/index.ts'),
  'main/zip/seed-right.ts': importing('node:fs'),
  'main/updates/seed-right.ts': importing('node:fs', '../../shared/update-state.ts'),
  'main/cli/seed-right.ts': importing('../service/seed-right.ts', '../simulator/seed-right.ts'),
  'main/app/seed-right.ts': importing('electron', 'node:fs', '../../shared/contract/index.ts'),
  'preload/seed-right.ts': importing('electron', '../shared/ipc.ts'),
  'renderer/devices/seed/right.tsx': importing('react', '../../ui/seed-right.tsx', '../../../shared/ipc.ts'),
  'renderer/ui/seed-right.tsx': importing('react'),
  'test/service/seed-right.test.ts': importing('../../main/service/devices/index.ts', '../../shared/ipc.ts'),
};

/** Targets of the seeds above. */
const targets: Seeds = {
  'main/app/seed-empty.ts': 'export const empty = 1;\nexport type T = number;\n',
  'main/agent/seed-empty.ts': 'export const empty = 1;\n',
  'main/adb-agent/seed-empty.ts': 'export const empty = 1;\nexport type T = number;\n',
  'main/cli/seed-empty.ts': 'export const empty = 1;\n',
  'main/simulator/seed-empty.ts': 'export const empty = 1;\n',
  'preload/seed-empty.ts': 'export const empty = 1;\n',
  'renderer/seed-empty.ts': 'export type T = number;\n',
  'renderer/service/seed-empty.ts': 'export const empty = 1;\n',
  'test/seed-empty.ts': 'export const empty = 1;\n',
};

const lines = (count: number, line: string): string => `${line}\n`.repeat(count);

/** One style violation per row, and the rule that reports it. */
const faults: Readonly<Record<string, readonly [content: string, rule: string]>> = {
  'shared/seed-cycle-a.ts': [
    `export { b } from './seed-cycle-b.ts';\nexport const a = 1;\n`,
    'import(no-cycle)',
  ],
  'shared/seed-cycle-b.ts': [
    `export { a } from './seed-cycle-a.ts';\nexport const b = 1;\n`,
    'import(no-cycle)',
  ],
  'shared/seed-knot-a.ts': [
    `import type { B } from './seed-knot-b.ts';\nexport type A = { readonly b: B };\n`,
    'import(no-cycle)',
  ],
  'shared/seed-knot-b.ts': [
    `import type { A } from './seed-knot-a.ts';\nexport type B = { readonly a: A };\n`,
    'import(no-cycle)',
  ],
  'main/service/seed-ending.ts': [`export * as m from './kernel/clock';\n`, 'import(extensions)'],
  'main/service/seed-default.ts': [`export default 1;\n`, 'import(no-default-export)'],
  'main/service/SeedName.ts': [`export const a = 1;\n`, 'unicorn(filename-case)'],
  'main/service/seed-long-file.ts': [lines(401, 'export {};'), 'eslint(max-lines)'],
  'main/service/seed-long-function.ts': [
    `export function long(): number {\n  let a = 0;\n${lines(60, '  a += 1;')}  return a;\n}\n`,
    'eslint(max-lines-per-function)',
  ],
  'renderer/devices/seed/long.tsx': [
    `export function Long(): number {\n  let a = 0;\n${lines(120, '  a += 1;')}  return a;\n}\n`,
    'eslint(max-lines-per-function)',
  ],
  'main/service/seed-params.ts': [
    `export function wide(a: number, b: number, c: number, d: number, e: number): number {\n  return a + b + c + d + e;\n}\n`,
    'eslint(max-params)',
  ],
  'main/service/seed-depth.ts': [
    `export function deep(a: number): number {\n  if (a > 1) { if (a > 2) { if (a > 3) { if (a > 4) return 1; } } }\n  return a;\n}\n`,
    'eslint(max-depth)',
  ],
  'main/service/seed-any.ts': [`export let a: any;\n`, 'typescript(no-explicit-any)'],
  'main/service/seed-cast.ts': [
    `export const cast = (a: unknown): string => a as string;\n`,
    'typescript(no-unsafe-type-assertion)',
  ],
  'main/service/seed-bang.ts': [
    `export const bang = (a: string | null): string => a!;\n`,
    'typescript(no-non-null-assertion)',
  ],
  'main/service/seed-floating.ts': [
    `export function start(a: Promise<void>): void {\n  a;\n}\n`,
    'typescript(no-floating-promises)',
  ],
  'main/service/seed-type-import.ts': [
    `import { Failure } from './kernel/failure.ts';\nexport type F = Failure;\n`,
    'typescript(consistent-type-imports)',
  ],
  'main/service/seed-console.ts': [`console.log('here');\n`, 'eslint(no-console)'],
  'renderer/devices/seed/console.ts': [`console.log('here');\n`, 'eslint(no-console)'],
};

let reported: Map<string, string[]>;
let tree: SeededTree;

beforeAll(() => {
  const formSeeds = Object.fromEntries(Object.entries(faults).map(([path, [content]]) => [path, content]));
  tree = new SeededTree({ ...targets, ...allowed, ...forbidden, ...formSeeds });
  reported = tree.lint();
});
afterAll(() => tree[Symbol.dispose]());

describe('oxlint', () => {
  test.for(Object.keys(forbidden))('refuses the forbidden import in %s', (path) => {
    expect(reported.get(path)).toEqual([RESTRICTED]);
  });

  test.for(Object.keys(allowed))('accepts the right imports in %s', (path) => {
    expect(reported.get(path)).toBeUndefined();
  });

  test.for(Object.entries(faults))('reports the fault in %s', ([path, [, rule]]) => {
    expect(reported.get(path)).toContain(rule);
  });
});
