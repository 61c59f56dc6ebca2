import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readReleaseKey, releaseKeyFile } from './release-key.ts';

/** How long a list is valid after it was signed; run this file again if no release follows in time. */
export const LIST_LIVES_DAYS = 180;

/** Returns the list with a new expiry. */
export function withExpiry(list: string, nowMs: number): string {
  const lines = list
    .trimEnd()
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('expires:'));
  const expires = new Date(nowMs + LIST_LIVES_DAYS * 86_400_000).toISOString();
  return `${[...lines, `expires: '${expires}'`].join('\n')}\n`;
}

/**
 * Signs the release lists (`latest*.yml`) and the digests (`SHA512SUMS`) in `folder`, each into a file beside it, with an
 * Ed25519 key as PEM, and writes the expiry into each list. Returns the signatures. For how the app uses them see main/updates/release-signature.ts.
 * @throws if the key does not belong to `publicKey`, which copies in the field trust.
 */
export function signRelease(
  folder: string,
  privateKeyPem: string,
  publicKey: KeyObject | undefined,
  nowMs = Date.now(),
): string[] {
  const key = createPrivateKey(privateKeyPem);
  if (publicKey === undefined || !createPublicKey(key).equals(publicKey)) {
    throw new Error('MUSTER_RELEASE_KEY does not match packaging/release-key.pem: no copy could update.');
  }
  for (const name of globSync('latest*.yml', { cwd: folder })) {
    const file = join(folder, name);
    writeFileSync(file, withExpiry(readFileSync(file, 'utf8'), nowMs));
  }
  return globSync('{latest*.yml,SHA512SUMS}', { cwd: folder }).map((name) => {
    const signature = sign(null, readFileSync(join(folder, name)), key).toString('base64');
    writeFileSync(join(folder, `${name}.sig`), `${signature}\n`);
    return `${name}.sig`;
  });
}

if (import.meta.main) {
  const key = process.env['MUSTER_RELEASE_KEY'] ?? '';
  if (key === '') process.stderr.write('MUSTER_RELEASE_KEY is not set: this release cannot be updated to.\n');
  else {
    const [folder = join('dist', 'installers')] = process.argv.slice(2);
    const written = signRelease(folder, key, readReleaseKey(releaseKeyFile('.')));
    process.stdout.write(`${written.join('\n')}\n`);
  }
}
