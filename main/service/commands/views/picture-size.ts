/** Facts read from the bytes of a picture. Sizes in pixels. */
export type PictureFacts = {
  readonly type: 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
};

/** Reads type and size of a complete JPEG or WebP. Returns undefined for anything else, and for a truncated one. */
export function pictureFacts(bytes: Uint8Array): PictureFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = jpegSize(view);
  if (size !== undefined) return { type: 'image/jpeg', ...size };
  const other = webpSize(view);
  return other === undefined ? undefined : { type: 'image/webp', ...other };
}

type Size = { readonly width: number; readonly height: number };

/** Baseline, extended and progressive frames. Source: ITU-T T.81, table B.1. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);

/** Source: ITU-T T.81, annex B. */
function jpegSize(view: DataView): Size | undefined {
  const end = view.byteLength;
  if (end < 12 || view.getUint16(0) !== 0xff_d8 || view.getUint16(end - 2) !== 0xff_d9) return undefined;
  let at = 2;
  while (at + 9 < end) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (FRAMES.has(marker)) return sized(view.getUint16(at + 7), view.getUint16(at + 5));
    // The image data begins, and no frame stated the size.
    if (marker === 0xda) return undefined;
    const length = view.getUint16(at + 2);
    if (length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}

const RIFF = 0x52_49_46_46;
const WEBP = 0x57_45_42_50;

/** Source: RFC 9649, sections 2.4 to 2.7; VP8 frame headers of RFC 6386, section 9.1. */
function webpSize(view: DataView): Size | undefined {
  if (view.byteLength < 30 || view.getUint32(0) !== RIFF || view.getUint32(8) !== WEBP) return undefined;
  const length = view.getUint32(4, true) + 8;
  if (length > view.byteLength || length + 1 < view.byteLength) return undefined;
  const chunk = view.getUint32(12);
  if (chunk === 0x56_50_38_20) {
    const isKeyFrame = (view.getUint8(20) & 1) === 0;
    const isStart = view.getUint8(23) === 0x9d && view.getUint8(24) === 0x01 && view.getUint8(25) === 0x2a;
    if (!isKeyFrame || !isStart) return undefined;
    return sized(view.getUint16(26, true) & 0x3f_ff, view.getUint16(28, true) & 0x3f_ff);
  }
  if (chunk === 0x56_50_38_4c && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true);
    return sized((bits & 0x3f_ff) + 1, ((bits >>> 14) & 0x3f_ff) + 1);
  }
  if (chunk === 0x56_50_38_58) return sized(uint24(view, 24) + 1, uint24(view, 27) + 1);
  return undefined;
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

function sized(width: number, height: number): Size | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined;
}
