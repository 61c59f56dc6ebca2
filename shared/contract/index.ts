import * as applications from './content/applications.ts';
import * as audit from './operations/audit.ts';
import * as availability from './commands/availability.ts';
import * as cable from './enrolment/cable.ts';
import * as carts from './enrolment/carts.ts';
import * as backups from './operations/backups.ts';
import { getSettingsCatalog } from './configuration/catalog.ts';
import * as classRuns from './classroom/class.ts';
import * as commands from './commands/commands.ts';
import * as configure from './configuration/configure.ts';
import * as contents from './configuration/contents.ts';
import * as devices from './devices/devices.ts';
import * as drift from './configuration/drift.ts';
import { getComputer, getDiagnostics } from './operations/diagnostics.ts';
import * as enrolment from './enrolment/enrolment.ts';
import * as events from './devices/events.ts';
import { getExpiry } from './configuration/expiry.ts';
import * as fleet from './devices/fleet.ts';
import * as groups from './devices/groups.ts';
import * as heartbeat from './enrolment/heartbeat.ts';
import * as history from './configuration/history.ts';
import * as libraryServing from './content/library-serving.ts';
import { getLibraryCoverage } from './content/library-coverage.ts';
import { lookForRoom } from './content/library-room.ts';
import * as lessons from './classroom/lessons.ts';
import * as library from './content/library.ts';
import * as libraryOffline from './content/library-offline.ts';
import { unassignLibraryItem } from './content/library-unassign.ts';
import * as libraryUploads from './content/library-uploads.ts';
import * as lookup from './devices/lookup.ts';
import * as metadata from './devices/metadata.ts';
import * as people from './access/people.ts';
import * as plans from './configuration/plans.ts';
import * as profiles from './configuration/profiles.ts';
import { resolveMac, resolveMacs } from './network/resolve-mac.ts';
import * as routers from './network/routers.ts';
import * as networkChecks from './network/network-checks.ts';
import * as lan from './network/lan.ts';
import * as pairing from './enrolment/pairing.ts';
import * as sessions from './access/sessions.ts';
import { surveySettings } from './configuration/settings-survey.ts';
import * as station from './operations/station.ts';
import * as statistics from './statistics/statistics.ts';
import { listHeadsetsBehind } from './statistics/statistics-behind.ts';
import * as stream from './commands/stream.ts';
import * as statisticsNow from './statistics/statistics-now.ts';
import * as syncConflicts from './sync/sync-conflicts.ts';
import * as syncHistory from './sync/sync-history.ts';
import * as syncWaiting from './sync/sync-waiting.ts';
import * as sync from './sync/sync.ts';
import * as tokens from './access/tokens.ts';
import * as views from './commands/views.ts';
import * as webhooks from './operations/webhooks.ts';

/** Version of the interface description. Source: interface.md "Versioning". */
export const INTERFACE_VERSION = '1.0.0';

