import { afterAll, beforeAll, expect, test } from 'vitest';

import { SeededTree, type Seeds } from './seeded-tree.ts';

const handler = (body: string): string => `
import type { FastifyInstance } from 'fastify';
import { getStation, createSlots } from '../../shared/contract/operations/station.ts';
import { Failure } from './kernel/failure.ts';
import { mount } from './kernel/http/routes/mount.ts';
export function seed(http: FastifyInstance): void {
  ${body}
}
`;

/** Code that the compiler must refuse, and the expected errors. */
const faults: Readonly<Record<string, readonly [content: string, errors: readonly string[]]>> = {
  'shared/seed-node.ts': [`export { readFileSync } from 'node:fs';\n`, ['TS2591']],
  'shared/seed-process.ts': [`export const platform = process.platform;\n`, ['TS2591']],
  'shared/seed-document.ts': [`export const title = document.title;\n`, ['TS2584']],
  'shared/seed-main.ts': [`export { Failure } from '../main/service/kernel/failure.ts';\n`, ['TS6307']],
  'main/service/seed-document.ts': [`export const title = document.title;\n`, ['TS2584']],
  'main/service/seed-enum.ts': [`export enum Colour { Red }\n`, ['TS1294']],
  // An undeclared refusal, a misspelt one, a wrong reply, a misspelt field of the input.
  'main/service/seed-undeclared.ts': [
    handler(`mount(http, createSlots, () => new Failure('DEVICE_NOT_FOUND', 'no'));`),
    ['TS2322'],
  ],
  'main/service/seed-misspelt.ts': [
    handler(`mount(http, createSlots, () => new Failure('VALIDATION_FALIED', 'no'));`),
    ['TS2322', 'TS2345'],
  ],
  'main/service/seed-reply.ts': [handler(`mount(http, getStation, () => ({ name: 1 }));`), ['TS2322']],
  'main/service/seed-input.ts': [
    handler(`mount(http, createSlots, ({ body }) => ({ items: [], seen: body.cuont }));`),
    ['TS2551'],
  ],
  'preload/seed-main.ts': [`export { Failure } from '../main/service/kernel/failure.ts';\n`, ['TS6307']],
  'renderer/seed-node.ts': [`export { readFileSync } from 'node:fs';\n`, ['TS2591']],
  'renderer/seed-process.ts': [`export const home = process.env;\n`, ['TS2591']],
  'renderer/seed-main.ts': [
    `export type { Failure } from '../main/service/kernel/failure.ts';\n`,
    ['TS6307'],
  ],
};

const right: Seeds = {
  'shared/seed-right.ts': `export { contract } from './contract/index.ts';\n`,
  'main/service/seed-right.ts': handler(
    `mount(http, createSlots, () => new Failure('VALIDATION_FAILED', 'no'));`,
  ),
  'preload/seed-right.ts': `export { ipc } from '../shared/ipc.ts';\n`,
  'renderer/seed-right.ts': `export { contract } from '../shared/contract/index.ts';\nexport const title = document.title;\n`,
  'test/seed-right.ts': `export { Failure } from '../main/service/kernel/failure.ts';\n`,
};

let reported: Map<string, string[]>;
let tree: SeededTree;

beforeAll(() => {
  const faultySeeds = Object.fromEntries(Object.entries(faults).map(([path, [content]]) => [path, content]));
  // The seeds need only the kernel of the service: the whole takes the compiler several times as long.
  tree = new SeededTree({ ...right, ...faultySeeds }, 'main/service/kernel');
  reported = tree.compile();
});
afterAll(() => tree[Symbol.dispose]());

test.for(Object.entries(faults))('the compiler refuses %s', ([path, [, errors]]) => {
  expect(reported.get(path)?.toSorted()).toEqual(errors);
});

test.for(Object.keys(right))('the compiler accepts %s', (path) => {
  expect(reported.get(path)).toBeUndefined();
});
