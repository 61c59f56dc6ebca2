import { createHash } from 'node:crypto';

import type { Zip } from './zip.ts';

const MAGIC = 'APK Sig Block 42';
const MAX_BLOCK_BYTES = 8 * 1024 * 1024;
/** Schemes 3.1, 3 and 2. Source: source.android.com, "APK signature scheme v3". */
const SCHEMES = [0x1b_93_ad_61, 0xf0_53_68_c0, 0x71_09_87_1a];
const FOOTER_BYTES = 24;

/**
 * Returns the SHA-256 of the certificate that an APK says it is signed with; null if it is not readable, as with the
 * first scheme. Whether the signature is valid is up to the headset.
 */
export function signerOf(zip: Zip): string | null {
  try {
    const block = blockOf(zip);
    const scheme = SCHEMES.find((id) => block.has(id));
    const signers = scheme === undefined ? undefined : block.get(scheme);
    if (signers === undefined) return null;
    const signed = sized(sized(sized(signers)));
    // Digests come first, then the certificates, the own one first.
    const certificates = sized(signed.subarray(4 + signed.readUInt32LE(0)));
    return createHash('sha256').update(sized(certificates)).digest('hex');
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns the parts of the signing block, by id. */
function blockOf(zip: Zip): ReadonlyMap<number, Buffer> {
  const parts = new Map<number, Buffer>();
  const { directoryAt } = zip;
  if (directoryAt < FOOTER_BYTES) return parts;
  const footer = zip.bytes(directoryAt - FOOTER_BYTES, FOOTER_BYTES);
  const sizeBytes = Number(footer.readBigUInt64LE(0));
  const isBlock = footer.toString('latin1', 8) === MAGIC;
  if (!isBlock || sizeBytes > Math.min(MAX_BLOCK_BYTES, directoryAt - 8)) return parts;
  const block = zip.bytes(directoryAt - sizeBytes, Math.max(0, sizeBytes - FOOTER_BYTES));
  for (let at = 0; at < block.length;) {
    const length = Number(block.readBigUInt64LE(at));
    if (length < 4 || length > block.length - at - 8) return parts;
    parts.set(block.readUInt32LE(at + 8), block.subarray(at + 12, at + 8 + length));
    at += 8 + length;
  }
  return parts;
}

/** Returns the bytes after their length. @throws {RangeError} if there are fewer. */
function sized(bytes: Buffer): Buffer {
  const length = bytes.readUInt32LE(0);
  if (length > bytes.length - 4) throw new RangeError('It ends too early');
  return bytes.subarray(4, 4 + length);
}
