import type { NetworkInterfaceInfo } from 'node:os';

import { type AddressKind, addressKind } from '../../kernel/addresses/address-kind.ts';
import { type Found, found } from './found.ts';

/** The networks of this computer, from `os.networkInterfaces`: those that are up and have an address. */
export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** Findings by kind of address, the first that applies: one public address exposes the station to all. */
const JUDGEMENTS = [
  ['public', 'ADDRESSES_PUBLIC'],
  ['private', 'ADDRESSES_PRIVATE'],
  ['selfAssigned', 'ADDRESSES_SELF_ASSIGNED'],
  ['shared', 'ADDRESSES_SHARED'],
] as const satisfies readonly (readonly [AddressKind, string])[];

/** Checks whether this computer is on a network, and on the chosen ones. */
export function checkInterfaces(interfaces: Interfaces, chosen: readonly string[] | null): Found {
  const up = Object.entries(interfaces)
    .filter(([, entries]) => (entries ?? []).some(({ internal }) => !internal))
    .map(([name]) => name);
  const missing = (chosen ?? []).filter((name) => interfaces[name] === undefined);
  if (missing.length > 0) return found('INTERFACE_CHOSEN_MISSING', { chosen, missing, up });
  return found(up.length === 0 ? 'INTERFACES_NONE' : 'INTERFACES_UP', { chosen, missing, up });
}

/** Checks whether the addresses are suitable for headsets of a local network. IPv4 only, like the listener. */
export function checkAddresses(interfaces: Interfaces, chosen: readonly string[] | null): Found {
  const addresses = Object.entries(interfaces)
    .filter(([name]) => chosen === null || chosen.includes(name))
    .flatMap(([name, entries]) =>
      (entries ?? [])
        .filter(({ family }) => family === 'IPv4')
        .map(({ address }) => ({ interfaceName: name, address, kind: addressKind(address) })),
    )
    .filter(({ kind }) => kind !== 'loopback');
  const judgement = JUDGEMENTS.find(([kind]) => addresses.some((each) => each.kind === kind));
  return found(judgement?.[1] ?? 'ADDRESSES_NONE', { addresses });
}
