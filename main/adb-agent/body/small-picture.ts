/** Longest side of a small picture, in pixels. Source: docs/agents.md, "Small pictures". */
const MAX_SIDE = 320;
/** Larger screens are not decoded: no headset has them. */
const MAX_PIXELS = 8_192 * 4_096;
/** A screen that is this much wider than high shows both eyes beside each other. */
const BOTH_EYES = 1.5;

type Vips = Awaited<ReturnType<typeof load>>;

let loading: Promise<Vips> | undefined;

/** Loads the library with the first picture: it needs more memory than all agents together. */
async function load() {
  const { default: start } = await import('wasm-vips');
  const vips = await start({
    dynamicLibraries: [],
    // What it prints about a damaged picture is also in its error.
    preRun: (module: { ENV: Record<string, string> }) => void (module.ENV['VIPS_WARNING'] = '1'),
  });
  vips.operationBlock('VipsForeignLoad', true);
  vips.operationBlock('VipsForeignLoadPng', false);
  vips.concurrency(1);
  vips.Cache.max(0);
  return vips;
}

/**
 * Returns a small JPEG of a screen: of one eye, if the headset shows both beside each other.
 * @throws {Error} if the picture is damaged or too large.
 */
export async function smallPicture(png: Uint8Array, hasTwoEyes: boolean): Promise<Uint8Array> {
  loading ??= load();
  const vips = await loading;
  try {
    return shrink(vips, png, hasTwoEyes);
  } catch (error) {
    // A crashed decoder may have corrupted its memory, so the next picture gets a new one.
    if (error instanceof Error && error.name === 'RuntimeError') loading = undefined;
    throw error;
  }
}

function shrink(vips: Vips, png: Uint8Array, hasTwoEyes: boolean): Uint8Array {
  const screen = vips.Image.newFromBuffer(png, '', { fail_on: 'error', access: 'sequential' });
  try {
    const { width, height } = screen;
    if (width * height > MAX_PIXELS) throw new Error('Too many pixels');
    const isWide = hasTwoEyes && width > height * BOTH_EYES;
    const eye = screen.crop(0, 0, isWide ? Math.floor(width / 2) : width, height);
    try {
      const small = eye.thumbnailImage(MAX_SIDE, { height: MAX_SIDE, size: 'down' });
      try {
        return small.jpegsaveBuffer({ Q: 60, keep: 'none' });
      } finally {
        small.delete();
      }
    } finally {
      eye.delete();
    }
  } finally {
    screen.delete();
  }
}