/** Every operation by its name, which is also its operation id in the OpenAPI document. */
export const contract = {
  enrolDevice: enrolment.enrolDevice,
  enrolDeviceByCode: enrolment.enrolDeviceByCode,
  identifyType: enrolment.identifyType,
  startPairing: pairing.startPairing,
  finishPairing: pairing.finishPairing,
  getTemporaryCode: enrolment.getTemporaryCode,
  listDevices: devices.listDevices,
  getDevice: devices.getDevice,
  getDeviceByAndroidId: devices.getDeviceByAndroidId,
  getLicense: devices.getLicense,
  getSettingsCatalog,
  configureDevice: configure.configureDevice,
  configureDevices: configure.configureDevices,
  updateDevice: heartbeat.updateDevice,
  patchDevice: devices.patchDevice,
  patchDevices: devices.patchDevices,
  deleteDevice: devices.deleteDevice,
  lookUpDevices: lookup.lookUpDevices,
  removeContentEverywhere: contents.removeContentEverywhere,
  removeContent: contents.removeContent,
  updateApplication: contents.updateApplication,
  updateVideo: contents.updateVideo,
  patchFiles: contents.patchFiles,
  removeFiles: contents.removeFiles,
  patchVideos: contents.patchVideos,
  setMetadata: metadata.setMetadata,
  setMetadataOfMany: metadata.setMetadataOfMany,
  removeMetadata: metadata.removeMetadata,
  resolveMac,
  lookUpApplications: applications.lookUpApplications,
  getApplicationImage: applications.getApplicationImage,
  listEvents: events.listEvents,
  listHeadsetsBehind,
  getConnectivity: statistics.getConnectivity,
  getActivity: statistics.getActivity,
  sendCommand: commands.sendCommand,
  sendCommandToMany: commands.sendCommandToMany,
  answerCommand: commands.answerCommand,
  cancelCommand: commands.cancelCommand,
  unenrollDevice: commands.unenrollDevice,
  getAvailability: availability.getAvailability,
  forceAvailability: availability.forceAvailability,
  getStreamStatus: stream.getStreamStatus,
  setStreamQuality: stream.setStreamQuality,
  listViewPermissions: views.listViewPermissions,
  setViewPermission: views.setViewPermission,
  keepBoard: views.keepBoard,
  closeBoard: views.closeBoard,
  sendPicture: views.sendPicture,
  getPicture: views.getPicture,
  startLiveView: views.startLiveView,
  addLiveCandidates: views.addLiveCandidates,
  endLiveView: views.endLiveView,
  reportArrival: views.reportArrival,
  reportLiveViews: views.reportLiveViews,
  setViewConsent: views.setViewConsent,
  getFleetStatistics: statisticsNow.getFleetStatistics,
  getAppStatistics: statisticsNow.getAppStatistics,
  getHealthStatistics: statisticsNow.getHealthStatistics,
  getHealth: station.getHealth,
  getStation: station.getStation,
  changeEnterprise: station.changeEnterprise,
  getLan: lan.getLan,
  setLan: lan.setLan,
  createSlots: station.createSlots,
  createCodes: station.createCodes,
  createBackup: backups.createBackup,
  listBackups: backups.listBackups,
  inspectBackup: backups.inspectBackup,
  downloadBackup: backups.downloadBackup,
  restoreBackup: backups.restoreBackup,
  addCopy: backups.addCopy,
  listCopies: backups.listCopies,
  downloadCopy: backups.downloadCopy,
  openCopy: backups.openCopy,
  removeCopy: backups.removeCopy,
  getComputer,
  getDiagnostics,
  getNetworkChecks: networkChecks.getNetworkChecks,
  runNetworkChecks: networkChecks.runNetworkChecks,
  getPractice: station.getPractice,
  startPractice: station.startPractice,
  stopPractice: station.stopPractice,
  addToLibrary: library.addToLibrary,
  listLibrary: library.listLibrary,
  getLibraryItem: library.getLibraryItem,
  removeLibraryItem: library.removeLibraryItem,
  startUpload: libraryUploads.startUpload,
  getUpload: libraryUploads.getUpload,
  continueUpload: libraryUploads.continueUpload,
  cancelUpload: libraryUploads.cancelUpload,
  listLibraryJobs: library.listJobs,
  cancelLibraryJob: library.cancelJob,
  collectLibrary: library.collectLibrary,
  prepareOffline: libraryOffline.prepareOffline,
  getReadiness: libraryOffline.getReadiness,
  getLibraryCoverage,
  lookForRoom,
  unassignLibraryItem,
  getExpiry,
  issueToken: tokens.issueToken,
  listTokens: tokens.listTokens,
  getToken: tokens.getToken,
  revokeToken: tokens.revokeToken,
  createEnterprise: tokens.createEnterprise,
  openSession: sessions.openSession,
  getSession: sessions.getSession,
  closeSession: sessions.closeSession,
  listPeople: people.listPeople,
  addPerson: people.addPerson,
  updatePerson: people.updatePerson,
  removePerson: people.removePerson,
  listAudit: audit.listAudit,
  exportAudit: audit.exportAudit,
  verifyAudit: audit.verifyAudit,
  listLessons: lessons.listLessons,
  getLesson: lessons.getLesson,
  createLesson: lessons.createLesson,
  updateLesson: lessons.updateLesson,
  deleteLesson: lessons.deleteLesson,
  startClassRun: classRuns.startClassRun,
  listClassRuns: classRuns.listClassRuns,
  getClassRun: classRuns.getClassRun,
  retryClassRun: classRuns.retryClassRun,
  runLessonStep: classRuns.runLessonStep,
  createWebhook: webhooks.createWebhook,
  listWebhooks: webhooks.listWebhooks,
  getWebhook: webhooks.getWebhook,
  updateWebhook: webhooks.updateWebhook,
  deleteWebhook: webhooks.deleteWebhook,
  rotateWebhookSecret: webhooks.rotateWebhookSecret,
  testWebhook: webhooks.testWebhook,
  listDeliveries: webhooks.listDeliveries,
  retryDelivery: webhooks.retryDelivery,
  resolveMacs,
  listRouters: routers.listRouters,
  replaceRouters: routers.replaceRouters,
  testRouter: routers.testRouter,
  getContent: libraryServing.getContent,
  getContentPieces: libraryServing.getContentPieces,
  getSchedule: libraryServing.getSchedule,
  setSchedule: libraryServing.setSchedule,
  listDownloads: libraryServing.listDownloads,
  setUpstream: sync.setUpstream,
  removeUpstream: sync.removeUpstream,
  checkUpstream: sync.checkUpstream,
  getSync: sync.getSync,
  runSync: sync.runSync,
  pauseSync: sync.pauseSync,
  resumeSync: sync.resumeSync,
  listConflicts: syncConflicts.listConflicts,
  resolveConflict: syncConflicts.resolveConflict,
  resolveConflicts: syncConflicts.resolveConflicts,
  listSyncDevices: sync.listSyncDevices,
  getSyncWaiting: syncWaiting.getSyncWaiting,
  dropWaiting: syncWaiting.dropWaiting,
  linkDevice: sync.linkDevice,
  retrySync: sync.retrySync,
  listSetAside: syncHistory.listSetAside,
  listSyncRuns: syncHistory.listSyncRuns,
  getSyncReport: syncHistory.getSyncReport,
  listGroups: groups.listGroups,
  createGroup: groups.createGroup,
  getGroup: groups.getGroup,
  updateGroup: groups.updateGroup,
  deleteGroup: groups.deleteGroup,
  listProfiles: profiles.listProfiles,
  createProfile: profiles.createProfile,
  getProfile: profiles.getProfile,
  updateProfile: profiles.updateProfile,
  deleteProfile: profiles.deleteProfile,
  listProfileVersions: profiles.listProfileVersions,
  compareProfiles: profiles.compareProfiles,
  exportProfile: profiles.exportProfile,
  importProfile: profiles.importProfile,
  createPlan: plans.createPlan,
  renewPlan: plans.renewPlan,
  listPlans: plans.listPlans,
  getPlan: plans.getPlan,
  deletePlan: plans.deletePlan,
  applyPlan: plans.applyPlan,
  getPlanResults: plans.getPlanResults,
  continuePlan: plans.continuePlan,
  continuePlanWithout: plans.continuePlanWithout,
  stopPlan: plans.stopPlan,
  retryPlan: plans.retryPlan,
  listChanges: history.listChanges,
  getChange: history.getChange,
  revertChange: history.revertChange,
  listDrift: drift.listDrift,
  repairDrift: drift.repairDrift,
  exportSlots: carts.exportSlots,
  importSlots: carts.importSlots,
  swapSlots: carts.swapSlots,
  freeSlot: carts.freeSlot,
  setSlotProfiles: carts.setSlotProfiles,
  createAcceptanceSheet: carts.createAcceptanceSheet,
  getCable: cable.getCable,
  getCableRecipe: cable.getCableRecipe,
  setCableRecipe: cable.setCableRecipe,
  previewCable: cable.previewCable,
  startCable: cable.startCable,
  stopCable: cable.stopCable,
  retryCable: cable.retryCable,
  setCableSlot: cable.setCableSlot,
  surveySettings,
} as const;

/** Every Server-Sent Events stream by its name. */
export const streams = {
  deviceUpdates: events.deviceUpdates,
  fleetUpdates: fleet.fleetUpdates,
} as const;
