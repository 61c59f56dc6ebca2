import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { writeSecret } from '../keys/secret-file.ts';

/** Names what a check found wrong with the store that is in use. */
const DAMAGE_FILE = 'muster.damage';

/** What the checks of a running station found wrong with its store. Kept in the folder, so that a crash loses nothing. */
export class StoreHealth {
  readonly #folder: string;
  #damage: string | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    const path = join(folder, DAMAGE_FILE);
    if (existsSync(path)) this.#damage = readFileSync(path, 'utf8');
  }

  /** Undefined while nothing was found. */
  get damage(): string | undefined {
    return this.#damage;
  }

  note(damage: string): void {
    this.#damage = damage;
    noteDamage(this.#folder, damage);
  }
}

/** Marks the store of the folder as damaged. */
export function noteDamage(folder: string, damage: string): void {
  writeSecret(join(folder, DAMAGE_FILE), damage);
}

/** Removes the mark once another store has replaced the damaged one. */
export function clearDamage(folder: string): void {
  rmSync(join(folder, DAMAGE_FILE), { force: true });
}
