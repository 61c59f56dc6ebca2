import { parentPort } from 'node:worker_threads';
import Vips from 'wasm-vips';

/** Neither side is longer. */
const MAX_PIXELS_PER_SIDE = 512;
/** Larger pictures are not decoded: 4096 × 4096 take 64 MiB as pixels. */
const MAX_INPUT_PIXELS = 4_096 * 4_096;

/**
 * The formats that are read. Everything else that the library knows stays shut: formats whose readers see little use, and
 * SVG, which can name files and addresses, is not even loaded.
 */
const READERS = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'];

const vips = await Vips({
  dynamicLibraries: [],
  // What it says of a damaged picture stands in its refusal too.
  preRun: (module: { ENV: Record<string, string> }) => void (module.ENV['VIPS_WARNING'] = '1'),
});
vips.operationBlock('VipsForeignLoad', true);
for (const reader of READERS) vips.operationBlock(reader, false);
vips.concurrency(1);
vips.Cache.max(0);

/** The first picture, upright, without its metadata. @throws where it is none of the formats, damaged, or too large. */
function encode(source: Uint8Array): Uint8Array {
  const picture = vips.Image.newFromBuffer(source, '', { fail_on: 'error', access: 'sequential' });
  try {
    if (picture.width * picture.height > MAX_INPUT_PIXELS) throw new Error('Too many pixels');
    const small = picture.thumbnailImage(MAX_PIXELS_PER_SIDE, { height: MAX_PIXELS_PER_SIDE, size: 'down' });
    try {
      return small.webpsaveBuffer({ Q: 82, keep: 'none' });
    } finally {
      small.delete();
    }
  } finally {
    picture.delete();
  }
}

function answer(source: Uint8Array): object {
  try {
    return { bytes: encode(source) };
  } catch (error) {
    // A decoder that went astray may have left anything behind: this thread ends with it.
    if (error instanceof Error && error.name === 'RuntimeError') throw error;
    return { refusal: error instanceof Error ? error.message : String(error) };
  }
}

// The pictures come from the service, which knows their form.
parentPort?.on('message', (source: Uint8Array) => parentPort?.postMessage(answer(source)));
