import { TLSSocket } from 'node:tls';

import { buildConnector } from 'undici';

import { fingerprintOf } from './pin.ts';

/** The station presented another key than before, or none. The headset has to pair again. */
export class StationKeyError extends Error {
  override readonly name = 'StationKeyError';
}

/**
 * The station's key as this headset knows it: SHA-256 of the public key (SPKI) in base64url. Names and dates of the
 * certificate are ignored, since a headset's clock is often wrong.
 */
export class StationPin {
  #fingerprint: string | null;

  /** Without a fingerprint it accepts the key of the first connection, which proves nothing yet: pairing does. */
  constructor(fingerprint: string | null) {
    this.#fingerprint = fingerprint;
  }

  /** The pinned key; null before the first connection. */
  get fingerprint(): string | null {
    return this.#fingerprint;
  }

  /** Opens connections of undici. One with another key is closed before a byte of a request is sent. */
  readonly connect: buildConnector.connector = (options, callback) => {
    plainConnect(options, (...answer) => {
      const [error, socket] = answer;
      if (error !== null) return callback(error, null);
      const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
      const shown = certificate === undefined ? undefined : fingerprintOf(certificate);
      this.#fingerprint ??= shown ?? null;
      if (shown !== undefined && shown === this.#fingerprint) return callback(null, socket);
      socket.destroy();
      callback(new StationKeyError('The station presents a different key than before'), null);
    });
  };
}

/**
 * Returns the pin for the station at a URL: the key that came with the URL, else, on the local network, the first one
 * presented. Null: an ordinary URL, with a certificate that the system checks.
 */
export function aPin(place: string | { readonly fingerprint?: string }, isOnLan: boolean): StationPin | null {
  const received = typeof place === 'string' ? undefined : place.fingerprint;
  return !isOnLan && received === undefined ? null : new StationPin(received ?? null);
}

// No session cache: on a resumed session the peer's certificate may be missing.
const plainConnect = buildConnector({
  rejectUnauthorized: false,
  minVersion: 'TLSv1.3',
  maxCachedSessions: 0,
  allowH2: false,
});
