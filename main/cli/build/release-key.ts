import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the file with the public release key in the sources. Packaged copies trust only what it signed. */
export function releaseKeyFile(root: string): string {
  return join(root, 'packaging', 'release-key.pem');
}

/**
 * Returns the public key in `file`; undefined if there is none: a copy built without it cannot update itself.
 * @throws if the file contains anything else, above all a private key, which must never get into a package.
 */
export function readReleaseKey(file: string): KeyObject | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  if (text.includes('PRIVATE')) throw new Error(`${file} holds a private key: it must hold the public half.`);
  const key = createPublicKey(text);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} is not an Ed25519 key.`);
  return key;
}

/**
 * Creates the release key, once and for all: the public half in the sources, the private one in `privateFile`, which is
 * kept elsewhere. @throws if either exists already: copies in the field trust only the old one.
 */
export function makeReleaseKey(root: string, privateFile: string): void {
  const publicFile = releaseKeyFile(root);
  if (existsSync(publicFile)) throw new Error(`${publicFile} already exists; installed copies trust it.`);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const once = { flag: 'wx', mode: 0o600 } as const;
  writeFileSync(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), once);
  writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' });
}

if (import.meta.main) {
  const [privateFile] = process.argv.slice(2);
  if (privateFile === undefined) {
    process.stderr.write(
      'Usage: npm run release-key -- FILE (for the private half, outside of the sources)\n',
    );
    process.exitCode = 2;
  } else {
    makeReleaseKey(process.cwd(), privateFile);
    process.stdout.write(
      `packaging/release-key.pem: commit it.\n${privateFile}: keep it; releases are signed with it as MUSTER_RELEASE_KEY.\n`,
    );
  }
}
