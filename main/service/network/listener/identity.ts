import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, webcrypto } from 'node:crypto';
import { join } from 'node:path';

import { readOrMakeSecret, writeSecret } from '../../kernel/keys/secret-file.ts';
import type { Vault } from '../../kernel/vault.ts';

/** The station's TLS identity: one P-256 key for its life. */
export type LanIdentity = {
  /** PEM, PKCS #8. */
  readonly key: string;
  /** SHA-256 of the public key (SPKI) in base64url, 43 characters: what a headset pins. */
  readonly fingerprint: string;
};

const CURVE = 'P-256';
const SIGNING = { name: 'ECDSA', namedCurve: CURVE, hash: 'SHA-256' };

/** The key was encrypted with another master key. A new one would lose every headset. */
export class IdentitySealedError extends Error {
  override readonly name = 'IdentitySealedError';
}

/** Encrypts secrets, where a master key exists. */
type Sealing = Pick<Vault, 'hasKey' | 'seal' | 'unseal'>;

/**
 * Opens the TLS key of `folder` (lan.key, mode 0600), and creates it the first time. It is encrypted as soon as there
 * is a master key, even if it was in plain text before.
 *
 * @throws {IdentitySealedError}
 */
export function openIdentity(folder: string, vault?: Sealing): LanIdentity {
  const path = join(folder, 'lan.key');
  const stored = readOrMakeSecret(path, () => sealed(makeKey(), vault));
  // A vault without a key would create one now, which cannot be the right one.
  const unsealed = vault?.hasKey === true ? vault.unseal(stored) : undefined;
  const key = isReadable(stored) ? stored : unsealed;
  if (key === undefined) {
    throw new IdentitySealedError('lan.key was encrypted with another master key: restore that key.');
  }
  if (isReadable(stored) && vault?.hasKey === true) writeSecret(path, vault.seal(stored));
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return { key, fingerprint: createHash('sha256').update(spki).digest('base64url') };
}

/**
 * Returns a certificate for these addresses from the station's own key, in PEM. Headsets pin the key and ignore names
 * and dates, since their clocks are often wrong; other clients get correct ones.
 */
export async function issueCertificate(
  identity: LanIdentity,
  name: string,
  addresses: readonly string[],
): Promise<string> {
  await import('reflect-metadata');
  const { SubjectAlternativeNameExtension, X509CertificateGenerator } = await import('@peculiar/x509');
  const notBefore = new Date(Date.now() - 86_400_000);
  const notAfter = new Date(notBefore.getTime() + 824 * 86_400_000);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    serialNumber: Date.now().toString(16),
    notBefore,
    notAfter,
    signingAlgorithm: SIGNING,
    keys: await importKeys(identity.key),
    extensions: [
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: name },
        ...addresses.map((value) => ({ type: 'ip' as const, value })),
      ]),
    ],
  });
  return certificate.toString('pem');
}

function sealed(key: string, vault: Sealing | undefined): string {
  return vault?.hasKey === true ? vault.seal(key) : key;
}

function isReadable(stored: string): boolean {
  return stored.startsWith('-----BEGIN ');
}

function makeKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: CURVE });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

async function importKeys(pem: string): Promise<webcrypto.CryptoKeyPair> {
  const { subtle } = webcrypto;
  const pkcs8 = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  const spki = createPublicKey(pem).export({ type: 'spki', format: 'der' });
  return {
    privateKey: await subtle.importKey('pkcs8', pkcs8, SIGNING, false, ['sign']),
    publicKey: await subtle.importKey('spki', spki, SIGNING, true, ['verify']),
  };
}
