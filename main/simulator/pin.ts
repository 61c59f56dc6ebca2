import { createHash, type X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';

import { buildConnector } from 'undici';

/** The other end has another key than the one that was pinned: it is not the station. */
export class WrongKeyError extends Error {
  override readonly name = 'WrongKeyError';
}

/** SHA-256 of a certificate's public key (SPKI) in base64url: what a headset pins. */
export function fingerprintOf(certificate: X509Certificate): string {
  const spki = certificate.publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest('base64url');
}

/**
 * Connects over TLS to the station with this key and to no other; names and dates do not count, for the clocks of headsets
 * are often wrong. The key is checked before a byte of a request is sent.
 */
export function pinnedConnector(fingerprint: string): buildConnector.connector {
  // A resumed session may come without the certificate.
  const connect = buildConnector({ rejectUnauthorized: false, maxCachedSessions: 0, allowH2: false });
  return (options, callback) => {
    connect(options, (error, socket) => {
      if (error !== null) return callback(error, null);
      const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
      if (certificate !== undefined && fingerprintOf(certificate) === fingerprint)
        return callback(null, socket);
      socket.destroy();
      callback(new WrongKeyError('The station has another key'), null);
    });
  };
}
