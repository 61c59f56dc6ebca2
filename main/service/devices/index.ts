export { issueCode } from './codes/issue.ts';
export { type CodeGuard, RUNS_WAIT_MS } from './codes/guard.ts';
export { CODE_LIFE_MS, isLive } from './codes/life.ts';
export type { Code } from './codes/store.ts';
export { type ComplianceRow, toJudged, toUnconfirmed } from './compliance/store.ts';
export type { ArrivedEvent } from './events/arrivals.ts';
export { placeEvent } from './events/place.ts';
export { recordEvent } from './events/record.ts';
export { startRetention } from './events/retention.ts';
export type { EventStore, NewEvent, NewEvents, StoredEvent } from './events/store.ts';
export type { Groups } from './groups/groups.ts';
export { type Act, type Actor, THE_STATION, actOf, actorOf } from './history/act.ts';
export { type ToAuthor, openAuthors, toActor } from './history/author.ts';
export { type ChangeRow, type ChangeStore, type StepRow, openChangeStore } from './history/change-store.ts';
export type { Field, State } from './history/paths.ts';
export { announceDevice } from './live/announce.ts';
export { availabilityOf } from './live/availability.ts';
export { findDevice, findKey, findUnchanged } from './live/reach.ts';
export { MUSTER_NAMESPACE, type MusterMetadata, musterMetadata } from './metadata/cart.ts';
export { type Devices, openDevices } from './open.ts';
export { announceMetadata, changeMetadata } from './metadata/change.ts';
export { type Results, changeAndTell, changeEach, toBulkResult, toError, tooMany } from './registry/bulk.ts';
export { ByText } from './registry/by-text.ts';
export { changeIdentity } from './registry/change.ts';
export { type Changing, changingIn, changingNow } from './registry/changing.ts';
export { CENTRAL_AUTHOR } from './registry/enrolments.ts';
export type { Identity } from './registry/identities.ts';
export type { Records } from './registry/records.ts';
export { removeDevice } from './registry/remove.ts';
export { toContents, toReported } from './registry/reported.ts';
export type { Inventory, Report } from './registry/reports.ts';
export type { DeviceRecord } from './registry/store.ts';
export { DeviceTexts } from './views/device-text.ts';
export { toDevice } from './views/device-view.ts';
export { toBattery, toDownload, toHeadset, toStorage } from './views/headset-view.ts';
export { parseSettings } from './views/settings-view.ts';
export {
  factsFor,
  factsOfManufacturer,
  otherThanWanted,
  complianceOf,
  toDrift,
  toEffective,
} from './views/compliance.ts';
export { storagesOf } from './views/storages.ts';
