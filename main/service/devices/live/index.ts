export { announceDevice, announceReport } from './announce.ts';
export { availabilityOf } from './availability.ts';
export type { DeviceEvent } from './device-events.ts';
export { findDevice, findKey, findUnchanged, idsWithin, reaches } from './reach.ts';
