export { knownInterfaces, listensEverywhere, plainAddresses } from './interfaces.ts';
export { isOnOwnNetwork } from './subnets.ts';
export { isTaken, type LanChoice, type LanOptions, LanSwitch } from './switch.ts';
