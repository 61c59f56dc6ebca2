import { type Zip, ZipFault } from './zip.ts';

/** Maximum number of APKs of one app; real ones have up to a hundred. */
const MAX_APKS = 500;

/** What a bundle of APKs contains, by the names of its entries. */
export type BundleParts = { readonly apks: readonly string[]; readonly obbs: readonly string[] };

/**
 * Returns the APKs and expansion files of an app in several parts: `.apks` of bundletool and of other tools, `.xapk`,
 * `.apkm`. Null for anything else, as an APK. Source: developer.android.com, "bundletool", for the folders.
 */
export function bundleParts(zip: Zip): BundleParts | null {
  const { names } = zip;
  if (zip.has('AndroidManifest.xml') || isDevelopersBundle(zip)) return null;
  const apks = chosen(names.filter((name) => /\.apk$/i.test(name)));
  if (apks.length === 0) return null;
  const obbs = names.filter((name) => /\.obb$/i.test(name));
  if (apks.length + obbs.length > MAX_APKS) throw new ZipFault('TOO_LARGE', 'It has too many parts');
  // Nothing is unpacked by its name, but a file that tries it is not to be trusted.
  if ([...apks, ...obbs].some((name) => name.split(/[/\\]/).includes('..')))
    throw new ZipFault('DAMAGED', 'A name leads out of the archive');
  return { apks, obbs };
}

/** Returns true for an `.aab`, which only a store can make APKs of. */
export function isDevelopersBundle(zip: Zip): boolean {
  return zip.has('BundleConfig.pb') || zip.has('base/manifest/AndroidManifest.xml');
}

/** Returns the name of an expansion file; null if it is not named as Android requires it for this package. */
export function obbName(entry: string, packageName: string): string | null {
  const name = entry.slice(entry.lastIndexOf('/') + 1);
  return /^(?:main|patch)\.\d{1,10}\.(.+)\.obb$/.exec(name)?.[1] === packageName ? name : null;
}

/** bundletool adds whole APKs for old headsets, and may make a single one for all. */
function chosen(apks: readonly string[]): readonly string[] {
  const splits = apks.filter((name) => name.startsWith('splits/'));
  if (splits.length > 0) return splits;
  const universal = apks.find((name) => name === 'universal.apk');
  return universal === undefined ? apks : [universal];
}
