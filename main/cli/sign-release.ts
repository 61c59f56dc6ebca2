import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readReleaseKey, releaseKeyFile } from './release-key.ts';

/** How long a list counts from when it was signed; run this file again where no release came since. */
export const LIST_LIVES_DAYS = 180;

/** The list with the moment from which it no longer counts, in place of any that it had. */
export function withExpiry(list: string, nowMs: number): string {
  const lines = list
    .trimEnd()
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('expires:'));
  const expires = new Date(nowMs + LIST_LIVES_DAYS * 86_400_000).toISOString();
  return `${[...lines, `expires: '${expires}'`].join('\n')}\n`;
}

/**
 * Signs the lists of a release (`latest*.yml`) in `folder`, each into a file beside it, with an Ed25519 key as PEM, and writes
 * into each until when it counts. Answers the signatures that it wrote. What the app makes of it stands in main/app/release-signature.ts.
 * @throws where the key does not belong to `publicKey`, the one that copies in the field trust.
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
  return globSync('latest*.yml', { cwd: folder }).map((name) => {
    const list = withExpiry(readFileSync(join(folder, name), 'utf8'), nowMs);
    writeFileSync(join(folder, name), list);
    const signature = sign(null, Buffer.from(list), key).toString('base64');
    writeFileSync(join(folder, `${name}.sig`), `${signature}\n`);
    return `${name}.sig`;
  });
}

if (import.meta.main) {
  const key = process.env['MUSTER_RELEASE_KEY'] ?? '';
  if (key === '') process.stderr.write('MUSTER_RELEASE_KEY is not set: this release cannot be updated to.\n');
  else {
    const written = signRelease(join('dist', 'installers'), key, readReleaseKey(releaseKeyFile('.')));
    process.stdout.write(`${written.join('\n')}\n`);
  }
}
