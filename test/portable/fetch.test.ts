import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve, join } from 'node:path';

import { expect, test } from 'vitest';

import { fetchPackage, PackageError } from '../../main/cli/build/portable/fetch-package.ts';
import { readTargets, TARGET_NAMES } from '../../main/cli/build/portable/targets.ts';
import { Command } from '../cli/a-command.ts';
import { aFolder } from '../support/temp-folder.ts';

const root = resolve(import.meta.dirname, '..', '..');
const content = 'the archive';
const pinned = {
  package: 'node-somewhere',
  version: '1.2.3',
  integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
};
const NAME = 'node-somewhere-1.2.3.tgz';

/** Runs with a stand-in for npm that runs this script. */
function withNpm<Result>(script: string, work: () => Result): Result {
  using folder = aFolder();
  writeFileSync(join(folder.path, 'npm'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder.path, 'npm'), 0o755);
  const before = process.env['PATH'];
  process.env['PATH'] = `${folder.path}:/bin:/usr/bin`;
  try {
    return work();
  } finally {
    process.env['PATH'] = before;
  }
}

/** What npm does with `pack NAME@VERSION --ignore-scripts --pack-destination DIR`. */
const delivers = (text: string): string => `printf '%s' '${text}' > "$5/${NAME}"`;

test('every target pins a package with Node by version and digest', () => {
  const targets = readTargets(root);
  expect(Object.keys(targets)).toEqual([...TARGET_NAMES]);
  for (const { node } of Object.values(targets)) expect(node.version).toMatch(/^2[4-9]\.\d+\.\d+$/);
});

test('a package is fetched by its exact version, and no script of it may run', () => {
  using folder = aFolder();
  const records = `${delivers(content)}; echo "$@" > "$5/../words"`;
  expect(withNpm(records, () => fetchPackage(pinned, folder.path))).toBe(join(folder.path, NAME));
  expect(readFileSync(join(folder.path, NAME), 'utf8')).toBe(content);
  expect(readFileSync(join(folder.path, 'words'), 'utf8')).toMatch(
    /^pack node-somewhere@1\.2\.3 --ignore-scripts /,
  );
});

test('a package that is there already is not fetched again', () => {
  using folder = aFolder();
  writeFileSync(join(folder.path, NAME), content);
  expect(withNpm('exit 9', () => fetchPackage(pinned, folder.path))).toBe(join(folder.path, NAME));
});

test.for([
  ['a truncated archive', content.slice(0, 4)],
  ['another archive', 'another version'],
] as const)(
  '%s is refused, whether it was downloaded or put there, and nothing of a download stays',
  ([, wrong]) => {
    using folder = aFolder();
    const download = () => withNpm(delivers(wrong), () => fetchPackage(pinned, folder.path));
    expect(download).toThrow(PackageError);
    expect(download).toThrow(/not node-somewhere@1\.2\.3.*delete it and start again/);
    expect(readdirSync(folder.path)).toEqual([]);
    writeFileSync(join(folder.path, NAME), wrong);
    expect(() => fetchPackage(pinned, folder.path)).toThrow(/damaged, truncated or another version/);
  },
);

test('what npm cannot download is named, with the reason and what to do', () => {
  using folder = aFolder();
  const fails = () =>
    withNpm('echo "npm error code E404" >&2; exit 1', () => fetchPackage(pinned, folder.path));
  expect(fails).toThrow(
    /cannot download node-somewhere@1\.2\.3 \(E404\).*put the file node-somewhere-1\.2\.3\.tgz into a folder and give that with --packages/,
  );
});

test.for([
  [['--target', 'amiga'], /--target must be linux-x64, linux-arm64, win-x64, darwin-arm64 or all/],
  [['--frobnicate'], /--frobnicate/],
] as const)('dist:portable refuses %j with wrong usage', async ([words, message]) => {
  await using command = new Command('main/cli/build/portable/dist-portable.ts', [...words]);
  const { code, stderr } = await command.end();
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});

test('dist:portable with a damaged package says which file, and builds nothing', async () => {
  using folder = aFolder();
  const packages = join(folder.path, 'packages');
  mkdirSync(packages);
  const { node } = readTargets(root)['linux-x64'];
  writeFileSync(join(packages, `${node.package}-${node.version}.tgz`), 'truncated');
  const words = ['--target', 'linux-x64', '--packages', packages, '--out', join(folder.path, 'out')];
  await using command = new Command('main/cli/build/portable/dist-portable.ts', words);
  const { code, stderr } = await command.end();
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${node.package}-${node.version}.tgz is not`)]);
  expect(existsSync(join(folder.path, 'out'))).toBe(false);
});
