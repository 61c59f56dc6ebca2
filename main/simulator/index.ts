export { systemClock } from './clock.ts';
export type { Clock } from './clock.ts';
export { FoundPlace, StationFinder } from './discovery.ts';
export { onlyWith } from './enrolment.ts';
export type { Credential } from './enrolment.ts';
export { NO_FAULTS, someFaults } from './faults.ts';
export { Fleet } from './fleet.ts';
export type { FleetEvent } from './fleet.ts';
export { Headset } from './headset.ts';
export type { HeadsetEvent, HeadsetOptions } from './headset-options.ts';
export { USUAL_HABITS } from './life.ts';
export type { Office, Provisioned } from './provision.ts';
export { Pairing } from './pairing.ts';
export {
  provisionForPairing,
  provisionFreeSlotsForPairing,
  provisionFreeSlots,
  provisionNewSlots,
  provisionWithCodes,
} from './provision.ts';
export { StationClient } from './station-client.ts';
export type { StationPlace } from './station-client.ts';
export { LINK_FAULTS } from './rough-link.ts';
export { StationPin } from './station-pin.ts';
