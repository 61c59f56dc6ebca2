export { announceDevice, announceReport } from './announce.ts';
export { availabilityOf } from '../records/availability.ts';
export type { DeviceEvent } from '../records/device-events.ts';
export { findDevice, findKey, findUnchanged, idsWithin, reaches } from '../records/reach.ts';
