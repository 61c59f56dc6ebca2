import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Vault } from '../vault.ts';
import { backupFolder, keysName } from './backup.ts';
import { writeSecret } from '../keys/secret-file.ts';
import { type StationKeys, stationKeysSchema } from '../keys/station-keys.ts';

/** Stores the keys that a backup of another station needs beside it, encrypted. */
export function sealBesideBackup(folder: string, name: string, keys: StationKeys, vault: Vault): void {
  mkdirSync(backupFolder(folder), { recursive: true, mode: 0o700 });
  writeSecret(join(backupFolder(folder), keysName(name)), vault.seal(JSON.stringify(keys)));
}

/** Returns those keys; undefined if there are none, or none that this station can decrypt. */
export function keysBesideBackup(folder: string, name: string, vault: Vault): StationKeys | undefined {
  const path = join(backupFolder(folder), keysName(name));
  if (!existsSync(path)) return undefined;
  const text = vault.unseal(readFileSync(path, 'utf8'));
  return text === undefined ? undefined : stationKeysSchema.safeParse(JSON.parse(text)).data;
}
