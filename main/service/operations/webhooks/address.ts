import { isIP } from 'node:net';

import { type AddressPolicy, isAllowedAddress } from '../../kernel/outgoing/address-policy.ts';

/**
 * Returns which addresses webhooks may reach. In role station receivers on the LAN and on this computer are the normal
 * case; in role central only those on the internet. Link-local addresses are refused in both.
 */
export function receiverPolicy(role: 'station' | 'central'): AddressPolicy {
  return role === 'station' ? 'anyReceiver' : 'publicOnly';
}

/** Returns what is wrong with a receiver's URL, or undefined. */
export function addressFault(url: string, policy: AddressPolicy): string | undefined {
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:'))
    return 'Must be an absolute http or https address';
  if (parsed.username !== '' || parsed.password !== '')
    return 'Must not contain a user name or password: every delivery is signed instead';
  const host = parsed.hostname.replaceAll(/^\[|\]$/g, '');
  return isIP(host) === 0 || isAllowedAddress(host, policy)
    ? undefined
    : 'Must not resolve to an address that webhooks may not use';
}
