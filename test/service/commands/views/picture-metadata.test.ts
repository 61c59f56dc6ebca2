import fc from 'fast-check';
import { expect, test } from 'vitest';

import { withoutMetadata } from '../../../../main/service/commands/views/picture-metadata.ts';
import { pictureFacts } from '../../../../main/service/commands/views/picture-size.ts';
import { aJpeg } from '../../../support/views.ts';

const SECRET = 'Exif\0\0 48.8584 N 2.2945 E';

/** A segment of a JPEG. */
function segment(marker: number, text: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, Buffer.from(text, 'latin1')]);
}

/** A chunk of a WebP. */
function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)]);
}

function webp(...chunks: readonly Buffer[]): Buffer {
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

/** One black pixel, and the frame around it with these flags. */
const PIXEL = chunk('VP8L', Buffer.from('2f0000001007101111', 'hex'));
const frame = (flags: number) => chunk('VP8X', Buffer.from([flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]));

test('a JPEG loses its metadata, its comments and what follows it, and keeps its image', () => {
  const plain = aJpeg();
  const front = plain.subarray(0, 2);
  const hidden = [segment(0xe1, SECRET), segment(0xed, SECRET), segment(0xfe, SECRET)];
  const full = Buffer.concat([
    front,
    ...hidden,
    plain.subarray(2),
    Buffer.from(`${SECRET}\xff\xd9`, 'latin1'),
  ]);
  expect(pictureFacts(full)).toBeDefined();

  expect(Buffer.from(withoutMetadata(full, 'image/jpeg'))).toEqual(
    Buffer.from(withoutMetadata(plain, 'image/jpeg')),
  );
  expect(pictureFacts(withoutMetadata(full, 'image/jpeg'))).toEqual(pictureFacts(plain));
  expect(Buffer.from(withoutMetadata(full, 'image/jpeg')).toString('latin1')).not.toContain('48.8584');
});

test('a WebP loses its metadata and the flags of it, and keeps its image', () => {
  const hidden = [
    chunk('EXIF', Buffer.from(SECRET)),
    chunk('XMP ', Buffer.from(SECRET)),
    chunk('junk', PIXEL),
  ];
  const full = webp(frame(0x1c), PIXEL, ...hidden);
  expect(pictureFacts(full)).toBeDefined();

  expect(Buffer.from(withoutMetadata(full, 'image/webp'))).toEqual(webp(frame(0x10), PIXEL));
});

test('whatever the bytes of a picture are, it becomes no longer and does not fail', () => {
  const jpeg = aJpeg(8, 8);
  fc.assert(
    fc.property(fc.nat(jpeg.length - 1), fc.uint8Array({ maxLength: 12 }), (at, bytes) => {
      const broken = Buffer.concat([jpeg.subarray(0, at), bytes, jpeg.subarray(at)]);
      expect(withoutMetadata(broken, 'image/jpeg').length).toBeLessThanOrEqual(broken.length);
      expect(withoutMetadata(Buffer.concat([webp(PIXEL), bytes]), 'image/webp').length).toBeGreaterThan(0);
    }),
  );
});
