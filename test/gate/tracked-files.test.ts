import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { completeLock } from '../complete-lock.ts';
import { aFolder } from '../support/temp-folder.ts';

const root = resolve(import.meta.dirname, '..', '..');
const UNTRACKED = ['node_modules', '.git', '.build', 'dist'];

/** Every text file that is, or may become, part of the repository. */
function trackedFiles(folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    // In a linked work tree `.git` is a file.
    if (UNTRACKED.includes(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return trackedFiles(path);
    return /\.(?:png|woff2|webp|apk)$/.test(entry.name) ? [] : [relative(root, path)];
  });
}

function filesMatching(pattern: RegExp): string[] {
  return trackedFiles().filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
}

test('no file names the host of a package registry', () => {
  expect(filesMatching(/\bregistry\.\w+\.\w|\/\/[^/\s]*(?:nexus|artifactory|verdaccio)/i)).toEqual([]);
});

test('no file contains a path of the machine it was written on', () => {
  expect(filesMatching(/["'`\s(](?:\/home\/\w|\/Users\/\w|\/root\b|\/work\b|C:\\Users\\\w)/)).toEqual([]);
});

test('the lock file says what to install, not from where', () => {
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
});

test('the lock file is complete: `npm ci` needs no compiler and works on every platform (else run `npm run lock`)', () => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  expect(completeLock(lock) === lock).toBe(true);
});

test('only optional packages of other platforms, none of them shipped, are locked without a digest', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string; dev?: boolean; optional?: boolean; os?: string[] }>;
  };
  const unproven = Object.entries(packages)
    .filter(([path, { integrity }]) => path !== '' && integrity === undefined)
    .filter(([, { dev, optional, os }]) => dev !== true || optional !== true || os === undefined);

  expect(unproven.map(([path]) => path)).toEqual([]);
});

test('the commands of CI exist and can be run', () => {
  expect(statSync(join(root, '.ci', 'run')).mode & 0o111).toBe(0o111);
});

test('CI runs the commands of the README and no others', () => {
  const script = readFileSync(join(root, '.ci', 'run'), 'utf8');
  const commands = [...script.matchAll(/^npm [\w :]*\w/gm)].map(([command]) => command);
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  expect(commands).toEqual(['npm ci', 'npm test', 'npm run test:long']);
  expect(readme).toContain('npm ci && npm test');
  expect(readme).toContain('npm run test:long');
});

/** Runs `.ci/run` with an `npm` whose output for each command is given. */
function runCi(says: { test: string; long: string }): { status: number | null; last: string | undefined } {
  using folder = aFolder();
  const npm = join(folder.path, 'npm');
  writeFileSync(
    npm,
    `#!/bin/sh\ncase "$*" in test) ${says.test} ;; 'run test:long') ${says.long} ;; *) echo installed ;; esac\n`,
  );
  chmodSync(npm, 0o755);
  const { stdout, status } = spawnSync('bash', [join(root, '.ci', 'run')], {
    env: { ...process.env, PATH: [folder.path, process.env['PATH']].join(delimiter) },
    encoding: 'utf8',
  });
  return { status, last: stdout.trimEnd().split('\n').at(-1) };
}

test('CI ends with the counts of both test commands together', () => {
  const test = 'echo "5 passed, 0 failed, 2 skipped"';
  expect(runCi({ test, long: 'echo "3 passed, 0 failed"' })).toEqual({
    status: 0,
    last: '8 passed, 0 failed, 2 skipped',
  });
  expect(runCi({ test: 'echo "4 passed, 1 failed"; exit 1', long: 'echo "3 passed, 0 failed"' })).toEqual({
    status: 1,
    last: '7 passed, 1 failed, 0 skipped',
  });
});

test('CI treats a test command without final counts as failed', () => {
  expect(runCi({ test: 'echo 1 passed; echo killed', long: 'echo "3 passed, 0 failed"' })).toEqual({
    status: 1,
    last: '3 passed, 1 failed, 0 skipped',
  });
});
