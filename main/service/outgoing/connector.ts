import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';

import { type AddressPolicy, isAllowedAddress } from './address-policy.ts';
import { OutgoingError } from './outgoing-error.ts';

/**
 * Opens connections to allowed addresses only. The address that is checked is the one that is connected to, so a name
 * that changes its address between two look-ups (DNS rebinding) gains nothing.
 *
 * @param build undici's own, which is loaded late.
 */
export function guardedConnector(
  build: typeof buildConnector,
  { policy, connectMs }: { readonly policy: AddressPolicy; readonly connectMs: number },
): buildConnector.connector {
  const connect = build({ timeout: connectMs, allowH2: false, lookup: guardedLookup(policy) });
  return (options, callback) => {
    // Names are checked when they are looked up; an address is never looked up.
    if (isIP(options.hostname) !== 0 && !isAllowedAddress(options.hostname, policy)) {
      callback(forbidden(options.hostname), null);
    } else {
      connect(options, callback);
    }
  };
}

/** The system's look-up, forbidden addresses left out. */
function guardedLookup(policy: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...(options as LookupOptions), all: true }, (error, found) => {
      if (error !== null) return callback(error, []);
      const allowed = found.filter(({ address }) => isAllowedAddress(address, policy));
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
  return new OutgoingError('address', `${host} is at an address that may not be asked`);
}
