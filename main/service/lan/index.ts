export { type AddressKind, addressKind } from './address-kind.ts';
export type { DiscoveryState } from './discovery.ts';
export { IdentitySealedError } from './identity.ts';
export { knownInterfaces, listensEverywhere, plainAddresses } from './interfaces.ts';
export { findPortHolder } from './port-holder.ts';
export { isOnOwnNetwork } from './subnets.ts';
export { isTaken, type LanChoice, type LanOptions, LanSwitch } from './switch.ts';
export type { LanView } from './view.ts';
