import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import { signerOf } from '../../../zip/apk-signer.ts';
import { type BundleParts, obbName } from '../../../zip/app-bundle.ts';
import { Zip, ZipFault } from '../../../zip/zip.ts';
import { ApkFault } from './apk-fault.ts';
import { type Manifest, readManifest, readWhole, type WholeApk } from './read-apk.ts';

/** Where a packed APK is unpacked to be read, one at a time, and the most bytes it may have. */
export type Scratch = { readonly path: string; readonly maxBytes: number };

type Part = {
  readonly manifest: Manifest;
  readonly signer: string | null;
  /** Of the base only. */
  readonly whole: WholeApk | null;
};

/**
 * Reads an app in several parts, and checks them against each other.
 * @throws {ApkFault} {ZipFault}
 */
export async function readBundle(
  path: string,
  zip: Zip,
  { apks, obbs }: BundleParts,
  scratch: Scratch,
): Promise<WholeApk> {
  const parts: Part[] = [];
  for (const name of apks) parts.push(await withApk({ path, zip }, name, scratch, readPart));
  const bases = parts.filter(({ manifest }) => manifest.split === null);
  const [base] = bases;
  if (base === undefined || base.whole === null) throw new ApkFault('NO_BASE', 'It has no base');
  if (bases.length > 1) throw new ApkFault('SEVERAL_BASES', 'It has several bases');
  const splits = parts.filter((part) => part !== base);
  checkParts(base, splits);
  const { packageName } = base.manifest.facts;
  const names = obbs.map((entry) => obbName(entry, packageName) ?? '');
  if (names.includes('') || new Set(names).size < names.length)
    throw new ApkFault('OTHER_OBB', 'An expansion file is of another app');
  // What only its directory states is checked where it is unpacked: on the way to a headset.
  for (const each of obbs) if (zip.sizeOf(each) === 0) throw new ApkFault('DAMAGED', `${each} is empty`);
  const splitNames = splits.map(({ manifest }) => manifest.split ?? '');
  return {
    ...base.whole,
    facts: { ...base.whole.facts, parts: { splits: splitNames.toSorted(), obbs: names.toSorted() } },
  };
}

/** The installer of a headset would refuse each of these, after the whole download. */
function checkParts(base: Part, splits: readonly Part[]): void {
  const { facts, requiredTypes, requiresSplits } = base.manifest;
  const isOther = (
    differs: (part: Part) => boolean,
    finding: ConstructorParameters<typeof ApkFault>[0],
  ): void => {
    const other = splits.find(differs);
    if (other !== undefined) throw new ApkFault(finding, `${other.manifest.split ?? ''} is of another app`);
  };
  isOther(({ manifest }) => manifest.facts.packageName !== facts.packageName, 'OTHER_PACKAGE');
  isOther(({ manifest }) => manifest.facts.versionCode !== facts.versionCode, 'OTHER_VERSION');
  isOther(({ signer }) => signer !== null && base.signer !== null && signer !== base.signer, 'OTHER_SIGNER');
  const names = new Set(splits.map(({ manifest }) => manifest.split));
  if (names.size < splits.length) throw new ApkFault('SEVERAL_BASES', 'A part is there twice');
  const types = new Set(splits.flatMap(({ manifest }) => manifest.types));
  const isMissing = requiresSplits && splits.length === 0;
  if (isMissing || requiredTypes.some((type) => !types.has(type)))
    throw new ApkFault('SPLITS_MISSING', 'A required part is missing');
}

function readPart(apk: Zip): Part {
  const manifest = readManifest(apk);
  return {
    manifest,
    signer: signerOf(apk),
    whole: manifest.split === null ? readWhole(apk, manifest) : null,
  };
}

/** Calls `work` with an APK inside of a bundle; unpacked to `scratch` if it is packed. */
async function withApk<Result>(
  { path, zip }: { readonly path: string; readonly zip: Zip },
  name: string,
  scratch: Scratch,
  work: (apk: Zip) => Result,
): Promise<Result> {
  const stored = zip.storedAt(name);
  if (stored !== undefined) {
    using apk = Zip.open(path, stored);
    return work(apk);
  }
  if (zip.sizeOf(name) > scratch.maxBytes) throw new ZipFault('TOO_LARGE', `${name} is too large`);
  try {
    await pipeline(zip.chunks(name), createWriteStream(scratch.path, { mode: 0o600 }));
    using apk = Zip.open(scratch.path);
    return work(apk);
  } finally {
    await rm(scratch.path, { force: true });
  }
}
