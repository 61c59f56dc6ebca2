import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { expect, test } from 'vitest';

import { findChromium, haveChromium } from '../chromium.ts';
import { aFolder } from '../support/temp-folder.ts';

/** Creates a program in a folder. */
function aProgram(folder: string, name: string, mode = 0o755, does = ''): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${does}\n`);
  chmodSync(file, mode);
  return file;
}

test('the browser that MUSTER_CHROMIUM names wins over the one on the PATH', () => {
  using folder = aFolder();
  aProgram(folder.path, 'chromium');
  const own = aProgram(folder.path, 'my-browser');
  expect(findChromium({ MUSTER_CHROMIUM: own, PATH: folder.path })).toBe(own);
});

test('the first browser on the PATH is found, and a file that is not executable does not count', () => {
  using first = aFolder();
  using second = aFolder();
  aProgram(first.path, 'chromium', 0o644);
  const chrome = aProgram(second.path, 'google-chrome');
  expect(findChromium({ PATH: [first.path, second.path].join(delimiter) })).toBe(chrome);
});

test('a named browser that cannot run is reported, and no other is installed instead', () => {
  expect(haveChromium({ MUSTER_CHROMIUM: '/absent/browser', PATH: '' })).toEqual({
    missing: 'MUSTER_CHROMIUM names /absent/browser, which cannot be run.',
  });
});

test.for([
  { title: 'without a window', has: 'chromium-headless-shell' },
  { title: 'whole where the release has no other', has: 'chromium' },
])('as root on Debian a missing browser is installed from its packages, $title', ({ has }, { skip }) => {
  if (process.getuid?.() !== 0) skip('only root may install packages');
  if (!existsSync('/etc/debian_version')) skip('this is not Debian');
  using folder = aFolder();
  aProgram(
    folder.path,
    'apt-get',
    0o755,
    `case "$*" in update) ;; *" ${has}") /bin/cp "$0" "\${0%/*}/${has}" ;; *) exit 100 ;; esac`,
  );
  expect(haveChromium({ PATH: folder.path })).toEqual({ path: join(folder.path, has) });
});

test('a failed installation reports what went wrong', ({ skip }) => {
  if (process.getuid?.() !== 0) skip('only root may install packages');
  if (!existsSync('/etc/debian_version')) skip('this is not Debian');
  using folder = aFolder();
  aProgram(folder.path, 'apt-get', 0o755, 'exit 100');
  expect(haveChromium({ PATH: folder.path })).toEqual({
    missing: 'Chromium could not be installed (apt-get update ended with 100).',
  });
});
