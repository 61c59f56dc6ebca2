import { parentPort } from 'node:worker_threads';
import Vips from 'wasm-vips';

/** Maximum length of a side. */
const MAX_PIXELS_PER_SIDE = 512;
/** Larger pictures are not decoded: 4096 × 4096 take 64 MiB as pixels. */
const MAX_INPUT_PIXELS = 4_096 * 4_096;

/**
 * The supported formats. All other formats of the library stay disabled: their readers are rarely used, and SVG,
 * which can name files and URLs, is not even loaded.
 */
const READERS = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'];

const vips = await Vips({
  dynamicLibraries: [],
  // What it prints about a damaged picture is also in its error.
  preRun: (module: { ENV: Record<string, string> }) => void (module.ENV['VIPS_WARNING'] = '1'),
});
vips.operationBlock('VipsForeignLoad', true);
for (const reader of READERS) vips.operationBlock(reader, false);
vips.concurrency(1);
vips.Cache.max(0);

/**
 * Returns the first picture, upright, without metadata. @throws if the format is not supported, or the picture is
 * damaged or too large.
 */
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
    // A crashed decoder may have corrupted the state, so its thread ends.
    if (error instanceof Error && error.name === 'RuntimeError') throw error;
    return { refusal: error instanceof Error ? error.message : String(error) };
  }
}

// The pictures come from the service, which knows their form.
parentPort?.on('message', (source: Uint8Array) => parentPort?.postMessage(answer(source)));
