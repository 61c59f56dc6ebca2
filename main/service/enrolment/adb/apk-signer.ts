import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

const MAGIC = Buffer.from('APK Sig Block 42');
const END_OF_DIRECTORY = 0x06054b50;
/** Maximum size of the record at the end of a ZIP file, with the longest comment after it. */
const TAIL_BYTES = 22 + 65_535;
/** A larger block is not the signing block of an app. */
const MAX_BLOCK_BYTES = 16 * 1024 * 1024;
/** Signature schemes 3.1, 3 and 2, newest first. */
const SCHEMES = [0x1b93ad61, 0xf05368c0, 0x7109871a];

/**
 * Returns the SHA-256 of the certificate that an APK is signed with, in hexadecimal digits: the identity of its
 * developer. Null for one with only a v1 signature, or none. The headset checks the signature itself. Source: Android's
 * "APK Signature Scheme v2" and "v3", section "APK Signing Block".
 */
export async function readSigner(path: string): Promise<string | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const read = async (position: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    const tail = await read(Math.max(0, size - TAIL_BYTES), Math.min(size, TAIL_BYTES));
    const end = lastEnd(tail);
    if (end < 0) return null;
    const directory = tail.readUInt32LE(end + 16);
    if (directory < 32) return null;
    const foot = await read(directory - 24, 24);
    if (!foot.subarray(8).equals(MAGIC)) return null;
    const length = Number(foot.readBigUInt64LE(0));
    if (length < 24 || length > MAX_BLOCK_BYTES || length > directory) return null;
    const certificate = certificateIn(await read(directory - length, length - 24));
    return certificate === null ? null : createHash('sha256').update(certificate).digest('hex');
  } catch (error) {
    // Lengths beyond the block: it is damaged, and the headset will report that.
    if (error instanceof RangeError) return null;
    throw error;
  } finally {
    await file.close();
  }
}

function lastEnd(tail: Buffer): number {
  for (let at = tail.length - 22; at >= 0; at -= 1) if (tail.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  return -1;
}

/** Returns the first certificate of the first signer of the newest scheme. */
function certificateIn(pairs: Buffer): Buffer | null {
  const blocks = new Map<number, Buffer>();
  for (let at = 0; at + 12 <= pairs.length;) {
    const length = Number(pairs.readBigUInt64LE(at));
    blocks.set(pairs.readUInt32LE(at + 8), pairs.subarray(at + 12, at + 8 + length));
    at += 8 + length;
  }
  const block = SCHEMES.map((id) => blocks.get(id)).find((each) => each !== undefined);
  if (block === undefined) return null;
  const signedData = part(part(part(block).rest0).rest0);
  const certificates = part(signedData.rest0.subarray(part(signedData.rest0).end));
  return part(certificates.rest0).rest0;
}

/** Returns the bytes that a four-byte length announces, and where they end. */
function part(bytes: Buffer): { readonly rest0: Buffer; readonly end: number } {
  const length = bytes.readUInt32LE(0);
  if (4 + length > bytes.length) throw new RangeError('The block is damaged');
  return { rest0: bytes.subarray(4, 4 + length), end: 4 + length };
}
