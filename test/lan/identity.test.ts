import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { openIdentity } from '../../main/service/network/listener/identity.ts';
import { Vault } from '../../main/service/kernel/vault.ts';
import { aStation } from '../support/a-station.ts';
import { NOWHERE } from '../support/a-lan.ts';
import { aFolder } from '../support/temp-folder.ts';

const fileOf = (folder: string): string => readFileSync(join(folder, 'lan.key'), 'utf8');

test('without a master key only the owner can read the station’s key', () => {
  using folder = aFolder();
  const vault = new Vault(folder.path);

  const { fingerprint } = openIdentity(folder.path, vault);

  expect(fileOf(folder.path)).toContain('PRIVATE KEY');
  expect(statSync(join(folder.path, 'lan.key')).mode & 0o777).toBe(0o600);
  expect(openIdentity(folder.path, vault).fingerprint).toBe(fingerprint);
});

test('as soon as there is a master key the station’s key is encrypted, and stays the same', () => {
  using folder = aFolder();
  const before = openIdentity(folder.path);
  new Vault(folder.path).seal('anything');

  const after = openIdentity(folder.path, new Vault(folder.path));

  expect(after).toEqual(before);
  expect(fileOf(folder.path)).not.toContain('KEY');
  expect(statSync(join(folder.path, 'lan.key')).mode & 0o777).toBe(0o600);
  expect(openIdentity(folder.path, new Vault(folder.path))).toEqual(before);
});

test('a key encrypted with another master key prevents the start, and is not replaced', async () => {
  using folder = aFolder();
  const vault = new Vault(folder.path);
  vault.seal('anything');
  openIdentity(folder.path, vault);
  const stored = fileOf(folder.path);
  rmSync(join(folder.path, 'master.key'));

  const started = aStation({ dataFolder: folder.path, lan: { port: 0, interfaceName: NOWHERE } });

  await expect(started).rejects.toThrow('encrypted with another master key');
  expect(fileOf(folder.path)).toBe(stored);
});
