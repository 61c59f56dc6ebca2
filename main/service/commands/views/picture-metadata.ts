import type { PictureFacts } from './picture-size.ts';

/**
 * Returns a picture with nothing but its image: without Exif and its position, other metadata, comments, and whatever
 * follows the image. `type` is that of a complete picture.
 */
export function withoutMetadata(bytes: Uint8Array, type: PictureFacts['type']): Uint8Array {
  return type === 'image/jpeg' ? plainJpeg(bytes) : plainWebp(bytes);
}

const SCAN = 0xda;
const END = 0xd9;
const COMMENT = 0xfe;
const FIRST_APP = 0xe1;
const LAST_APP = 0xef;
/** The colour profile, and Adobe's mark, which states the colours. */
const KEPT_APPS: ReadonlySet<number> = new Set([0xe2, 0xee]);

/** Source: ITU-T T.81, annex B. */
function plainJpeg(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = view.getUint8(at + 1);
    if (marker === SCAN) break;
    const next = at + 2 + view.getUint16(at + 2);
    const isApp = marker >= FIRST_APP && marker <= LAST_APP && !KEPT_APPS.has(marker);
    if (!isApp && marker !== COMMENT) parts.push(bytes.subarray(at, next));
    at = next;
  }
  parts.push(bytes.subarray(at, endOfJpeg(bytes, at)));
  return joined(parts);
}

/** Image data has 0 after every 0xFF that begins no marker. */
function endOfJpeg(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1)
    if (bytes[at] === 0xff && bytes[at + 1] === END) return at + 2;
  return bytes.length;
}

const HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const WEBP_CHUNKS: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** The flags of Exif and XMP in the first byte of `VP8X`. */
const METADATA_FLAGS = 0x0c;

/** Source: RFC 9649, sections 2.3 to 2.7. */
function plainWebp(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(bytes.length, CHUNK_HEAD_BYTES + view.getUint32(4, true));
  const parts = [bytes.slice(0, HEAD_BYTES)];
  for (let at = HEAD_BYTES; at + CHUNK_HEAD_BYTES <= end;) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    const length = view.getUint32(at + 4, true);
    const next = at + CHUNK_HEAD_BYTES + length + (length % 2);
    if (WEBP_CHUNKS.has(name)) {
      const chunk = bytes.slice(at, Math.min(next, end));
      if (name === 'VP8X') chunk[CHUNK_HEAD_BYTES] = (chunk[CHUNK_HEAD_BYTES] ?? 0) & ~METADATA_FLAGS;
      parts.push(chunk);
    }
    at = next;
  }
  const plain = joined(parts);
  new DataView(plain.buffer).setUint32(4, plain.length - CHUNK_HEAD_BYTES, true);
  return plain;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
