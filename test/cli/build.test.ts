import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { interfaceDigest } from '../../main/cli/build/build.ts';
import { aFolder } from '../support/temp-folder.ts';

/** A folder with the sources of an interface. */
function sources(folder: string, files: Readonly<Record<string, string>> = {}): string {
  const all = {
    'package-lock.json': '{}',
    'main/cli/build/compress.ts': '',
    'renderer/index.html': '<p>',
    'shared/a.ts': '1',
    ...files,
  };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

test('the same sources in two folders give the same version of the web interface', async () => {
  using left = aFolder();
  using right = aFolder();
  expect(await interfaceDigest(sources(left.path))).toBe(await interfaceDigest(sources(right.path)));
});

test.for([
  ['a changed page', { 'renderer/index.html': '<b>' }],
  ['a changed rule that both sides share', { 'shared/a.ts': '2' }],
  ['a changed library', { 'package-lock.json': '{ }' }],
  ['a new file', { 'renderer/deep/new.ts': '' }],
] as const)('%s changes the version of the web interface', async ([, change]) => {
  using left = aFolder();
  using right = aFolder();
  expect(await interfaceDigest(sources(left.path))).not.toBe(
    await interfaceDigest(sources(right.path, change)),
  );
});

test('text that moves from one file to the next changes the version of the web interface', async () => {
  using left = aFolder();
  using right = aFolder();
  const before = await interfaceDigest(sources(left.path, { 'shared/a.ts': 'xy', 'shared/b.ts': '' }));
  const after = await interfaceDigest(sources(right.path, { 'shared/a.ts': 'x', 'shared/b.ts': 'y' }));
  expect(before).not.toBe(after);
});
