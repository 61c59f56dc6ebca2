import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, test } from 'vitest';

import { faultOf, type Import, importsBelow, importsIn, ORDERS, type Side } from './order.ts';

const root = resolve(import.meta.dirname, '..', '..');
const sides = Object.keys(ORDERS) as Side[];

/** Folders without an order, with the reason. */
const UNORDERED = new Map([['renderer/public', 'files that are served as they are']]);

describe.each(sides)('%s', (side) => {
  const { open, modules } = ORDERS[side];
  const order: readonly string[] = [...open, ...modules];

  test('every folder has its place in the order', () => {
    const folders = readdirSync(join(root, side), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !UNORDERED.has(`${side}/${entry.name}`))
      .map(({ name }) => name);
    expect(folders.toSorted()).toEqual(order.toSorted());
  });

  test('modules import from lower modules only, and only through their entry points', () => {
    const faults = importsBelow(root, side).flatMap((each) => faultOf(side, each) ?? []);
    expect(faults).toEqual([]);
  });

  test.each(order.slice(0, -1))('an import in %s from a module above it is found', (module) => {
    const above = order[order.indexOf(module) + 1] ?? '';
    const planted = `import { planted } from '../../${above}/index.ts';\n`;
    const [found] = importsIn(`${side}/${module}/topic/planted.ts`, planted);
    expect(found && faultOf(side, found)).toContain('a higher module');
  });

  test.each(modules.slice(0, -1))('an import that bypasses the entry point of %s is found', (module) => {
    const last = modules.at(-1) ?? '';
    const planted = `const planted = await import('../../${module}/topic/inner.ts');\n`;
    const [found] = importsIn(`${side}/${last}/topic/planted.ts`, planted);
    expect(found && faultOf(side, found)).toContain('passes the door');
  });
});

describe('shared', () => {
  /** Imports of the contract from the domain, which is above it. */
  const upwards = (file: string, text: string) =>
    importsIn(file, text).filter(({ to }) => to.startsWith('shared/domain/'));

  test('the contract imports nothing from the domain', () => {
    const files = readdirSync(join(root, 'shared/contract'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `shared/contract/${file}`);
    expect(files.flatMap((file) => upwards(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  test('an import of the contract from the domain is found', () => {
    const planted = `import { planted } from '../../domain/devices/planted.ts';\n`;
    expect(upwards('shared/contract/devices/planted.ts', planted)).toHaveLength(1);
  });
});

describe('the reference of the contract', () => {
  const isReference = (file: string): boolean =>
    file.endsWith('.reference.ts') || file.startsWith('shared/contract/reference/');

  /** Imports that would load it with the start of the service, or in a browser. */
  const loads = (imports: readonly Import[]): readonly Import[] =>
    imports.filter(
      ({ from, to }) =>
        isReference(to) && !isReference(from) && !from.startsWith('main/service/kernel/openapi/'),
    );

  test('only the OpenAPI document imports it', () => {
    const folders = ['main', 'preload', 'renderer', 'shared'];
    expect(loads(folders.flatMap((folder) => importsBelow(root, folder)))).toEqual([]);
  });

  test('an import of it from a screen is found', () => {
    const planted = `import { examples } from '../../shared/contract/network/lan.reference.ts';\n`;
    expect(loads(importsIn('renderer/network/planted.ts', planted))).toHaveLength(1);
  });
});

test('every module of the service has an entry point and says what it is for', () => {
  const { open, modules } = ORDERS['main/service'];
  const missing = [...open, ...modules]
    .flatMap((module) => [
      `main/service/${module}/README.md`,
      ...(open.some((each) => each === module) ? [] : [`main/service/${module}/index.ts`]),
    ])
    .filter((path) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8').trim() === '');
  expect(missing).toEqual([]);
});
