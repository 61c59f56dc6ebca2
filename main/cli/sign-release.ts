import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readReleaseKey, releaseKeyFile } from './release-key.ts';

/**
 * Signs the lists of a release (`latest*.yml`) in `folder`, each into a file beside it, with an Ed25519 key as PEM. Answers the
 * files that it wrote. What the app makes of it stands in main/app/release-signature.ts.
 * @throws where the key does not belong to `publicKey`, the one that copies in the field trust.
 */
export function signRelease(
  folder: string,
  privateKeyPem: string,
  publicKey: KeyObject | undefined,
): string[] {
  const key = createPrivateKey(privateKeyPem);
  if (publicKey === undefined || !createPublicKey(key).equals(publicKey)) {
    throw new Error('MUSTER_RELEASE_KEY does not match packaging/release-key.pem: no copy could update.');
  }
  return globSync('latest*.yml', { cwd: folder }).map((name) => {
    const signature = sign(null, readFileSync(join(folder, name)), key).toString('base64');
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
