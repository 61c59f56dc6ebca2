import { createPublicKey, verify } from 'node:crypto';

/** What the updater reports about a new version. */
export type Release = {
  readonly version: string;
  readonly files: readonly { readonly sha512: string }[];
};

/** Returns the file name of a platform's release list, as electron-builder names it. */
export function manifestName(platform: NodeJS.Platform, architecture: string): string {
  if (platform === 'win32') return 'latest.yml';
  if (platform === 'darwin') return 'latest-mac.yml';
  return architecture === 'x64' ? 'latest-linux.yml' : `latest-linux-${architecture}.yml`;
}

/**
 * Returns what is wrong with a release list; undefined if nothing. It must be signed (Ed25519) with the key behind
 * `publicKey`, agree with the updater (same version, no other files: the updater checks the files against these
 * digests), and not be expired: otherwise an attacker who keeps serving an old list could keep the station at a version
 * with a known vulnerability.
 */
export function releaseFault(
  manifest: string,
  signature: string,
  input: { readonly publicKey: string; readonly release: Release; readonly nowMs: number },
): 'SIGNATURE_WRONG' | 'LIST_EXPIRED' | undefined {
  if (!isSigned(manifest, signature, input.publicKey) || !states(manifest, input.release))
    return 'SIGNATURE_WRONG';
  const expires = /^expires: '?([^'\r\n]+)'?$/m.exec(manifest)?.[1] ?? '';
  // Without a valid time it counts as expired.
  return input.nowMs < Date.parse(expires) ? undefined : 'LIST_EXPIRED';
}

function isSigned(manifest: string, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey(publicKey);
    return verify(null, Buffer.from(manifest), key, Buffer.from(signature.trim(), 'base64'));
  } catch {
    // An unreadable key or signature is invalid.
    return false;
  }
}

function states(manifest: string, release: Release): boolean {
  const lines = manifest.split(/\r?\n/).map((line) => line.trim().replace(/^- /, ''));
  const hasField = (name: string, value: string): boolean =>
    [value, `'${value}'`, `"${value}"`].some((form) => lines.includes(`${name}: ${form}`));
  return (
    hasField('version', release.version) &&
    release.files.length > 0 &&
    release.files.every(({ sha512 }) => hasField('sha512', sha512))
  );
}
