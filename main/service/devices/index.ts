export { type Devices, openDevices } from './open.ts';
export type { Records } from './records/records.ts';
export type { DeviceRecord } from './registry/store.ts';
