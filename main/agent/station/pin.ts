import { createHash, type X509Certificate } from 'node:crypto';

/** Returns the SHA-256 of a certificate's public key (SPKI) in base64url: what a headset pins. */
export function fingerprintOf(certificate: X509Certificate): string {
  const spki = certificate.publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest('base64url');
}
