// The file that a person starts, with a stand-in for Node that fails as the real one does on other systems.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test } from 'vitest';

import { aFolder } from '../support/temp-folder.ts';

const START = resolve(import.meta.dirname, '..', '..', 'packaging', 'portable', 'muster');

/** Writes a copy whose Node is this script; returns the folder. */
function aCopy(parent: string, node: string): string {
  const folder = join(parent, 'muster é 1');
  mkdirSync(join(folder, 'app'), { recursive: true });
  cpSync(START, join(folder, 'muster'));
  writeFileSync(join(folder, 'app', 'node'), `#!/bin/sh\n${node}\n`);
  chmodSync(join(folder, 'app', 'node'), 0o755);
  writeFileSync(join(folder, 'app', 'start.cjs'), '');
  return folder;
}

function start(file: string, words: readonly string[] = []) {
  const { status, stdout, stderr } = spawnSync(file, words, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('a copy in a folder with a space and é starts, also through a link, and passes on flags and the exit code', () => {
  using parent = aFolder();
  const folder = aCopy(
    parent.path,
    'if [ "$1" = --version ]; then exit 0; fi; shift 2; echo "[$1] [$2] [$3]"; exit 7',
  );
  const link = join(parent.path, 'a link');
  symlinkSync(join(folder, 'muster'), link);
  for (const file of [join(folder, 'muster'), link]) {
    expect(start(file, ['--data', 'é f'])).toEqual({
      status: 7,
      stdout: `[${join(folder, 'app', 'start.cjs')}] [--data] [é f]\n`,
      stderr: '',
    });
  }
});

test.for([
  [
    'an old glibc',
    "node: /lib/libc.so.6: version \\`GLIBC_2.28' not found (required by node)",
    /too old for Muster: it needs glibc 2\.28/,
  ],
  [
    'no C++ library',
    'node: error while loading shared libraries: libstdc++.so.6: cannot open shared object file',
    /The C\+\+ library is missing\. Install it .*libstdc\+\+6/,
  ],
  ['another processor', 'Exec format error', /does not run on this computer .*Exec format error.*Download/],
] as const)('on a computer with %s it says so and what to do', ([, loader, message]) => {
  using parent = aFolder();
  const folder = aCopy(parent.path, `echo "${loader}" >&2; exit 127`);
  const { status, stderr } = start(join(folder, 'muster'));
  expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('in a folder where nothing may be run it says so', () => {
  using parent = aFolder();
  const folder = aCopy(parent.path, 'exit 0');
  chmodSync(join(folder, 'app', 'node'), 0o644);
  const { status, stderr } = start(join(folder, 'muster'));
  expect([status, stderr]).toEqual([1, expect.stringContaining('No program may be run in the folder')]);
});

test.for(['node', 'start.cjs'])(
  'without app/%s, as from inside an archive, it says to unpack all of it',
  (name) => {
    using parent = aFolder();
    const folder = aCopy(parent.path, 'exit 0');
    rmSync(join(folder, 'app', name));
    const { status, stderr } = start(join(folder, 'muster'));
    expect([status, stderr]).toEqual([1, expect.stringContaining('Unpack the whole archive')]);
  },
);

/** What file managers of Linux pass for `%k`, and the folder that they start in: seen with those of Debian 12. */
const FILE_MANAGERS: readonly (readonly [string, (folder: string) => { k: string; cwd: string }])[] = [
  ['the path of the entry', (folder) => ({ k: `'${join(folder, 'muster.desktop')}'`, cwd: '/' })],
  [
    'its URL (Thunar)',
    (folder) => ({ k: `'${String(pathToFileURL(join(folder, 'muster.desktop')))}'`, cwd: folder }),
  ],
  ['its folder, without quotes (PCManFM)', (folder) => ({ k: folder, cwd: '/' })],
  ['nothing (gio launch)', (folder) => ({ k: "''", cwd: folder })],
];

test.for(FILE_MANAGERS)('the desktop entry starts the copy beside it, given %s', ([, give]) => {
  using parent = aFolder();
  const folder = aCopy(parent.path, 'if [ "$1" = --version ]; then exit 0; fi; echo "ran $3"');
  const entry = readFileSync(join(START, '..', 'muster.desktop'), 'utf8');
  const [, value = ''] = /^Exec=(.*)$/m.exec(entry) ?? [];
  // A backslash would be read in two ways: Thunar takes it as it is, others as the start of an escape.
  expect(value).not.toContain('\\');
  const { k, cwd } = give(folder);
  const { stdout } = spawnSync('/bin/sh', ['-c', value.replace('%k', k)], { encoding: 'utf8', cwd });
  expect(stdout).toBe(`ran ${join(folder, 'app', 'start.cjs')}\n`);
});
