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
 * True when the list was signed (Ed25519) by whoever has the key to this `publicKey`, and says of the release what the updater
 * says: the same version and no file that is not in it. The updater checks the files against these digests.
 */
export function isSignedRelease(
  manifest: string,
  signature: string,
  { publicKey, release }: { readonly publicKey: string; readonly release: Release },
): boolean {
  try {
    const key = createPublicKey(publicKey);
    if (!verify(null, Buffer.from(manifest), key, Buffer.from(signature.trim(), 'base64'))) return false;
  } catch {
    // A key or a signature that cannot be read signs nothing.
    return false;
  }
  const lines = manifest.split(/\r?\n/).map((line) => line.trim().replace(/^- /, ''));
  const says = (name: string, value: string): boolean =>
    [value, `'${value}'`, `"${value}"`].some((form) => lines.includes(`${name}: ${form}`));
  return (
    says('version', release.version) &&
    release.files.length > 0 &&
    release.files.every(({ sha512 }) => says('sha512', sha512))
  );
}
