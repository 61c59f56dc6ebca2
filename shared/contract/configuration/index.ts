// The operations of this module by their names, which are also their operation ids in the OpenAPI document.
export { getSettingsCatalog } from './catalog.ts';
export { configureDevice, configureDevices } from './configure.ts';
export {
  removeContentEverywhere,
  removeContent,
  updateApplication,
  updateVideo,
  patchFiles,
  removeFiles,
  patchVideos,
} from './contents.ts';
export { listDrift, repairDrift } from './drift.ts';
export { getExpiry } from './expiry.ts';
export { listChanges, getChange, revertChange } from './history.ts';
export {
  createPlan,
  renewPlan,
  listPlans,
  getPlan,
  deletePlan,
  applyPlan,
  getPlanResults,
  continuePlan,
  continuePlanWithout,
  stopPlan,
  retryPlan,
} from './plans.ts';
export {
  listProfiles,
  createProfile,
  getProfile,
  updateProfile,
  deleteProfile,
  listProfileVersions,
  compareProfiles,
  exportProfile,
  importProfile,
} from './profiles.ts';
export { surveySettings } from './settings-survey.ts';
