export { systemClock } from '../agent/clock.ts';
export type { Clock } from '../agent/clock.ts';
export { FoundAddress, StationFinder } from '../agent/station/discovery.ts';
export { onlyWith } from '../agent/station/enrolment.ts';
export type { Credential } from '../agent/station/enrolment.ts';
export { NO_FAULTS, someFaults } from './headset/faults.ts';
export { Fleet } from './fleet.ts';
export type { FleetEvent } from './fleet.ts';
export { Headset } from './headset/headset.ts';
export type { AgentEvent as HeadsetEvent } from '../agent/agent-options.ts';
export type { HeadsetOptions } from './headset/headset-options.ts';
export { DEFAULT_HABITS as USUAL_HABITS } from './headset/life.ts';
export type { AdminAccess, Provisioned } from './provision.ts';
export { Pairing } from '../agent/station/pairing.ts';
export {
  provisionForPairing,
  provisionFreeSlotsForPairing,
  provisionFreeSlots,
  provisionNewSlots,
  provisionWithCodes,
} from './provision.ts';
export { StationClient } from '../agent/station/station-client.ts';
export type { StationUrl } from '../agent/station/station-client.ts';
export { LINK_FAULTS } from './contents/rough-link.ts';
export { StationPin } from '../agent/station/station-pin.ts';
