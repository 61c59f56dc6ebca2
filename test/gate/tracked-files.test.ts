import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { completeLock } from '../complete-lock.ts';

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

function filesThatSay(pattern: RegExp): string[] {
  return trackedFiles().filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
}

test('no file names the host of a package registry', () => {
  expect(filesThatSay(/\bregistry\.\w+\.\w|\/\/[^/\s]*(?:nexus|artifactory|verdaccio)/i)).toEqual([]);
});

test('no file names a place on the machine it was written on', () => {
  expect(filesThatSay(/["'`\s(](?:\/home\/\w|\/Users\/\w|\/root\b|\/work\b|C:\\Users\\\w)/)).toEqual([]);
});

test('the lock file says what to install, not from where', () => {
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
});

test('the lock file is whole: `npm ci` needs no compiler and works on every platform (else run `npm run lock`)', () => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  expect(completeLock(lock) === lock).toBe(true);
});

test('what CI runs can be run', () => {
  expect(statSync(join(root, '.ci', 'run')).mode & 0o111).toBe(0o111);
});

test('CI runs the commands of the README and no others', () => {
  const script = readFileSync(join(root, '.ci', 'run'), 'utf8');
  const commands = script.split('\n').filter((line) => line.startsWith('npm '));
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  expect(commands).toEqual(['npm ci', 'npm test']);
  expect(readme).toContain(commands.join(' && '));
});
