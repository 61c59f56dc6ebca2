import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Source: OWASP Password Storage Cheat Sheet, scrypt with 16 MiB. */
const COST = { N: 16_384, r: 8, p: 5 } as const;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** Returns the passcode in a form that can be stored: salt and hash in base64url. */
export async function hashPasscode(passcode: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return `${salt.toString('base64url')}.${(await stretch(passcode, salt)).toString('base64url')}`;
}

/** Returns true for the passcode behind `stored`, in constant time. */
export async function isPasscode(passcode: string, stored: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('.');
  const input = await stretch(passcode, Buffer.from(salt, 'base64url'));
  const known = Buffer.from(hash, 'base64url');
  return known.length === input.length && timingSafeEqual(known, input);
}

/**
 * Derives a key that is costly to guess. Normalises the text, so that different keyboards produce the same
 * characters.
 */
export function stretch(passcode: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, hash: Buffer): void =>
      error === null ? resolve(hash) : reject(error);
    scrypt(passcode.normalize('NFKC'), salt, HASH_BYTES, COST, done);
  });
}
