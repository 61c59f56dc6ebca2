import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { KEY_FILE, newMasterKey, SEALED_KEY_FILE } from '../service/index.ts';

/** What the desktop shell does for the key; undefined where it cannot. */
export type KeySealing = {
  readonly seal: (key: string) => Promise<string | null>;
  readonly unseal: (sealed: string) => Promise<string | null>;
};

/** The sealed key cannot be opened: another person, another computer, or a keychain that is locked. */
export class KeyLockedError extends Error {
  override readonly name = 'KeyLockedError';
}

/**
 * The station's key, opened by the desktop shell. A key that lay readable in the folder is sealed and its file removed; a new
 * one is never written readable. Undefined where the shell can seal nothing: the service then keeps its key in a file.
 *
 * @throws {KeyLockedError} where the key was sealed and the shell cannot open it.
 */
export async function openKey(folder: string, sealing: KeySealing | undefined): Promise<string | undefined> {
  const sealedFile = join(folder, SEALED_KEY_FILE);
  const plainFile = join(folder, KEY_FILE);
  if (existsSync(sealedFile)) {
    const key = sealing === undefined ? null : await sealing.unseal(readFileSync(sealedFile, 'utf8'));
    if (key !== null) return key;
    // Beside a readable key the sealed one is not needed: somebody brought it back to go on without the keychain.
    if (existsSync(plainFile)) return undefined;
    throw new KeyLockedError(
      'The key that protects the passwords of this station cannot be opened. It belongs to another user of this computer, or the keychain is locked.',
    );
  }
  if (sealing === undefined) return undefined;
  const key = existsSync(plainFile) ? readFileSync(plainFile, 'utf8') : newMasterKey();
  const sealed = await sealing.seal(key);
  // Sealed and opened once before the readable one goes: a key that is lost takes every password with it.
  if (sealed === null || (await sealing.unseal(sealed)) !== key) return undefined;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  writeFileSync(`${sealedFile}.arriving`, sealed, { mode: 0o600, flush: true });
  renameSync(`${sealedFile}.arriving`, sealedFile);
  rmSync(plainFile, { force: true });
  return key;
}
