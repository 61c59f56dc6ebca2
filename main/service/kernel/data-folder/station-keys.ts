import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

import { KEY_FILE, SEALED_KEY_FILE, type Vault } from '../vault.ts';
import { writeSecret } from './secret-file.ts';

/** The key that signs tokens, and the one of the TLS listener. */
export const SIGNING_FILE = 'station.key';
export const LAN_FILE = 'lan.key';

/** Where the keys that come with a copy lie until they take their place. */
const ARRIVING = 'keys.arriving';

/** What headsets and programs know a station by, and what opens its secrets. */
export const stationKeysSchema = z.object({
  signing: z.string().min(1),
  master: z.string().min(1),
  /** As it lies in the folder, sealed with the master key or not; null where the station never was on a network. */
  lan: z.string().min(1).nullable(),
});
export type StationKeys = z.infer<typeof stationKeysSchema>;

/** True where a station has started in this folder. */
export function hasSigningKey(folder: string): boolean {
  return existsSync(join(folder, SIGNING_FILE));
}

/** The keys of the data folder. */
export function readStationKeys(folder: string, vault: Vault): StationKeys {
  const lan = join(folder, LAN_FILE);
  return {
    signing: readFileSync(join(folder, SIGNING_FILE), 'utf8'),
    master: vault.keyText,
    lan: existsSync(lan) ? readFileSync(lan, 'utf8') : null,
  };
}

/** Lays keys ready, for `takeArrivingKeys`. */
export function layKeysReady(folder: string, keys: StationKeys): void {
  writeSecret(join(folder, ARRIVING), JSON.stringify(keys));
}

/** Puts the keys that lie ready, if any, in the place of the folder's. Doing it twice is the same as once. */
export function takeArrivingKeys(folder: string): void {
  const arriving = join(folder, ARRIVING);
  if (!existsSync(arriving)) return;
  putStationKeys(folder, stationKeysSchema.parse(JSON.parse(readFileSync(arriving, 'utf8'))));
}

/** Forgets keys that lay ready. */
export function dropArrivingKeys(folder: string): void {
  rmSync(join(folder, ARRIVING), { force: true });
}

/**
 * Writes the keys into the folder. The master key lies readable there, as in any folder that the desktop app has not opened
 * yet; at its next start it seals it.
 */
export function putStationKeys(folder: string, { signing, master, lan }: StationKeys): void {
  writeSecret(join(folder, SIGNING_FILE), signing);
  writeSecret(join(folder, KEY_FILE), master);
  if (lan === null) rmSync(join(folder, LAN_FILE), { force: true });
  else writeSecret(join(folder, LAN_FILE), lan);
  rmSync(join(folder, SEALED_KEY_FILE), { force: true });
}
