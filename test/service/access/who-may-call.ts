import type { Reach, Scope } from '../../../shared/contract/endpoint.ts';
import { contract, streams } from '../../../shared/contract/index.ts';
import type { Role } from '../../../shared/contract/access/roles.ts';

/** Every operation of the OpenAPI document: those of the contract, and the metrics. */
export type OperationName = keyof typeof contract | keyof typeof streams | 'getMetrics';

type Tokens =
  | 'enterprise'
  | 'device'
  | 'enterprise + device'
  | 'enterprise + enroll'
  | 'enterprise + device + enroll'
  /** Needs no token. */
  | 'public'
  /** Needs no token on this computer; over the local network only while a passcode is set. */
  | 'loopback';

/**
 * Permissions: the tokens that may call it, its answer over the local network without a passcode, a person's minimum
 * role, and whether people who are limited to carts may call it too.
 */
type Rule = `${Tokens}, ${Reach}, ${Role | 'nobody'}${'' | ', carts'}`;

/**
 * The permission table: the only list beside the contract, which `every-caller.test.ts` compares with the service and
 * its OpenAPI document. A new operation needs its own line: decide it, and do not copy the contract.
 */
const RULES: Readonly<Record<OperationName, Rule>> = {
  addCopy: 'enterprise, administration, technician',
  addLiveCandidates: 'enterprise, anywhere, viewer, carts',
  addPerson: 'enterprise, administration, technician',
  addToLibrary: 'enterprise, administration, technician',
  answerCommand: 'device, anywhere, nobody',
  applyPlan: 'enterprise, administration, technician',
  cancelCommand: 'enterprise, administration, technician',
  cancelLibraryJob: 'enterprise, administration, technician',
  cancelUpload: 'enterprise, administration, technician',
  changeEnterprise: 'enterprise, administration, technician',
  checkUpstream: 'enterprise, administration, technician',
  closeBoard: 'enterprise, administration, viewer, carts',
  closeSession: 'enterprise, administration, viewer, carts',
  collectLibrary: 'enterprise, administration, technician',
  compareProfiles: 'enterprise, administration, viewer',
  configureDevice: 'enterprise, anywhere, technician',
  configureDevices: 'enterprise, anywhere, technician',
  continuePlan: 'enterprise, administration, technician',
  continuePlanWithout: 'enterprise, administration, technician',
  continueUpload: 'enterprise, administration, technician',
  createAcceptanceSheet: 'enterprise, administration, technician',
  createBackup: 'enterprise, administration, technician',
  createCentralSlots: 'enterprise, administration, technician',
  createCodes: 'enterprise, administration, technician',
  createEnterprise: 'enterprise, administration, technician',
  createGroup: 'enterprise, administration, technician',
  createLesson: 'enterprise, administration, technician',
  createNamedSlots: 'enterprise, administration, technician',
  createPlan: 'enterprise, administration, technician',
  createProfile: 'enterprise, administration, technician',
  createSlots: 'enterprise, administration, technician',
  createWebhook: 'enterprise, administration, technician',
  deleteDevice: 'enterprise, anywhere, technician',
  deleteGroup: 'enterprise, administration, technician',
  deleteLesson: 'enterprise, administration, technician',
  deletePlan: 'enterprise, administration, technician',
  deleteProfile: 'enterprise, administration, technician',
  deleteWebhook: 'enterprise, administration, technician',
  deviceUpdates: 'enterprise + device, anywhere, viewer, carts',
  downloadBackup: 'enterprise, administration, technician',
  downloadCopy: 'enterprise, administration, technician',
  dropWaiting: 'enterprise, administration, technician',
  endLiveView: 'enterprise, anywhere, viewer, carts',
  enrolDevice: 'enterprise + enroll, anywhere, technician',
  enrolDeviceByCode: 'enterprise + enroll, anywhere, technician',
  exportAudit: 'enterprise, administration, technician',
  exportProfile: 'enterprise, administration, technician',
  exportSlots: 'enterprise, administration, technician',
  finishPairing: 'public, anywhere, nobody',
  fleetUpdates: 'enterprise, administration, viewer, carts',
  forceAvailability: 'enterprise, anywhere, technician',
  freeSlot: 'enterprise, administration, technician',
  getActivity: 'enterprise, anywhere, viewer, carts',
  getApplicationImage: 'public, anywhere, nobody',
  getAppStatistics: 'enterprise, anywhere, viewer, carts',
  getAvailability: 'enterprise + device, anywhere, viewer, carts',
  getCable: 'enterprise, administration, technician',
  getCableRecipe: 'enterprise, administration, technician',
  getCertificate: 'enterprise, administration, viewer',
  getChange: 'enterprise, administration, viewer',
  getClassRules: 'enterprise, administration, viewer, carts',
  getClassRun: 'enterprise, administration, viewer, carts',
  getComputer: 'enterprise, administration, technician',
  getConnectivity: 'enterprise, anywhere, viewer, carts',
  getContent: 'enterprise + device, anywhere, technician',
  getContentPieces: 'enterprise + device, anywhere, technician',
  getDevice: 'enterprise + device, anywhere, viewer, carts',
  getDeviceByAndroidId: 'enterprise + device, anywhere, viewer, carts',
  getDiagnostics: 'enterprise, administration, technician',
  getExpiry: 'enterprise, administration, viewer',
  getFleetStatistics: 'enterprise, anywhere, viewer, carts',
  getGroup: 'enterprise, administration, viewer, carts',
  getHealth: 'public, anywhere, nobody',
  getHealthStatistics: 'enterprise, anywhere, viewer, carts',
  getLan: 'enterprise, administration, viewer',
  getLesson: 'enterprise, administration, viewer, carts',
  getLibraryCoverage: 'enterprise, administration, viewer',
  getLibraryItem: 'enterprise, administration, viewer',
  getLicense: 'enterprise + device, anywhere, technician',
  getMetrics: 'enterprise, anywhere, technician',
  getNetworkChecks: 'enterprise, administration, viewer',
  getPicture: 'enterprise, administration, viewer, carts',
  getPlan: 'enterprise, administration, viewer',
  getPlanResults: 'enterprise, administration, viewer',
  getPractice: 'enterprise, administration, viewer',
  getProgram: 'enterprise, administration, technician',
  getProfile: 'enterprise, administration, technician',
  getReadiness: 'enterprise, administration, viewer',
  getSchedule: 'enterprise, administration, viewer',
  getSession: 'enterprise, administration, viewer, carts',
  getSettingsCatalog: 'enterprise + device, anywhere, viewer, carts',
  getStation: 'enterprise + device, anywhere, viewer, carts',
  getStranded: 'enterprise, administration, technician',
  getStreamStatus: 'enterprise + device, anywhere, viewer, carts',
  getSync: 'enterprise, administration, viewer',
  getSyncReport: 'enterprise, administration, viewer',
  getSyncWaiting: 'enterprise, administration, technician',
  getTemporaryCode: 'enterprise, anywhere, technician',
  getToken: 'enterprise, administration, technician',
  getUpload: 'enterprise, administration, technician',
  getWebhook: 'enterprise, administration, technician',
  identifyType: 'enterprise + device + enroll, anywhere, technician',
  importProfile: 'enterprise, administration, technician',
  importSlots: 'enterprise, administration, technician',
  inspectBackup: 'enterprise, administration, technician',
  issueToken: 'enterprise, administration, technician',
  keepBoard: 'enterprise, administration, viewer, carts',
  linkDevice: 'enterprise, administration, technician',
  listAudit: 'enterprise, administration, technician',
  listBackups: 'enterprise, administration, technician',
  listChanges: 'enterprise, administration, viewer',
  listClassApps: 'enterprise, administration, viewer, carts',
  listClassRuns: 'enterprise, administration, viewer, carts',
  listConflicts: 'enterprise, administration, technician',
  listCopies: 'enterprise, administration, technician',
  listDeliveries: 'enterprise, administration, technician',
  listDevices: 'enterprise, anywhere, viewer, carts',
  listDownloads: 'enterprise, administration, viewer',
  listDrift: 'enterprise, administration, viewer, carts',
  listEvents: 'enterprise + device, anywhere, viewer, carts',
  listGroups: 'enterprise, administration, viewer, carts',
  listHeadsetsBehind: 'enterprise, administration, viewer, carts',
  listLessons: 'enterprise, administration, viewer, carts',
  listLibrary: 'enterprise, administration, viewer, carts',
  listLibraryJobs: 'enterprise, administration, viewer',
  listPeople: 'enterprise, administration, technician',
  listPlans: 'enterprise, administration, viewer',
  listProfiles: 'enterprise, administration, viewer',
  listProfileVersions: 'enterprise, administration, viewer',
  listRecords: 'enterprise, administration, viewer, carts',
  listRouters: 'enterprise, administration, technician',
  listSetAside: 'enterprise, administration, technician',
  listSyncDevices: 'enterprise, administration, viewer',
  listSyncRuns: 'enterprise, administration, viewer',
  listTokens: 'enterprise, administration, technician',
  listViewPermissions: 'enterprise, administration, viewer, carts',
  listWebhooks: 'enterprise, administration, technician',
  estimateSpace: 'enterprise, administration, technician',
  lookUpApplications: 'public, anywhere, nobody',
  lookUpDevices: 'enterprise, anywhere, viewer, carts',
  openCopy: 'enterprise, administration, technician',
  openProgramWindow: 'enterprise, administration, technician',
  openSession: 'loopback, administration, nobody',
  patchDevice: 'enterprise, anywhere, technician',
  patchDevices: 'enterprise, anywhere, technician',
  patchFiles: 'enterprise, anywhere, technician',
  patchVideos: 'enterprise, anywhere, technician',
  pauseSync: 'enterprise, administration, technician',
  prepareOffline: 'enterprise, administration, technician',
  previewCable: 'enterprise, administration, technician',
  quitProgram: 'enterprise, administration, technician',
  readRecords: 'enterprise, administration, technician',
  removeContent: 'enterprise, anywhere, technician',
  removeContentEverywhere: 'enterprise, anywhere, technician',
  removeCopy: 'enterprise, administration, technician',
  removeFiles: 'enterprise, anywhere, technician',
  removeLibraryItem: 'enterprise, administration, technician',
  removeMetadata: 'enterprise, anywhere, technician',
  removePerson: 'enterprise, administration, technician',
  removeUpstream: 'enterprise, administration, technician',
  renewPlan: 'enterprise, administration, technician',
  repairDrift: 'enterprise, administration, technician',
  replaceRouters: 'enterprise, administration, technician',
  reportArrival: 'enterprise, anywhere, viewer, carts',
  reportLiveViews: 'device, anywhere, nobody',
  resolveConflict: 'enterprise, administration, technician',
  resolveConflicts: 'enterprise, administration, technician',
  resolveMac: 'enterprise, anywhere, technician',
  resolveMacs: 'enterprise, administration, technician',
  restoreBackup: 'enterprise, administration, technician',
  resumeSync: 'enterprise, administration, technician',
  retryCable: 'enterprise, administration, technician',
  retryClassRun: 'enterprise, administration, teacher, carts',
  retryDelivery: 'enterprise, administration, technician',
  retryPlan: 'enterprise, administration, technician',
  retrySync: 'enterprise, administration, technician',
  revertChange: 'enterprise, administration, technician',
  revokeToken: 'enterprise, administration, technician',
  rotateWebhookSecret: 'enterprise, administration, technician',
  runLessonStep: 'enterprise, administration, teacher, carts',
  runNetworkChecks: 'enterprise, administration, technician',
  runSync: 'enterprise, administration, technician',
  sendCommand: 'enterprise, anywhere, technician',
  sendCommandToMany: 'enterprise, anywhere, technician',
  sendPicture: 'device, anywhere, nobody',
  setCableRecipe: 'enterprise, administration, technician',
  setAdbWifi: 'enterprise, administration, technician',
  setCableSlot: 'enterprise, administration, technician',
  setClassRules: 'enterprise, administration, technician',
  setLan: 'enterprise, administration, technician',
  setMetadata: 'enterprise, anywhere, technician',
  setMetadataOfMany: 'enterprise, anywhere, technician',
  setSchedule: 'enterprise, administration, technician',
  setSlotProfiles: 'enterprise, administration, technician',
  setStreamQuality: 'enterprise, anywhere, technician',
  settleCopy: 'enterprise, administration, technician',
  setUpstream: 'enterprise, administration, technician',
  setViewConsent: 'device, anywhere, nobody',
  setViewPermission: 'enterprise, administration, technician',
  startCable: 'enterprise, administration, technician',
  startClassRun: 'enterprise, administration, teacher, carts',
  startLiveView: 'enterprise, anywhere, viewer, carts',
  startPairing: 'public, anywhere, nobody',
  startPractice: 'enterprise, administration, technician',
  startUpload: 'enterprise, administration, technician',
  stopCable: 'enterprise, administration, technician',
  stopPlan: 'enterprise, administration, technician',
  stopPractice: 'enterprise, administration, technician',
  surveySettings: 'enterprise, administration, viewer, carts',
  swapSlots: 'enterprise, administration, technician',
  testRouter: 'enterprise, administration, technician',
  testWebhook: 'enterprise, administration, technician',
  unassignLibraryItem: 'enterprise, administration, technician',
  unenrollDevice: 'enterprise, anywhere, technician',
  updateApplication: 'enterprise, anywhere, technician',
  updateDevice: 'enterprise + device, anywhere, technician',
  updateGroup: 'enterprise, administration, technician',
  updateLesson: 'enterprise, administration, technician',
  updatePerson: 'enterprise, administration, technician',
  updateProfile: 'enterprise, administration, technician',
  updateVideo: 'enterprise, anywhere, technician',
  updateWebhook: 'enterprise, administration, technician',
  verifyAudit: 'enterprise, administration, technician',
};

/** One operation with its row of the table. */
export type Operation = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly scopes: readonly Scope[] | 'public' | 'loopback';
  readonly reach: Reach;
  /** Null: people do not call it. */
  readonly role: Role | null;
  /** True if people who are limited to carts may call it. */
  readonly servesCarts: boolean;
};

const METRICS = { method: 'GET', path: '/metrics' } as const;

function scopesOf(tokens: string): Operation['scopes'] {
  return tokens === 'public' || tokens === 'loopback' ? tokens : (tokens.split(' + ') as Scope[]);
}

/** Every operation of the table; the ones that end a session come last. */
export const OPERATIONS_AND_CALLERS: readonly Operation[] = Object.entries(RULES)
  .map(([name, rule]) => {
    const [tokens = '', reach, role, carts] = rule.split(', ');
    const { method, path } = { ...contract, ...streams, getMetrics: METRICS }[name as OperationName];
    return {
      name,
      method,
      path,
      scopes: scopesOf(tokens),
      reach: reach as Reach,
      role: role === 'nobody' ? null : (role as Role),
      servesCarts: carts === 'carts',
    };
  })
  .toSorted((a, b) => Number(a.name === 'closeSession') - Number(b.name === 'closeSession'));
