import sharp from 'sharp';

/** Options of a picture. */
type Format = 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' | 'avif';

/** A plain picture of one colour. */
export function aPicture(
  format: Format,
  size = { width: 64, height: 48 },
  colour = '#3366cc',
): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer();
}

/** Two frames, the first red, the second blue. */
export async function anAnimation(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((colour) => aPicture('png', { width: 16, height: 16 }, colour)),
  );
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

/** Properties of a picture: its format, its size, the number of frames, and the colour at its middle. */
export async function describePicture(bytes: Uint8Array) {
  const { format, width, height, pages = 1, orientation } = await sharp(bytes).metadata();
  const { dominant } = await sharp(bytes).stats();
  const { r, g, b } = dominant;
  const strongest = Math.max(r, g, b);
  return { format, width, height, pages, orientation, colour: { red: r, green: g, blue: b }, strongest };
}
