import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

import { readBaseApk, readDigest } from '../../shared/domain/enrolment/cable/answers.ts';
import { bundleParts, obbName } from '../zip/app-bundle.ts';
import { Zip, ZipFault } from '../zip/zip.ts';
import { type AdbConnection, CableError } from './connection.ts';
import { putWhole } from './put-whole.ts';

/** An app in a file: an APK, or a bundle of several with expansion files. */
export type AppFile = { readonly path: string; readonly sizeBytes: number };

type Bundle = { readonly apks: readonly string[]; readonly obbs: readonly string[]; readonly zip: Zip };

function totalOf({ apks, obbs, zip }: Bundle): number {
  return [...apks, ...obbs].reduce((sum, name) => sum + zip.sizeOf(name), 0);
}

/** Returns where Android expects an expansion file of an app. */
export function obbPath(packageName: string, name: string): string {
  return `/sdcard/Android/obb/${packageName}/${name}`;
}

/** Returns how many bytes an app has when it is unpacked. */
export function unpackedBytes({ path, sizeBytes }: AppFile): Promise<number> {
  return withBundle(path, async (bundle) => (bundle === null ? sizeBytes : totalOf(bundle)));
}

/**
 * Installs an app whole or not at all, its expansion files first: without them it would start and fail. Returns the
 * paths of these.
 * @throws {CableError}
 */
export async function installApp(
  adb: AdbConnection,
  { path, sizeBytes }: AppFile,
  packageName: string,
  onProgress: (share: number) => void,
): Promise<string[]> {
  return withBundle(path, async (bundle) => {
    if (bundle === null) {
      const bytes = createReadStream(path);
      // A read error is reported to the reader, which may be later.
      bytes.on('error', () => undefined);
      await adb.install(bytes, sizeBytes, onProgress).finally(() => bytes.destroy());
      return [];
    }
    const { zip, apks, obbs } = bundle;
    const total = totalOf(bundle);
    let sent = 0;
    const counted = async function* (name: string): AsyncGenerator<Uint8Array> {
      for await (const chunk of zip.chunks(name)) {
        yield chunk;
        sent += chunk.length;
        onProgress(sent / total);
      }
    };
    const paths: string[] = [];
    try {
      for (const name of obbs) {
        const to = obbPath(packageName, requireObb(name, packageName));
        await putWhole(adb, to, { sha256: await digestOf(zip, name), chunks: counted(name) });
        paths.push(to);
      }
      await adb.installTogether(
        apks.map((name) => ({ sizeBytes: zip.sizeOf(name), chunks: () => counted(name) })),
      );
    } catch (error) {
      // An earlier version of the app may use them.
      if ((await adb.run(['pm', 'path', packageName]).catch(() => null))?.exitCode === 1)
        for (const each of paths) await adb.run(['rm', '-f', each]).catch(() => undefined);
      throw error;
    }
    return paths;
  });
}

/** Returns true if exactly this app is on the headset, its expansion files included. */
export async function isAppInstalled(
  adb: AdbConnection,
  { path, sha256 }: { readonly path: string; readonly sha256: string },
  packageName: string,
): Promise<boolean> {
  const base = readBaseApk((await adb.run(['pm', 'path', packageName])).stdout);
  if (base === null) return false;
  const onHeadset = async (file: string): Promise<string | null> =>
    readDigest((await adb.run(['sha256sum', file])).stdout);
  return withBundle(path, async (bundle) => {
    const found = await onHeadset(base);
    if (bundle === null) return found === sha256;
    const { zip, apks, obbs } = bundle;
    const digests = new Set<string>();
    for (const name of apks) digests.add(await digestOf(zip, name));
    if (found === null || !digests.has(found)) return false;
    for (const name of obbs) {
      const at = obbPath(packageName, requireObb(name, packageName));
      if ((await onHeadset(at)) !== (await digestOf(zip, name))) return false;
    }
    return true;
  });
}

/** Calls `work` with the parts of a bundle; with null for anything else, which the headset itself judges. */
async function withBundle<Result>(
  path: string,
  work: (bundle: Bundle | null) => Promise<Result>,
): Promise<Result> {
  using zip = opened(path);
  try {
    const parts = zip === null ? null : bundleParts(zip);
    return await work(zip === null || parts === null ? null : { ...parts, zip });
  } catch (error) {
    throw error instanceof ZipFault ? new CableError('DIGEST_WRONG', error.message) : error;
  }
}

function opened(path: string): Zip | null {
  try {
    return Zip.open(path);
  } catch (error) {
    if (error instanceof ZipFault) return null;
    throw new CableError('CONTENT_MISSING', error instanceof Error ? error.message : '');
  }
}

function requireObb(name: string, packageName: string): string {
  const obb = obbName(name, packageName);
  if (obb === null) throw new CableError('DIGEST_WRONG', name);
  return obb;
}

async function digestOf(zip: Zip, name: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of zip.chunks(name)) hash.update(chunk);
  return hash.digest('hex');
}
