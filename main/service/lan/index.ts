export { listensEverywhere, plainAddresses } from './interfaces.ts';
export type { LanOptions } from './listener.ts';
export { isOnOwnNetwork } from './subnets.ts';
export { LanSwitch } from './switch.ts';
