import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

import { aptInstall, type Environment } from './apt.ts';
import { isRunnable } from './chromium.ts';

/** Programs that tests need besides Node and a browser, each with its Debian package. */
const TOOLS = {
  ip: 'iproute2',
  ss: 'iproute2',
  nft: 'nftables',
  dnsmasq: 'dnsmasq-base',
  udhcpc: 'udhcpc',
  ping: 'iputils-ping',
  arp: 'net-tools',
  unshare: 'util-linux',
  'dbus-daemon': 'dbus-daemon',
  'avahi-daemon': 'avahi-daemon',
  'avahi-browse': 'avahi-utils',
  haproxy: 'haproxy',
  'qemu-nbd': 'qemu-utils',
  'qemu-storage-daemon': 'qemu-system-common',
  'mkfs.btrfs': 'btrfs-progs',
  adb: 'adb',
} as const;

/** Programs that tests need and this computer does not have. */
function missingTools({ PATH = '' }: Environment): string[] {
  const folders = PATH.split(delimiter).filter(isAbsolute);
  return Object.keys(TOOLS).filter((name) => !folders.some((folder) => isRunnable(join(folder, name))));
}

/**
 * Installs a program that tests need, if this is Debian and we are root. Returns undefined, or one line that names
 * the missing program; the tests that need it are then skipped and say so.
 */
export function haveTools(env: Environment): string | undefined {
  if (process.platform !== 'linux') return 'The tests that make networks of their own need Linux.';
  if (process.getuid?.() !== 0)
    return 'The tests that make networks of their own need root: `sudo npm test` runs them too.';
  const before = missingTools(env);
  if (before.length === 0) return undefined;
  const packages = packagesOf(before);
  if (!existsSync('/etc/debian_version')) {
    return `Some tests need ${before.join(', ')} (in Debian: ${packages.join(' ')}).`;
  }
  const problem = aptInstall(env, packages);
  const after = missingTools(env);
  if (after.length === 0) return undefined;
  const why = problem === undefined ? '' : ` (${problem})`;
  return `Some tests need ${after.join(', ')}: apt-get install ${packagesOf(after).join(' ')}${why}.`;
}

function packagesOf(names: readonly string[]): string[] {
  return [...new Set(Object.entries(TOOLS).flatMap(([name, each]) => (names.includes(name) ? [each] : [])))];
}
