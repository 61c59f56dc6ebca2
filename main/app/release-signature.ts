import { createPublicKey, verify } from 'node:crypto';

/** What the updater says of a new version. */
export type Release = {
  readonly version: string;
  readonly files: readonly { readonly sha512: string }[];
};

/** The list of the newest release of a platform, as electron-builder names it. */
export function manifestName(platform: NodeJS.Platform, architecture: string): string {
  if (platform === 'win32') return 'latest.yml';
  if (platform === 'darwin') return 'latest-mac.yml';
  return architecture === 'x64' ? 'latest-linux.yml' : `latest-linux-${architecture}.yml`;
}

/**
 * What is wrong with a list of releases; undefined where nothing is. It must be signed (Ed25519) by whoever has the key to
 * this `publicKey`, say of the release what the updater says (the same version and no file that is not in it: the updater
 * checks the files against these digests), and not be older than it may be: who keeps an old list before a station, with a
 * fault in it that was mended since, would else keep the station at that fault for ever.
 */
export function releaseFault(
  manifest: string,
  signature: string,
  given: { readonly publicKey: string; readonly release: Release; readonly nowMs: number },
): 'SIGNATURE_WRONG' | 'LIST_EXPIRED' | undefined {
  if (!isSigned(manifest, signature, given.publicKey) || !saysOf(manifest, given.release))
    return 'SIGNATURE_WRONG';
  const expires = /^expires: '?([^'\r\n]+)'?$/m.exec(manifest)?.[1] ?? '';
  // Without a moment, or one that cannot be read, it counts as expired.
  return given.nowMs < Date.parse(expires) ? undefined : 'LIST_EXPIRED';
}

function isSigned(manifest: string, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey(publicKey);
    return verify(null, Buffer.from(manifest), key, Buffer.from(signature.trim(), 'base64'));
  } catch {
    // A key or a signature that cannot be read signs nothing.
    return false;
  }
}

function saysOf(manifest: string, release: Release): boolean {
  const lines = manifest.split(/\r?\n/).map((line) => line.trim().replace(/^- /, ''));
  const says = (name: string, value: string): boolean =>
    [value, `'${value}'`, `"${value}"`].some((form) => lines.includes(`${name}: ${form}`));
  return (
    says('version', release.version) &&
    release.files.length > 0 &&
    release.files.every(({ sha512 }) => says('sha512', sha512))
  );
}
