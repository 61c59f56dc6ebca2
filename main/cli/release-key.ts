import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the public half of the key of releases stands in the sources. Packaged copies trust what it signed, and nothing else. */
export function releaseKeyFile(root: string): string {
  return join(root, 'packaging', 'release-key.pem');
}

/**
 * The public half in `file`; undefined where there is none: a copy built without it cannot update itself.
 * @throws where the file holds anything else, a private key above all, which must never get into a package.
 */
export function readReleaseKey(file: string): KeyObject | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  if (text.includes('PRIVATE')) throw new Error(`${file} holds a private key: it must hold the public half.`);
  const key = createPublicKey(text);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} is no Ed25519 key.`);
  return key;
}

/**
 * Makes the key of releases, once for all: the public half into the sources, the private one into `privateFile`, which is kept
 * away from them. @throws where either is there already: copies in the field trust the old one alone.
 */
export function makeReleaseKey(root: string, privateFile: string): void {
  const publicFile = releaseKeyFile(root);
  if (existsSync(publicFile))
    throw new Error(`${publicFile} is there already; copies in the field trust it.`);
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
