import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, webcrypto } from 'node:crypto';
import { join } from 'node:path';

import { readOrMakeSecret } from '../store/secret-file.ts';

/** The station's TLS identity: one P-256 key for its life. */
export type LanIdentity = {
  /** PEM, PKCS #8. */
  readonly key: string;
  /** SHA-256 of the public key (SPKI) in base64url, 43 characters: what a headset pins. */
  readonly fingerprint: string;
};

const CURVE = 'P-256';
const SIGNING = { name: 'ECDSA', namedCurve: CURVE, hash: 'SHA-256' };

/** Opens the TLS key of `folder` (lan.key, mode 0600), making it the first time. */
export function openIdentity(folder: string): LanIdentity {
  const key = readOrMakeSecret(join(folder, 'lan.key'), makeKey);
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return { key, fingerprint: createHash('sha256').update(spki).digest('base64url') };
}

/**
 * A certificate for these addresses from the station's own key. Headsets pin the key and ignore names and dates, since
 * their clocks are often wrong; other clients get honest ones. PEM.
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
