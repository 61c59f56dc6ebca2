// The operations of this module by their names, which are also their operation ids in the OpenAPI document.
export { listConflicts, resolveConflict, resolveConflicts } from './sync-conflicts.ts';
export { listSetAside, listSyncRuns, getSyncReport, getStranded } from './sync-history.ts';
export { getSyncWaiting, dropWaiting } from './sync-waiting.ts';
export {
  setUpstream,
  removeUpstream,
  checkUpstream,
  getSync,
  runSync,
  pauseSync,
  resumeSync,
  listSyncDevices,
  linkDevice,
  createCentralSlots,
  retrySync,
} from './sync.ts';
