import { join } from 'node:path';

import { build, type Plugin } from 'vite';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { withoutDescriptions } from '../../renderer/without-descriptions.ts';
import { contract } from '../../shared/contract/index.ts';

const root = join(import.meta.dirname, '../..');

/** Returns the contract as it is bundled for browsers. */
async function bundled(plugins: Plugin[]): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins,
    build: {
      write: false,
      minify: false,
      lib: { entry: join(root, 'shared/contract/index.ts'), formats: ['es'] },
    },
  });
  const [output] = z
    .array(z.object({ output: z.array(z.object({ code: z.string() })) }))
    .parse([result].flat());
  return output?.output.map(({ code }) => code).join('\n') ?? '';
}

/** Some of the texts: of a shared field, of a component, of a setting and of a schema that others take over. */
const TEXTS = [
  'Identifier, unique in the station.',
  'A person who signs in with a passcode, which is stored as a hash.',
  'Interpupillary distance in mm.',
  'The new version, while there is one; null otherwise.',
];

test('a bundle of the contract has its descriptions', async () => {
  const code = await bundled([]);
  expect(TEXTS.filter((text) => !code.includes(text))).toEqual([]);
});

test('the bundle of the interface has the same contract without a description', async () => {
  const code = await bundled([withoutDescriptions()]);

  expect(TEXTS.filter((text) => code.includes(text))).toEqual([]);
  expect(code).not.toMatch(/\.meta\(\{\s*(?:id|description|override):/);
  expect(code).not.toMatch(/\.describe\(["'`]/);

  const built = (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as {
    readonly contract: typeof contract;
  };
  expect(Object.keys(built.contract).toSorted()).toEqual(Object.keys(contract).toSorted());
  const { body } = built.contract.configureDevice;
  const change = { display: { ipdMm: null, brightness: 40 }, volume: 30, unknown: 1 };
  expect(body.parse(change)).toEqual(contract.configureDevice.body.parse(change));
  expect(body.safeParse({ display: { ipdMm: 'wide' } }).success).toBe(false);
});
