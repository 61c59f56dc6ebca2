export { announceDevice } from './announce.ts';
export { availabilityOf } from './availability.ts';
export {
  changeAndTell,
  changeEach,
  changeRevised,
  type Results,
  toBulkResult,
  toError,
  tooMany,
} from './bulk.ts';
export { changeIdentity } from './change.ts';
export { type Changing, changingIn, changingNow } from './changing.ts';
export { ByText } from './by-text.ts';
export { MUSTER_NAMESPACE, musterMetadata, type MusterMetadata } from './cart.ts';
export { DeviceTexts } from './device-text.ts';
export { toDevice, toListItem } from './device-view.ts';
export { toBattery, toDownload, toHeadset, toStorage } from './headset-view.ts';
export type { Identity } from './identities.ts';
export { findDevice, findKey, findUnchanged } from './reach.ts';
export { openRecords, type Records } from './records.ts';
export { removeDevice } from './remove.ts';
export { toContents, toReported } from './reported.ts';
export type { Inventory, Report } from './reports.ts';
export { type ForHeadset, mountDevices } from './routes.ts';
export { parseSettings } from './settings-view.ts';
export { factsFor, factsOfMaker, otherThanWanted, standingOf, toDrift, toEffective } from './standing.ts';
export { storagesOf } from './storages.ts';
export type { DeviceRecord } from './store.ts';
export { mountDeviceUpdates } from './updates.ts';
