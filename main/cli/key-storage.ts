import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { KEY_FILE, newMasterKey, SEALED_KEY_FILE } from '../service/index.ts';

/** How the desktop shell protects the key; undefined if it cannot. */
export type KeySealing = {
  readonly seal: (key: string) => Promise<string | null>;
  readonly unseal: (sealed: string) => Promise<string | null>;
};

/** The encrypted key cannot be decrypted: another person, another computer, or a locked keychain. */
export class KeyLockedError extends Error {
  override readonly name = 'KeyLockedError';
}

/**
 * Returns the station's key, decrypted by the desktop shell. A plain-text key in the folder is encrypted and its file
 * removed; a new one is never written in plain text. Undefined if the shell cannot encrypt: the service then keeps
 * its key in a file.
 *
 * @throws {KeyLockedError} if the key was encrypted and the shell cannot decrypt it.
 */
export async function openKey(folder: string, sealing: KeySealing | undefined): Promise<string | undefined> {
  const sealedFile = join(folder, SEALED_KEY_FILE);
  const plainFile = join(folder, KEY_FILE);
  if (existsSync(sealedFile)) {
    const key = sealing === undefined ? null : await sealing.unseal(readFileSync(sealedFile, 'utf8'));
    if (key !== null) return key;
    // A plain-text key takes precedence: a person put it there to run without the keychain.
    if (existsSync(plainFile)) return undefined;
    throw new KeyLockedError(
      'The key that protects the passwords of this station cannot be opened. It belongs to another user of this computer, or the keychain is locked.',
    );
  }
  if (sealing === undefined) return undefined;
  const key = existsSync(plainFile) ? readFileSync(plainFile, 'utf8') : newMasterKey();
  const sealed = await sealing.seal(key);
  // Encrypted and decrypted once before the plain-text one is removed: a lost key takes every password with it.
  if (sealed === null || (await sealing.unseal(sealed)) !== key) return undefined;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  writeFileSync(`${sealedFile}.arriving`, sealed, { mode: 0o600, flush: true });
  renameSync(`${sealedFile}.arriving`, sealedFile);
  rmSync(plainFile, { force: true });
  return key;
}
