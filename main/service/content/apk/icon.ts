import { readXml } from './binary-xml.ts';
import { VALUE } from './chunks.ts';
import type { Resources, Variant } from './resources.ts';
import type { Zip } from '../../../zip/zip.ts';

const MAX_ICON_BYTES = 4 * 1024 * 1024;
const MAX_XML_BYTES = 256 * 1024;
/** An icon is shown at 512 pixels at most: `xxxhdpi` has 192 to 432. */
const BEST_DENSITY = 640;
/** Maximum number of foregrounds that are tried; normal icons have one. */
const MAX_FOREGROUNDS = 4;
/** Not real densities: `any`, and `none` (not scaled). */
const FIRST_SPECIAL_DENSITY = 0xff_fe;

/**
 * Returns the best picture among these resources: one that is used as it is, else the foreground of an adaptive icon.
 */
export function findIcon(zip: Zip, resources: Resources, ids: readonly number[]): Buffer | null {
  const variants = ids.flatMap((id) => resources.variants(id));
  const picture = readPicture(zip, variants);
  if (picture !== null) return picture;
  const foregrounds = xmlPaths(zip, variants).flatMap((path) => foregroundIds(zip, path));
  return readPicture(
    zip,
    foregrounds.flatMap((id) => resources.variants(id)),
  );
}

function readPicture(zip: Zip, variants: readonly Variant[]): Buffer | null {
  const [best] = variants
    .filter(({ text }) => /\.(?:png|webp|jpe?g)$/i.test(text) && zip.has(text))
    .toSorted((a, b) => fitness(b) - fitness(a));
  return best === undefined ? null : (zip.read(best.text, MAX_ICON_BYTES) ?? null);
}

/** Prefers higher densities; pictures without a density come last, and those with an excessive one just before them. */
function fitness({ density }: Variant): number {
  if (density >= FIRST_SPECIAL_DENSITY) return 0;
  return density > BEST_DENSITY ? 1 : density;
}

function xmlPaths(zip: Zip, variants: readonly Variant[]): string[] {
  const paths = variants.map(({ text }) => text).filter((path) => path.endsWith('.xml') && zip.has(path));
  return [...new Set(paths)].slice(0, 4);
}

/** Returns the foreground of an adaptive icon. Source: developer.android.com, "Adaptive icons". */
function foregroundIds(zip: Zip, path: string): number[] {
  const xml = zip.read(path, MAX_XML_BYTES);
  if (xml === undefined) return [];
  const [root, ...others] = readXml(xml);
  if (root?.name !== 'adaptive-icon') return [];
  return others
    .filter(({ name }) => name === 'foreground')
    .map(({ attributes }) => attributes.get('drawable'))
    .flatMap((value) => (value?.type === VALUE.reference ? [value.data] : []))
    .slice(0, MAX_FOREGROUNDS);
}
