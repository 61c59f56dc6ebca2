import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

import { KEY_FILE, SEALED_KEY_FILE, type Vault } from '../vault.ts';
import { writeSecret } from './secret-file.ts';

/** The key that signs tokens, and the one of the TLS listener. */
export const SIGNING_FILE = 'station.key';
export const LAN_FILE = 'lan.key';

/** Location of the keys of a restored backup until they replace the current ones. */
const ARRIVING = 'keys.arriving';

/** The keys by which headsets and programs know a station, and the one that decrypts its secrets. */
export const stationKeysSchema = z.object({
  signing: z.string().min(1),
  master: z.string().min(1),
  /** As stored in the folder, encrypted with the master key or not; null if the station never had LAN access. */
  lan: z.string().min(1).nullable(),
});
export type StationKeys = z.infer<typeof stationKeysSchema>;

/** Returns true if a station was started in this folder before. */
export function hasSigningKey(folder: string): boolean {
  return existsSync(join(folder, SIGNING_FILE));
}

/** Returns the keys of the data folder. */
export function readStationKeys(folder: string, vault: Vault): StationKeys {
  const lan = join(folder, LAN_FILE);
  return {
    signing: readFileSync(join(folder, SIGNING_FILE), 'utf8'),
    master: vault.keyText,
    lan: existsSync(lan) ? readFileSync(lan, 'utf8') : null,
  };
}

/** Prepares keys for `installPreparedKeys`. */
export function prepareKeys(folder: string, keys: StationKeys): void {
  writeSecret(join(folder, ARRIVING), JSON.stringify(keys));
}

/** Replaces the keys of the folder with prepared ones, if there are any. Idempotent. */
export function installPreparedKeys(folder: string): void {
  const arriving = join(folder, ARRIVING);
  if (!existsSync(arriving)) return;
  putStationKeys(folder, stationKeysSchema.parse(JSON.parse(readFileSync(arriving, 'utf8'))));
}

/** Removes prepared keys. */
export function dropPreparedKeys(folder: string): void {
  rmSync(join(folder, ARRIVING), { force: true });
}

/**
 * Writes the keys into the folder. The master key is in plain text, as in any folder that the desktop app has not
 * opened yet; the app encrypts it at its next start.
 */
export function putStationKeys(folder: string, { signing, master, lan }: StationKeys): void {
  writeSecret(join(folder, SIGNING_FILE), signing);
  writeSecret(join(folder, KEY_FILE), master);
  if (lan === null) rmSync(join(folder, LAN_FILE), { force: true });
  else writeSecret(join(folder, LAN_FILE), lan);
  rmSync(join(folder, SEALED_KEY_FILE), { force: true });
}
