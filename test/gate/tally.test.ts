import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { beforeAll, afterAll, expect, test } from 'vitest';

import { aFolder } from '../support/temp-folder.ts';
import { type Tally, tallySchema } from '../tally.ts';

const root = resolve(import.meta.dirname, '..', '..');

const seeds = {
  'vitest.config.ts': `
    import { tally } from ${JSON.stringify(join(root, 'test', 'tally.ts'))};
    export default { test: { include: ['*.test.ts'], reporters: [tally('tally.json')] } };`,
  'mixed.test.ts': `
    import { expect, test } from 'vitest';
    test('holds', () => {});
    test('does not hold', () => expect(1).toBe(2));
    test('cannot be tried', ({ skip }) => skip('no disk to fill'));
    test.skip('is passed over', () => {});`,
  'broken.test.ts': `import { test } from 'vitest'; import './absent.ts'; test('never runs', () => {});`,
  'hook.test.ts': `
    import { afterAll, test } from 'vitest';
    afterAll(() => { throw new Error('left a mess'); });
    test('holds too', () => {});`,
  'stray.test.ts': `
    import { test } from 'vitest';
    test('leaves something running', async () => {
      void Promise.reject(new Error('nobody listens'));
      await new Promise((resolve) => setImmediate(resolve));
    });`,
};

const folder = aFolder();
let found: Tally;

beforeAll(() => {
  for (const [name, content] of Object.entries(seeds)) writeFileSync(join(folder.path, name), content);
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'), 'dir');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  spawnSync(process.execPath, [vitest, 'run'], { cwd: folder.path });
  found = tallySchema.parse(JSON.parse(readFileSync(join(folder.path, 'tally.json'), 'utf8')));
});
afterAll(() => folder[Symbol.dispose]());

const ofFile = (file: string) => found.files.find((each) => each.file === file);

test('passed tests are counted', () => {
  expect(found.files.map(({ passed }) => passed).reduce((sum, each) => sum + each)).toBe(3);
});

test('failures are named: a test, a file that does not load, a hook or an error outside any test', () => {
  expect(ofFile('broken.test.ts')?.failed).toMatchObject([{ title: 'did not load or clean up' }]);
  expect(ofFile('hook.test.ts')?.failed).toEqual([
    { title: 'did not load or clean up', why: 'left a mess at hook.test.ts:3' },
  ]);
  expect(ofFile('mixed.test.ts')?.failed).toMatchObject([{ title: 'does not hold' }]);
  expect(ofFile('mixed.test.ts')?.failed[0]?.why).toMatch(/^expected 1 to be 2.* at mixed\.test\.ts:4$/);
  expect(found.outside).toEqual(['nobody listens']);
});

test('skipped tests have their reason', () => {
  expect(ofFile('mixed.test.ts')?.skipped).toEqual([
    { title: 'cannot be tried', reason: 'no disk to fill' },
    { title: 'is passed over', reason: '' },
  ]);
});
