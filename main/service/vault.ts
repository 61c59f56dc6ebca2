import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { readOrMakeSecret } from './store/secret-file.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Names the form, so that a later one can be told from it. */
const FORM = 'v1.';

/** Seals what must not lie readable in the store: Wi-Fi passwords, keys of webhooks, credentials. */
export class Vault {
  readonly #folder: string;
  #key: Buffer | undefined;

  /** The key lies in `folder` (master.key, mode 0600) and is made when it is first needed. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** True where there is a key already, which nothing needs to be made for. */
  get hasKey(): boolean {
    return this.#key !== undefined || existsSync(join(this.#folder, 'master.key'));
  }

  /** The text in a form that only this station can read; another one every time. */
  seal(text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#open(), iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return FORM + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** The text that was sealed, or undefined where it was sealed with another key or changed since. */
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
    const make = (): string => randomBytes(32).toString('base64url');
    this.#key ??= Buffer.from(readOrMakeSecret(join(this.#folder, 'master.key'), make), 'base64url');
    return this.#key;
  }
}
