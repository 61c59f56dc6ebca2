import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { KeyLockedError, openKey } from '../../main/cli/key-storage.ts';
import { StartError, startService } from '../../main/service/index.ts';
import { defaults } from '../support/a-station.ts';
import { aFolder } from '../support/temp-folder.ts';

/** A system that seals for one user. */
function sealedFor(person: string) {
  return {
    seal: (key: string) => Promise.resolve(Buffer.from(`${person}:${key}`).toString('base64')),
    unseal: (sealed: string) => {
      const text = Buffer.from(sealed, 'base64').toString();
      return Promise.resolve(text.startsWith(`${person}:`) ? text.slice(person.length + 1) : null);
    },
  };
}

test('a new key is encrypted and never stored readable; the next start decrypts the same one', async () => {
  using folder = aFolder();
  const key = await openKey(folder.path, sealedFor('anna'));
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(existsSync(join(folder.path, 'master.key'))).toBe(false);
  expect(readFileSync(join(folder.path, 'master.key.sealed'), 'utf8')).not.toContain(key);
  expect(statSync(join(folder.path, 'master.key.sealed')).mode & 0o077).toBe(
    process.platform === 'win32' ? 0o066 : 0,
  );
  expect(await openKey(folder.path, sealedFor('anna'))).toBe(key);
});

test('a key that was stored in a file is still used, and its file is deleted', async () => {
  using folder = aFolder();
  writeFileSync(join(folder.path, 'master.key'), 'k'.repeat(43));
  expect(await openKey(folder.path, sealedFor('anna'))).toBe('k'.repeat(43));
  expect(existsSync(join(folder.path, 'master.key'))).toBe(false);
});

test('if the system cannot encrypt, or cannot decrypt what it encrypted, the key stays in its file', async () => {
  using folder = aFolder();
  writeFileSync(join(folder.path, 'master.key'), 'k'.repeat(43));
  expect(await openKey(folder.path, undefined)).toBeUndefined();
  const broken = { ...sealedFor('anna'), unseal: () => Promise.resolve(null) };
  expect(await openKey(folder.path, broken)).toBeUndefined();
  expect(readFileSync(join(folder.path, 'master.key'), 'utf8')).toBe('k'.repeat(43));
});

test('a key encrypted by another user is neither replaced nor deleted', async () => {
  using folder = aFolder();
  await openKey(folder.path, sealedFor('anna'));
  const sealed = readFileSync(join(folder.path, 'master.key.sealed'), 'utf8');
  await expect(openKey(folder.path, sealedFor('bert'))).rejects.toThrow(KeyLockedError);
  // A station without the desktop app does not create another key either, which could not decrypt any password.
  const refusal: unknown = await startService(defaults(folder.path)).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect(String(refusal)).toContain('desktop app');
  expect(existsSync(join(folder.path, 'master.key'))).toBe(false);
  expect(readFileSync(join(folder.path, 'master.key.sealed'), 'utf8')).toBe(sealed);
});
