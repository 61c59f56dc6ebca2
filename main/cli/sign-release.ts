import { createPrivateKey, sign } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Signs the lists of a release (`latest*.yml`) in `folder`, each into a file beside it, with an Ed25519 key as PEM. Answers the
 * files that it wrote. What the app makes of it stands in main/app/release-signature.ts.
 */
export function signRelease(folder: string, privateKeyPem: string): string[] {
  const key = createPrivateKey(privateKeyPem);
  return globSync('latest*.yml', { cwd: folder }).map((name) => {
    const signature = sign(null, readFileSync(join(folder, name)), key).toString('base64');
    writeFileSync(join(folder, `${name}.sig`), `${signature}\n`);
    return `${name}.sig`;
  });
}

if (import.meta.main) {
  const key = process.env['MUSTER_RELEASE_KEY'] ?? '';
  if (key === '') process.stderr.write('MUSTER_RELEASE_KEY is not set: this release cannot be updated to.\n');
  else process.stdout.write(`${signRelease(join('dist', 'installers'), key).join('\n')}\n`);
}
