export { systemClock } from './clock.ts';
export type { Clock } from './clock.ts';
export { FoundAddress, StationFinder } from './station/discovery.ts';
export { onlyWith } from './station/enrolment.ts';
export type { Credential } from './station/enrolment.ts';
export { NO_FAULTS, someFaults } from './agent/faults.ts';
export { Fleet } from './fleet.ts';
export type { FleetEvent } from './fleet.ts';
export { Headset } from './headset/headset.ts';
export type { HeadsetEvent, HeadsetOptions } from './headset/headset-options.ts';
export { DEFAULT_HABITS as USUAL_HABITS } from './headset/life.ts';
export type { Office, Provisioned } from './provision.ts';
export { Pairing } from './station/pairing.ts';
export {
  provisionForPairing,
  provisionFreeSlotsForPairing,
  provisionFreeSlots,
  provisionNewSlots,
  provisionWithCodes,
} from './provision.ts';
export { StationClient } from './station/station-client.ts';
export type { StationUrl } from './station/station-client.ts';
export { LINK_FAULTS } from './contents/rough-link.ts';
export { StationPin } from './station/station-pin.ts';
