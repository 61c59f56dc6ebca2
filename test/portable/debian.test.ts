import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { buildIcons } from '../../main/cli/build/build-icons.ts';
import { buildDebian } from '../../main/cli/build/portable/debian.ts';
import { serveHelp } from '../../main/cli/serve/serve-flags.ts';
import { aFolder } from '../support/temp-folder.ts';

const root = resolve(import.meta.dirname, '..', '..');
const folder = join(root, 'packaging', 'debian');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

test('the man page names every command, flag and choice', () => {
  const page = read('muster.1').replaceAll('\\', '');
  expect(page).toMatch(/^\.B muster serve\n[^]*^\.B muster update$/m);
  expect(page).toContain('--recover " backup|empty|keys|older"');
  const flags = [...serveHelp.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, flag = '']) => flag);
  expect(flags.length).toBeGreaterThan(15);
  for (const flag of [...flags, '--no-open', '--no-window', '--version']) expect(page).toContain(flag);
});

test('the udev rules give the person at the computer every brand of headset that the station knows', () => {
  const known = readFileSync(resolve(folder, '../../main/service/enrolment/adb/usb-tree.ts'), 'utf8');
  const vendors = [...known.matchAll(/'([0-9a-f]{4})': '/g)].map(([, id = '']) => id);
  expect(vendors.length).toBeGreaterThan(2);
  for (const id of vendors)
    expect(read('70-muster-headsets.rules')).toContain(
      `ATTR{idVendor}=="${id}", MODE="0660", TAG+="uaccess"`,
    );
});

test('the maintainer scripts are valid, and none deletes anything', () => {
  const scripts = readdirSync(folder).filter((name) => /^(pre|post)/.test(name));
  expect(scripts.toSorted()).toEqual(['postinst', 'postrm']);
  for (const name of scripts) {
    expect(spawnSync('sh', ['-n', join(folder, name)]).status).toBe(0);
    expect(read(name)).not.toMatch(/\brm\b|--delete/);
  }
});

test('the user service runs the installed program without a window', () => {
  expect(read('muster.service')).toMatch(/^ExecStart=\/usr\/bin\/muster serve --lan$/m);
});

test('two builds of the package give the same bytes, whatever the umask and the time', async ({ skip }) => {
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) skip('Debian packages are built with dpkg-deb.');
  using work = aFolder();
  await buildIcons(root);
  const build = (name: string, umask: number): Buffer => {
    const before = process.umask(umask);
    try {
      // A small stand-in for a copy: what dpkg-deb packs does not matter here.
      const copy = join(work.path, name);
      mkdirSync(join(copy, 'app'), { recursive: true });
      for (const file of ['muster', 'app/node', 'app/start.cjs'])
        writeFileSync(join(copy, file), `the content of ${file}`);
      const out = join(work.path, `${name}-out`);
      const input = { copy, version: '1.0.0', architecture: 'amd64', out, compression: 'xz' } as const;
      return readFileSync(buildDebian(root, input));
    } finally {
      process.umask(before);
    }
  };
  expect(build('second', 0o077).equals(build('first', 0o022))).toBe(true);
});
