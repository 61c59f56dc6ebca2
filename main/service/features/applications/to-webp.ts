import { createHash } from 'node:crypto';
import type sharpModule from 'sharp';

import type { WebpImage } from './local.ts';

/** Neither side is longer. */
const MOST_PIXELS_A_SIDE = 512;
/** Larger images are not decoded: 4096 × 4096 take 64 MiB as pixels. */
const MOST_PIXELS_IN = 4_096 * 4_096;
const LONGEST_SEC = 5;

/**
 * The formats that are read. Everything else that the library knows stays shut: SVG above all, which can name files and
 * addresses, and formats whose readers see little use.
 */
const READERS = [
  'VipsForeignLoadPng',
  'VipsForeignLoadJpeg',
  'VipsForeignLoadWebp',
  'VipsForeignLoadNsgif',
] as const;

let library: Promise<typeof sharpModule> | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * The first picture of an image as WebP, upright, without its metadata. One at a time: a decoded image takes much memory.
 *
 * @throws {Error} where it is none of the formats, damaged, or too large.
 */
export async function toWebp(source: Buffer): Promise<WebpImage> {
  const turn = last.then(() => encode(source));
  last = turn.catch(() => undefined);
  return turn;
}

async function encode(source: Buffer): Promise<WebpImage> {
  const sharp = await (library ??= load());
  const bytes = await sharp(source, {
    failOn: 'error',
    limitInputPixels: MOST_PIXELS_IN,
    sequentialRead: true,
    autoOrient: true,
    pages: 1,
  })
    .timeout({ seconds: LONGEST_SEC })
    .resize({
      width: MOST_PIXELS_A_SIDE,
      height: MOST_PIXELS_A_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .webp({ quality: 82 })
    .toBuffer();
  return { bytes, etag: etagOf(bytes) };
}

/** The quoted tag of exactly these bytes. */
export function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url')}"`;
}

/** Loaded with the first image, so that the start does not wait for it. */
async function load(): Promise<typeof sharpModule> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [...READERS] });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
