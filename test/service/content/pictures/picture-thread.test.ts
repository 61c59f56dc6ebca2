import { describe, expect, test } from 'vitest';

import { toWebp } from '../../../../main/service/content/pictures/pictures.ts';
import { PictureThread } from '../../../../main/service/content/pictures/picture-thread.ts';
import { aPicture, describePicture } from '../apps/an-image.ts';

/** Decoders that a picture can crash: its first byte selects the behaviour. Others are returned unchanged. */
const BREAKABLE = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (picture) => {
    if (picture[0] === 1) process.exit(139);
    if (picture[0] === 2) for (;;);
    if (picture[0] === 3) throw new Error('Out of bounds');
    if (picture[0] === 4) { const all = []; for (;;) all.push(new Array(100_000).fill(0.5)); }
    if (picture[0] === 5) return parentPort.postMessage({ refusal: 'No picture' });
    parentPort.postMessage({ bytes: picture });
  });`;

function aThread(longestMs: number): PictureThread {
  const entry = new URL(`data:text/javascript,${encodeURIComponent(BREAKABLE)}`);
  return new PictureThread({ entry, longestMs, idleMs: 10 });
}

const GOOD = Uint8Array.of(9, 8, 7);

describe.each([
  ['ends the thread as a broken memory does', 1, 60_000],
  ['never comes to an end', 2, 2_000],
  ['throws', 3, 60_000],
  ['takes all the memory', 4, 60_000],
  ['is none', 5, 60_000],
])('a picture that %s', (_what, first, longestMs) => {
  test('is refused alone: those before and after it are converted', async () => {
    const thread = aThread(longestMs);
    const hostile = Uint8Array.of(first);

    const outcomes = await Promise.allSettled([
      thread.convert(GOOD),
      thread.convert(hostile),
      thread.convert(hostile),
      thread.convert(GOOD),
    ]);

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(outcomes.at(-1)).toMatchObject({ value: GOOD });
  });
});

test('concurrent pictures are converted one after the other, each for its own caller', async () => {
  const colours = ['#ff0000', '#00ff00', '#0000ff'];
  const sources = await Promise.all(
    colours.map((colour) => aPicture('png', { width: 900, height: 300 }, colour)),
  );

  const pictures = await Promise.all(sources.map(async (source) => describePicture(await toWebp(source))));

  expect(pictures.map(({ format, width, height }) => ({ format, width, height }))).toEqual(
    colours.map(() => ({ format: 'webp', width: 512, height: 171 })),
  );
  expect(pictures.map(({ colour, strongest }) => Object.values(colour).indexOf(strongest))).toEqual([
    0, 1, 2,
  ]);
});
