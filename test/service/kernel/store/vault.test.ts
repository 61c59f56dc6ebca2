import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { Vault } from '../../../../main/service/kernel/vault.ts';
import { aFolder } from '../../../support/temp-folder.ts';

test('an encrypted text can be decrypted, also after a restart, and does not show its content', () => {
  using folder = aFolder();
  const sealed = new Vault(folder.path).seal('pässword');

  expect(sealed).not.toContain('ssword');
  expect(new Vault(folder.path).unseal(sealed)).toBe('pässword');
});

test('the same text is never encrypted to the same bytes', () => {
  using folder = aFolder();
  const vault = new Vault(folder.path);

  expect(vault.seal('a')).not.toBe(vault.seal('a'));
});

test('changed, cut or foreign ciphertext cannot be opened', () => {
  using folder = aFolder();
  using elsewhere = aFolder();
  const vault = new Vault(folder.path);
  const sealed = vault.seal('secret');
  const changed = sealed.slice(0, -3) + (sealed.endsWith('AAA') ? 'BBB' : 'AAA');

  expect(vault.unseal(changed)).toBeUndefined();
  expect(vault.unseal(sealed.slice(0, 20))).toBeUndefined();
  expect(vault.unseal('secret')).toBeUndefined();
  expect(new Vault(elsewhere.path).unseal(sealed)).toBeUndefined();
});

test('only the owner may read the key', () => {
  using folder = aFolder();
  new Vault(folder.path).seal('secret');

  expect(statSync(join(folder.path, 'master.key')).mode & 0o777).toBe(0o600);
});
