import { createHash } from 'node:crypto';
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';

import { type AddressPolicy, isAllowedAddress } from './address-policy.ts';
import { OutgoingError } from './outgoing-error.ts';

/** Which addresses may be reached: one of the named policies, or a rule of the caller's own. */
export type Allowed = AddressPolicy | ((ip: string) => boolean);

/**
 * Whether to go on with a host that shows this key (SHA-256 of its SPKI, base64url). With it, nobody needs to vouch for the
 * host's certificate: the key is the proof.
 */
export type Trust = (fingerprint: string) => boolean;

/** How connections are opened. */
export type ConnectorOptions = {
  readonly policy: Allowed;
  readonly connectMs: number;
  /** Undefined: certificates are checked as in a browser. */
  readonly trust?: Trust | undefined;
};

/**
 * Opens connections to allowed addresses only. The address that is checked is the one that is connected to, so a name
 * that changes its address between two look-ups (DNS rebinding) gains nothing.
 *
 * @param build undici's own, which is loaded late.
 */
export function guardedConnector(
  build: typeof buildConnector,
  { policy, connectMs, trust }: ConnectorOptions,
): buildConnector.connector {
  const isAllowed = ruleOf(policy);
  const connect = build({
    timeout: connectMs,
    allowH2: false,
    lookup: guardedLookup(isAllowed),
    ...(trust === undefined ? {} : { rejectUnauthorized: false, maxCachedSessions: 0 }),
  });
  return (options, callback) => {
    // Names are checked when they are looked up; an address is never looked up.
    if (isIP(options.hostname) !== 0 && !isAllowed(options.hostname)) {
      callback(forbidden(options.hostname), null);
    } else if (trust === undefined) {
      connect(options, callback);
    } else {
      connect(options, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        if (isTrusted(socket, trust)) return callback(null, socket);
        socket.destroy();
        callback(new OutgoingError('certificate', `${options.hostname} shows another key`), null);
      });
    }
  };
}

/** Before anything is sent. A connection without TLS shows no key. */
function isTrusted(socket: Socket, trust: Trust): boolean {
  if (!(socket instanceof TLSSocket)) return true;
  const spki = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' });
  return spki !== undefined && trust(createHash('sha256').update(spki).digest('base64url'));
}

function ruleOf(policy: Allowed): (ip: string) => boolean {
  return typeof policy === 'function' ? policy : (ip) => isAllowedAddress(ip, policy);
}

/** The system's look-up, forbidden addresses left out. */
function guardedLookup(isAllowed: (ip: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...(options as LookupOptions), all: true }, (error, found) => {
      if (error !== null) return callback(error, []);
      const allowed = found.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (first === undefined) callback(forbidden(hostname), []);
      else answer(callback, options.all === true, allowed, first);
    });
  };
}

function answer(
  callback: Parameters<LookupFunction>[2],
  wantsAll: boolean,
  allowed: LookupAddress[],
  first: LookupAddress,
): void {
  if (wantsAll) callback(null, allowed);
  else callback(null, first.address, first.family);
}

function forbidden(host: string): OutgoingError {
  return new OutgoingError('address', `${host} is at an address that is not allowed`);
}
