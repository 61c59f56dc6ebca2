import { createHash } from 'node:crypto';
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';

import { type AddressPolicy, isAllowedAddress } from './address-policy.ts';
import { OutgoingError } from './outgoing-error.ts';

/** Which addresses are allowed: a named policy, or the caller's own rule. */
export type Allowed = AddressPolicy | ((ip: string) => boolean);

/**
 * Returns whether to trust a host with this key (SHA-256 of its SPKI, base64url). If given, the certificate needs no
 * authority: the key is the proof.
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
 * that changes its address between two lookups (DNS rebinding) gains nothing.
 *
 * @param build undici's own connector, which is loaded late.
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
    // Names are checked when they are resolved; an IP address is never resolved.
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

/** Runs before anything is sent. A connection without TLS presents no key. */
function isTrusted(socket: Socket, trust: Trust): boolean {
  if (!(socket instanceof TLSSocket)) return true;
  const spki = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' });
  return spki !== undefined && trust(createHash('sha256').update(spki).digest('base64url'));
}

function ruleOf(policy: Allowed): (ip: string) => boolean {
  return typeof policy === 'function' ? policy : (ip) => isAllowedAddress(ip, policy);
}

/** Resolves a name and drops forbidden addresses. */
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
