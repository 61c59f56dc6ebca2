import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { RouterFault } from '../../../../main/service/network/router-readers/router-fault.ts';
import { readLeaseFile } from '../../../../main/service/network/router-readers/readers.ts';
import type { FileKind } from '../../../../shared/contract/network/routers.ts';
import { aFolder } from '../../../support/temp-folder.ts';

const NOW_MS = Date.parse('2026-11-20T23:40:00Z');
const LINE = `${String(NOW_MS / 1_000 + 600)} 2c:26:17:00:00:01 10.77.0.96 PICO-A8110 *\n`;

/** Returns what is found in a file, or why it is not read. */
async function found(kind: FileKind, path: string): Promise<object | string> {
  try {
    return Object.fromEntries(await readLeaseFile(kind, path, NOW_MS));
  } catch (error) {
    if (error instanceof RouterFault) return error.finding;
    throw error;
  }
}

test('the file is read again each time, and its last entry for an address counts', async () => {
  using folder = aFolder();
  const path = join(folder.path, 'dnsmasq.leases');
  writeFileSync(path, LINE);
  expect(await found('dnsmasq-file', path)).toEqual({ '10.77.0.96': '2C:26:17:00:00:01' });

  writeFileSync(path, LINE + LINE.replace('00:00:01', '00:00:02'));
  expect(await found('dnsmasq-file', path)).toEqual({ '10.77.0.96': '2C:26:17:00:00:02' });

  writeFileSync(path, '');
  expect(await found('dnsmasq-file', path)).toEqual({});
});

test('a file of another kind is reported; an empty one of the right kind is not', async () => {
  using folder = aFolder();
  const path = join(folder.path, 'leases');
  writeFileSync(path, 'root:x:0:0:root:/root:/bin/bash\n');
  for (const kind of ['dnsmasq-file', 'kea-file', 'isc-file'] as const) {
    expect(await found(kind, path)).toBe('NOT_THIS_KIND');
  }

  writeFileSync(path, 'address,hwaddr,client_id,valid_lifetime,expire,subnet_id\n');
  expect(await found('kea-file', path)).toEqual({});
  writeFileSync(path, '# The format of this file is documented.\nauthoring-byte-order little-endian;\n\n');
  expect(await found('isc-file', path)).toEqual({});
});

test('only a regular file of this computer is read, and none beyond 4 MiB', async ({ skip }) => {
  if (process.platform === 'win32') return skip('links and pipes are made otherwise on Windows');
  using folder = aFolder();
  const at = (name: string): string => join(folder.path, name);
  writeFileSync(at('real'), LINE);
  symlinkSync(at('real'), at('link'));
  symlinkSync(at('nowhere'), at('dangling'));
  mkdirSync(at('folder'));
  execFileSync('mkfifo', [at('pipe')]);
  writeFileSync(at('large'), LINE);
  truncateSync(at('large'), 4 * 1_024 * 1_024 + 1);

  expect(await found('dnsmasq-file', at('link'))).toBe('FILE_REFUSED');
  expect(await found('dnsmasq-file', at('dangling'))).toBe('FILE_REFUSED');
  expect(await found('dnsmasq-file', at('folder'))).toBe('FILE_REFUSED');
  expect(await found('dnsmasq-file', at('pipe'))).toBe('FILE_REFUSED');
  expect(await found('dnsmasq-file', '/dev/zero')).toBe('FILE_REFUSED');
  expect(await found('dnsmasq-file', at('large'))).toBe('TOO_LARGE');
  expect(await found('dnsmasq-file', at('nowhere'))).toBe('FILE_MISSING');
  expect(await found('dnsmasq-file', join(at('real'), 'below'))).toBe('FILE_MISSING');
});

test.for(['dnsmasq.leases', '../dnsmasq.leases', '', '//server/share/leases', '\\\\server\\share\\leases'])(
  '%j is not a path on this computer',
  async (path) => {
    expect(await found('dnsmasq-file', path)).toBe('FILE_REFUSED');
  },
);
