import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { readOrMakeSecret } from './keys/secret-file.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Version of the format, so that a later one can be distinguished. */
const FORM = 'v1.';

/** Only the key encrypted by the desktop app exists, and it was not decrypted. */
export class KeySealedError extends Error {
  override readonly name = 'KeySealedError';
}

/** The key file of a data folder, in plain text. */
export const KEY_FILE = 'master.key';
/** The key in the form that only the desktop app can decrypt, for the person who is logged in. */
export const SEALED_KEY_FILE = 'master.key.sealed';

/** Returns a new key, as text. */
export function newMasterKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

/** Encrypts what must not be readable in the store: Wi-Fi passwords, keys of webhooks, credentials. */
export class Vault {
  readonly #folder: string;
  #key: Buffer | undefined;
  #onCreated: () => void = () => undefined;

  /**
   * Uses `key`, if the host passes one; otherwise the one in `folder` (master.key, mode 0600), which is created on
   * first use.
   *
   * @throws {KeySealedError} if the folder's key was encrypted by the desktop app and none is passed.
   */
  constructor(folder: string, key?: string) {
    this.#folder = folder;
    if (key !== undefined) this.#key = Buffer.from(key, 'base64url');
    else if (!existsSync(join(folder, KEY_FILE)) && existsSync(join(folder, SEALED_KEY_FILE))) {
      throw new KeySealedError('The key of this data folder is protected by the desktop app.');
    }
  }

  /** Calls back once, when the key is created because it was needed. */
  onMade(callback: () => void): void {
    this.#onCreated = callback;
  }

  /** True if there is a key already. */
  get hasKey(): boolean {
    return this.#key !== undefined || existsSync(join(this.#folder, KEY_FILE));
  }

  /** True if the current key is valid. */
  get isUsable(): boolean {
    return this.#open().length === KEY_BYTES;
  }

  /** The key itself, as text: only for an encrypted backup of the whole station. */
  get keyText(): string {
    return this.#open().toString('base64url');
  }

  /** Encrypts a text for this station only; the result differs every time. */
  seal(text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#open(), iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return FORM + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Decrypts a text. Returns undefined if it was encrypted with another key or changed since. */
  unseal(sealed: string): string | undefined {
    if (!sealed.startsWith(FORM)) return undefined;
    const bytes = Buffer.from(sealed.slice(FORM.length), 'base64url');
    if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv(CIPHER, this.#open(), bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    try {
      const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
      return text.toString('utf8');
    } catch {
      return undefined;
    }
  }

  #open(): Buffer {
    if (this.#key !== undefined) return this.#key;
    const isNew = !this.hasKey;
    this.#key = Buffer.from(readOrMakeSecret(join(this.#folder, KEY_FILE), newMasterKey), 'base64url');
    if (isNew) this.#onCreated();
    return this.#key;
  }
}
