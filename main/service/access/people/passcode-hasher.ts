import { randomBytes } from 'node:crypto';

import type { Core } from '../../kernel/kernel.ts';
import { stretch } from '../passcodes/hash.ts';
import type { PeopleStore } from './store.ts';

const SALT_BYTES = 32;

/**
 * Hashes passcodes for storage. All share the one salt of the station, so that a passcode without a name is found with
 * one derivation; the salt is encrypted with the station's key, so that a copied store is useless for guessing without
 * that key.
 */
export class PasscodeHasher {
  readonly #core: Core;
  readonly #people: PeopleStore;
  #salt: Buffer | undefined;

  constructor(core: Core, people: PeopleStore) {
    this.#core = core;
    this.#people = people;
  }

  /**
   * Returns the hash to look for; undefined while no person has a passcode, or if the salt was encrypted with another
   * key.
   */
  async find(passcode: string): Promise<string | undefined> {
    const salt = this.#known();
    return salt === undefined ? undefined : hash(passcode, salt);
  }

  /** Returns the hash to store. */
  async make(passcode: string): Promise<string> {
    return hash(passcode, this.#known() ?? (await this.#create()));
  }

  #known(): Buffer | undefined {
    if (this.#salt !== undefined) return this.#salt;
    const sealed = this.#people.salt();
    const salt = sealed === undefined ? undefined : this.#core.vault.unseal(sealed);
    if (sealed !== undefined && salt === undefined)
      this.#core.log.warn('passcodes were encrypted with another key and no longer work; set them again');
    if (salt !== undefined) this.#salt = Buffer.from(salt, 'base64url');
    return this.#salt;
  }

  async #create(): Promise<Buffer> {
    const made = randomBytes(SALT_BYTES);
    await this.#core.writer.run(() => {
      // Another request may have stored one first.
      if (this.#known() === undefined)
        this.#people.putSalt(this.#core.vault.seal(made.toString('base64url')));
    });
    return this.#known() ?? made;
  }
}

async function hash(passcode: string, salt: Buffer): Promise<string> {
  return (await stretch(passcode, salt)).toString('base64url');
}
