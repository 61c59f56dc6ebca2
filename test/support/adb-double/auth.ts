import { constants, createPublicKey, type KeyObject, publicDecrypt } from 'node:crypto';

/** DER prefix of a SHA-1 digest; the token is signed as if it were one. Source: RFC 8017 §9.2, note 1. */
const SHA1_PREFIX = Buffer.from('3021300906052b0e03021a05000414', 'hex');
const MODULUS_BYTES = 256;

/** A computer's key as adb sends it: base64 of Android's own format, then a name. */
export function readKey(payload: Buffer): KeyObject {
  const [text = ''] = payload.toString('latin1').replace(/\0.*$/s, '').split(' ');
  const bytes = Buffer.from(text, 'base64');
  // Words in the modulus, its Montgomery inverse, the modulus (little endian), R², the exponent.
  const modulus = Buffer.from(bytes.subarray(8, 8 + MODULUS_BYTES)).reverse();
  const exponent = bytes.readUInt32LE(8 + 2 * MODULUS_BYTES);
  const e = Buffer.from(exponent.toString(16).padStart(6, '0'), 'hex');
  const jwk = { kty: 'RSA', n: modulus.toString('base64url'), e: e.toString('base64url') };
  return createPublicKey({ key: jwk, format: 'jwk' });
}

/** Returns whether a token was signed with the private half of a key. */
export function isSignedBy(key: KeyObject, token: Buffer, signature: Buffer): boolean {
  try {
    const found = publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature);
    return found.equals(Buffer.concat([SHA1_PREFIX, token]));
  } catch {
    return false;
  }
}
