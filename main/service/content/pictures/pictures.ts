import { threadEntry } from '../../kernel/workers.ts';
import { PictureThread } from './picture-thread.ts';

const thread = new PictureThread({
  entry: threadEntry('picture-worker'),
  longestMs: 15_000,
  idleMs: 30_000,
});

/**
 * Returns the first picture of an image as WebP, upright, without metadata, at most 512 pixels a side.
 *
 * @throws {Error} if it is not PNG, JPEG, WebP or GIF, is damaged or too large, or takes too long.
 */
export function toWebp(source: Uint8Array): Promise<Uint8Array> {
  return thread.convert(source);
}
