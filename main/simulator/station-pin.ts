import { TLSSocket } from 'node:tls';

import { buildConnector } from 'undici';

import { fingerprintOf } from './pin.ts';

/** The station showed another key than before, or none. There is no way on but to pair again. */
export class StationKeyError extends Error {
  override readonly name = 'StationKeyError';
}

/**
 * The station's key as this headset knows it: SHA-256 of the public key (SPKI) in base64url. Names and dates of the
 * certificate say nothing, for a headset's clock is often wrong. Source: design.md section 7.
 */
export class StationPin {
  #fingerprint: string | null;

  /** Without a fingerprint it takes the key of the first connection, which proves nothing yet: pairing does. */
  constructor(fingerprint: string | null) {
    this.#fingerprint = fingerprint;
  }

  /** The key that counts; null before the first connection. */
  get fingerprint(): string | null {
    return this.#fingerprint;
  }

  /** Opens connections of undici. One that shows another key is cut before a byte of a request goes out. */
  readonly connect: buildConnector.connector = (options, callback) => {
    plainConnect(options, (...answer) => {
      const [error, socket] = answer;
      if (error !== null) return callback(error, null);
      const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
      const shown = certificate === undefined ? undefined : fingerprintOf(certificate);
      this.#fingerprint ??= shown ?? null;
      if (shown !== undefined && shown === this.#fingerprint) return callback(null, socket);
      socket.destroy();
      callback(new StationKeyError('The station shows another key than it did'), null);
    });
  };
}

/**
 * The key that the station at a place must show: the one that came with the address, else, on the local network, the first
 * that it shows. Null: an ordinary address, whose certificate the system judges.
 */
export function aPin(place: string | { readonly fingerprint?: string }, isOnLan: boolean): StationPin | null {
  const told = typeof place === 'string' ? undefined : place.fingerprint;
  return !isOnLan && told === undefined ? null : new StationPin(told ?? null);
}

// No sessions are kept: on a resumed one the peer's certificate may be missing.
const plainConnect = buildConnector({
  rejectUnauthorized: false,
  minVersion: 'TLSv1.3',
  maxCachedSessions: 0,
  allowH2: false,
});
