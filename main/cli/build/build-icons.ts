import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import sharp from 'sharp';

/** Sizes that Windows expects in one file. */
const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256];
/** Icon types of macOS and their sizes. Source: Apple's IconFamily, the types that contain PNG. */
const ICNS_KINDS: readonly (readonly [string, number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
];
/** Sizes that Linux desktops expect. */
const LINUX_SIZES = [16, 32, 48, 64, 128, 256, 512];

/**
 * Draws every icon of the desktop app from the logo of the interface: `icon.ico`, `icon.icns`, PNG by size, and the
 * tray's.
 */
export async function buildIcons(root: string, target = join(root, 'dist', 'icons')): Promise<void> {
  const mark = (await readFile(join(root, 'renderer', 'public', 'muster.svg'), 'utf8')).replace(
    /^<svg[^>]*>|<\/svg>\s*$/g,
    '',
  );
  const app = onPaper(mark);
  await mkdir(join(target, 'png'), { recursive: true });
  const sizes = [...new Set([...ICO_SIZES, ...LINUX_SIZES, ...ICNS_KINDS.map(([, size]) => size)])];
  const drawn = new Map(await Promise.all(sizes.map(async (size) => [size, await draw(app, size)] as const)));
  const at = (size: number): Buffer => drawn.get(size) ?? Buffer.alloc(0);
  const tray = alone(mark);
  // macOS uses only the shape, in the colour of its menu bar.
  const template = alone(mark.replaceAll(/stroke="#\w+"/g, 'stroke="#000000"'));
  await Promise.all([
    writeFile(join(target, 'icon.ico'), toIco(ICO_SIZES.map((size) => [size, at(size)]))),
    writeFile(join(target, 'icon.icns'), toIcns(ICNS_KINDS.map(([kind, size]) => [kind, at(size)]))),
    ...LINUX_SIZES.map((size) => writeFile(join(target, 'png', `${size}x${size}.png`), at(size))),
    writeFile(join(target, 'tray.png'), await draw(tray, 32)),
    writeFile(join(target, 'trayTemplate.png'), await draw(template, 18)),
    writeFile(join(target, 'trayTemplate@2x.png'), await draw(template, 36)),
  ]);
}

/** Draws the logo on a light square with round corners, as usual in a dock. */
function onPaper(mark: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect x="4" y="4" width="92" height="92" rx="20" fill="#f6f7f4" stroke="#c9cec8" stroke-width="1.5"/><g transform="translate(20 22.5) scale(2.5)">${mark}</g></svg>`;
}

function alone(mark: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -1 24 24">${mark}</svg>`;
}

function draw(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / 24 })
    .resize(size, size)
    .png()
    .toBuffer();
}

/** Source: the ICO format with PNG entries, as Windows reads it since Vista. */
function toIco(images: readonly (readonly [number, Buffer])[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [index, [size, png]] of images.entries()) {
    const at = 6 + 16 * index;
    // 0 stands for 256.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...images.map(([, png]) => png)]);
}

function toIcns(images: readonly (readonly [string, Buffer])[]): Buffer {
  const parts = images.map(([kind, png]) => {
    const head = Buffer.alloc(8);
    head.write(kind, 'latin1');
    head.writeUInt32BE(png.length + 8, 4);
    return Buffer.concat([head, png]);
  });
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}
