import { threadEntry } from '../../kernel/workers.ts';
import { PictureThread } from './picture-thread.ts';

const thread = new PictureThread({
  entry: threadEntry('picture-worker'),
  longestMs: 15_000,
  idleMs: 30_000,
});

/**
 * The first picture of an image as WebP, upright, without its metadata, neither side longer than 512 pixels.
 *
 * @throws {Error} where it is none of PNG, JPEG, WebP and GIF, damaged, too large, or takes too long.
 */
export function toWebp(source: Uint8Array): Promise<Uint8Array> {
  return thread.convert(source);
}
