import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { aFolder } from '../support/temp-folder.ts';
import { haveTools } from '../tools.ts';

const PROGRAMS =
  'ip ss nft dnsmasq udhcpc ping arp unshare dbus-daemon avahi-daemon avahi-browse haproxy qemu-nbd qemu-storage-daemon mkfs.btrfs adb';

/** An `apt-get` in its own folder, which records its arguments. */
function anAptGet(folder: string, does: string): void {
  const file = join(folder, 'apt-get');
  writeFileSync(file, `#!/bin/sh\necho "$*" >> "\${0%/*}/told"\n${does}\n`);
  chmodSync(file, 0o755);
}

const isRootOnDebian = process.getuid?.() === 0 && existsSync('/etc/debian_version');
const NOT_HERE = 'only root on Debian may install packages';

test('as root on Debian the programs that tests need are installed from their packages', ({ skip }) => {
  if (!isRootOnDebian) skip(NOT_HERE);
  using folder = aFolder();
  const makes = `for NAME in ${PROGRAMS}; do /bin/cp "$0" "\${0%/*}/$NAME"; done`;
  anAptGet(folder.path, `case "$*" in install*) ${makes} ;; esac`);

  expect(haveTools({ PATH: folder.path })).toBeUndefined();
  expect(readFileSync(join(folder.path, 'told'), 'utf8').split('\n')).toEqual([
    'update',
    'install -y --no-install-recommends iproute2 nftables dnsmasq-base udhcpc iputils-ping net-tools util-linux dbus-daemon avahi-daemon avahi-utils haproxy qemu-utils qemu-system-common btrfs-progs adb',
    '',
  ]);
});

test('a failed installation is reported on one line, and if everything is there nothing is installed', ({
  skip,
}) => {
  if (!isRootOnDebian) skip(NOT_HERE);
  using folder = aFolder();
  anAptGet(folder.path, 'exit 100');
  for (const name of PROGRAMS.split(' ').slice(0, -1)) {
    writeFileSync(join(folder.path, name), '');
    chmodSync(join(folder.path, name), 0o755);
  }
  expect(haveTools({ PATH: folder.path })).toBe(
    'Some tests need adb: apt-get install adb (apt-get update ended with 100).',
  );
  writeFileSync(join(folder.path, 'adb'), '');
  chmodSync(join(folder.path, 'adb'), 0o755);
  expect(haveTools({ PATH: folder.path })).toBeUndefined();
});
