import { statSync } from 'node:fs';

import { bundleParts, isDevelopersBundle } from '../../../zip/app-bundle.ts';
import { Zip, ZipFault } from '../../../zip/zip.ts';
import type { ApkFinding } from '../../../../shared/contract/content/library.ts';
import { ApkFault } from './apk-fault.ts';
import { type ApkReading, readManifest, readWhole, type WholeApk } from './read-apk.ts';
import { readBundle, type Scratch } from './read-bundle.ts';

/**
 * Reads the app at `path`: an APK, or a bundle of several. Time and memory depend on its contents: call it in a thread
 * of its own.
 */
export async function readApp(path: string, scratch: Scratch): Promise<ApkReading> {
  if (statSync(path).size === 0) return { finding: 'EMPTY' };
  try {
    using zip = Zip.open(path);
    if (isDevelopersBundle(zip)) throw new ApkFault('DEVELOPER_BUNDLE', 'It is a bundle for a store');
    const parts = bundleParts(zip);
    return parts === null ? readApk(zip) : await readBundle(path, zip, parts, scratch);
  } catch (error) {
    const finding = findingOf(error);
    if (finding === null) throw error;
    return { finding };
  }
}

function readApk(zip: Zip): WholeApk {
  const manifest = readManifest(zip);
  if (manifest.split !== null) throw new ApkFault('SPLIT_ALONE', 'It is a part of an app');
  if (manifest.requiresSplits || manifest.requiredTypes.length > 0)
    throw new ApkFault('SPLITS_MISSING', 'It needs other parts');
  return readWhole(zip, manifest);
}

function findingOf(error: unknown): ApkFinding | null {
  if (error instanceof ApkFault) return error.finding;
  if (error instanceof ZipFault) return error.kind === 'NOT_A_ZIP' ? 'NOT_AN_APK' : error.kind;
  // Reads beyond the end of a table.
  return error instanceof RangeError ? 'DAMAGED' : null;
}
