import type { Database } from 'better-sqlite3';
import { createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

import { fileStamp } from '../clock.ts';
import { KEY_FILE, Vault } from '../vault.ts';
import { LAN_FILE, SIGNING_FILE } from '../keys/station-keys.ts';

/** A key of the station is missing or invalid. Replacing it would lock out every headset, or lose every password. */
export class LostKeyError extends Error {
  override readonly name = 'LostKeyError';

  constructor(folder: string, file: string, fault: string) {
    const loss =
      file === SIGNING_FILE
        ? 'every headset then has to be enrolled again'
        : 'the passwords it keeps are then lost';
    super(
      `${file} of the data folder ${folder} ${fault}. Bring the right one back, or start again with --recover keys to go on with a new one: ${loss}.`,
    );
  }
}

const MARK = 'muster';
const textSchema = z.string().optional();

/** The keys to check. `makesNew`: lost ones are set aside and replaced. */
type Keyring = {
  readonly path: string;
  readonly db: Database;
  readonly masterKey: string | undefined;
  readonly makesNew: boolean;
};

/**
 * Opens the vault and ensures that the keys of the folder are those of its store.
 *
 * @throws {LostKeyError} {KeySealedError}
 */
export function openVault(ring: Keyring): Vault {
  requireSigningKey(ring);
  const { path, db, masterKey, makesNew } = ring;
  let vault = new Vault(path, masterKey);
  const sealed = textSchema.parse(db.prepare('SELECT sealed FROM vault_mark').pluck().get());
  const fault = faultOf(vault, sealed);
  if (fault !== undefined) {
    if (!makesNew) throw new LostKeyError(path, KEY_FILE, fault);
    if (fault === UNREADABLE) quarantineKey(path, KEY_FILE);
    // If it was encrypted, then with the lost key.
    if (isSealed(join(path, LAN_FILE))) quarantineKey(path, LAN_FILE);
    vault = new Vault(path, masterKey);
  }
  const mark = (): void => {
    db.prepare('INSERT OR REPLACE INTO vault_mark (id, sealed) VALUES (1, ?)').run(vault.seal(MARK));
  };
  if (fault === undefined && sealed !== undefined) return vault;
  if (vault.hasKey) mark();
  else vault.onMade(mark);
  return vault;
}

const UNREADABLE = 'cannot be read as a key';

/** Returns what is wrong with the master key; `sealed` is a text that the store's own key encrypted. */
function faultOf(vault: Vault, sealed: string | undefined): string | undefined {
  if (!vault.hasKey) return sealed === undefined ? undefined : 'is missing';
  if (!vault.isUsable) return UNREADABLE;
  if (sealed === undefined || vault.unseal(sealed) === MARK) return undefined;
  return 'does not open what this store keeps';
}

function requireSigningKey({ path, db, makesNew }: Keyring): void {
  const file = join(path, SIGNING_FILE);
  const isPresent = existsSync(file);
  if (isPresent && isPrivateKey(readFileSync(file, 'utf8'))) return;
  const isFirstStart = !isPresent && db.prepare('SELECT 1 FROM key_fingerprint').get() === undefined;
  if (isFirstStart) return;
  if (!makesNew) throw new LostKeyError(path, SIGNING_FILE, isPresent ? UNREADABLE : 'is missing');
  if (isPresent) quarantineKey(path, SIGNING_FILE);
}

function isPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'ed25519';
  } catch {
    // Whatever it is, it is not a key.
    return false;
  }
}

function isSealed(path: string): boolean {
  return existsSync(path) && !readFileSync(path, 'utf8').startsWith('-----BEGIN ');
}

/** Renames a key file, in case the right key is found later, for comparison. */
function quarantineKey(folder: string, file: string): void {
  renameSync(join(folder, file), join(folder, `${file}.damaged-${fileStamp(Date.now())}`));
}
