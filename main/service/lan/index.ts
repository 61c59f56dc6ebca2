export type { LanOptions } from './listener.ts';
export { LanSwitch } from './switch.ts';
