export { type AddressKind, addressKind } from './address-kind.ts';
export type { DiscoveryState } from './discovery.ts';
export { listensEverywhere, plainAddresses } from './interfaces.ts';
export type { LanOptions } from './listener.ts';
export { findPortHolder } from './port-holder.ts';
export { isOnOwnNetwork } from './subnets.ts';
export { LanSwitch } from './switch.ts';
export type { LanView } from './view.ts';
