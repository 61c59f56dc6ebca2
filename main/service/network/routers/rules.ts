import { isIP } from 'node:net';

import {
  FILE_KINDS,
  type FileKind,
  NETWORK_KINDS,
  type NetworkKind,
} from '../../../../shared/contract/network/routers.ts';
import { isOnOwnNetwork } from '../../kernel/addresses/subnets.ts';
import { isAllowedAddress } from '../../kernel/outgoing/address-policy.ts';

/** The role and owner of this service. */
export type RouterHost = {
  readonly role: 'station' | 'central';
  /** The station's own organisation: its people run this computer, those of others are guests. */
  readonly ownEnterpriseId: string;
};

/** Returns true for a router on the network. */
export function isNetworkKind(kind: string): kind is NetworkKind {
  return NETWORK_KINDS.some((each) => each === kind);
}

/** Returns true for a lease file. */
export function isFileKind(kind: string): kind is FileKind {
  return FILE_KINDS.some((each) => each === kind);
}

/**
 * Returns true for callers that may use files of this computer and its other networks. Guests of
 * a central must not read its network.
 */
export function isOwner({ role, ownEnterpriseId }: RouterHost, enterpriseId: string): boolean {
  return role === 'station' && enterpriseId === ownEnterpriseId;
}

/**
 * Returns whether a router may be at an address. In role station it is on a network of this computer or, if allowed,
 * at another private address or on this computer itself; in role central it is on the internet.
 */
export function isRouterAddress(ip: string, station: RouterHost, allowsOtherNetworks: boolean): boolean {
  if (station.role === 'central') return isAllowedAddress(ip, 'publicOnly');
  if (isAllowedAddress(ip, 'privateOnly') && isOnOwnNetwork(ip)) return true;
  return allowsOtherNetworks && isAllowedAddress(ip, 'anyReceiver') && !isAllowedAddress(ip, 'publicOnly');
}

/** Returns what is wrong with the URL of a router, or undefined. */
export function urlFault(
  text: string,
  { role }: RouterHost,
  allowsOtherNetworks: boolean,
): string | undefined {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'Must be an http or https address';
  if (url.username !== '' || url.password !== '')
    return 'Must not contain a user name or a password: they have separate fields';
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    return 'Must be only a scheme, host and port, such as https://192.168.88.1';
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  // The networks of this computer change: they are checked when connecting.
  if (isIP(host) === 0) return undefined;
  if (role === 'central')
    return isAllowedAddress(host, 'publicOnly') ? undefined : 'Must be a public address';
  const isPrivate = isAllowedAddress(host, 'privateOnly');
  return isPrivate || (allowsOtherNetworks && isRouterAddress(host, { role, ownEnterpriseId: '' }, true))
    ? undefined
    : 'Must be a private address';
}
