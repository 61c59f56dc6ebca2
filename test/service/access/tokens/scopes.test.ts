import { expect, test } from 'vitest';

import type { Scope } from '../../../../shared/contract/endpoint.ts';
import { contract, streams } from '../../../../shared/contract/index.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

/** Who may call what, as the design has it: enterprise everything; a headset its own; enrol only the three calls. */
const ALLOWED: Readonly<Record<keyof typeof contract | keyof typeof streams, readonly Scope[] | 'open'>> = {
  enrolDevice: ['enterprise', 'enroll'],
  enrolDeviceByCode: ['enterprise', 'enroll'],
  identifyType: ['enterprise', 'enroll', 'device'],
  startPairing: 'open',
  finishPairing: 'open',
  getLan: ['enterprise'],
  setLan: ['enterprise'],
  getTemporaryCode: ['enterprise'],
  listDevices: ['enterprise'],
  getDevice: ['enterprise', 'device'],
  getDeviceByAndroidId: ['enterprise', 'device'],
  getLicense: ['enterprise', 'device'],
  getSettingsCatalog: ['enterprise', 'device'],
  configureDevice: ['enterprise'],
  configureDevices: ['enterprise'],
  updateDevice: ['enterprise', 'device'],
  patchDevice: ['enterprise'],
  patchDevices: ['enterprise'],
  deleteDevice: ['enterprise'],
  lookUpDevices: ['enterprise'],
  removeContentEverywhere: ['enterprise'],
  removeContent: ['enterprise'],
  updateApplication: ['enterprise'],
  updateVideo: ['enterprise'],
  patchFiles: ['enterprise'],
  removeFiles: ['enterprise'],
  patchVideos: ['enterprise'],
  setMetadata: ['enterprise'],
  setMetadataOfMany: ['enterprise'],
  removeMetadata: ['enterprise'],
  resolveMac: ['enterprise'],
  lookUpApplications: 'open',
  getApplicationImage: 'open',
  listEvents: ['enterprise', 'device'],
  getFleetStatistics: ['enterprise'],
  getAppStatistics: ['enterprise'],
  listHeadsetsBehind: ['enterprise'],
  getHealthStatistics: ['enterprise'],
  deviceUpdates: ['enterprise', 'device'],
  getConnectivity: ['enterprise'],
  getActivity: ['enterprise'],
  sendCommand: ['enterprise'],
  sendCommandToMany: ['enterprise'],
  answerCommand: ['device'],
  cancelCommand: ['enterprise'],
  unenrollDevice: ['enterprise'],
  getAvailability: ['enterprise', 'device'],
  forceAvailability: ['enterprise'],
  getStreamStatus: ['enterprise', 'device'],
  setStreamQuality: ['enterprise'],
  listViewPermissions: ['enterprise'],
  setViewPermission: ['enterprise'],
  keepBoard: ['enterprise'],
  closeBoard: ['enterprise'],
  sendPicture: ['device'],
  getPicture: ['enterprise'],
  startLiveView: ['enterprise'],
  addLiveCandidates: ['enterprise'],
  endLiveView: ['enterprise'],
  reportArrival: ['enterprise'],
  reportLiveViews: ['device'],
  setViewConsent: ['device'],
  getHealth: 'open',
  getStation: ['enterprise', 'device'],
  changeEnterprise: ['enterprise'],
  createSlots: ['enterprise'],
  createCodes: ['enterprise'],
  createBackup: ['enterprise'],
  listGroups: ['enterprise'],
  createGroup: ['enterprise'],
  getGroup: ['enterprise'],
  updateGroup: ['enterprise'],
  deleteGroup: ['enterprise'],
  listProfiles: ['enterprise'],
  createProfile: ['enterprise'],
  getProfile: ['enterprise'],
  updateProfile: ['enterprise'],
  deleteProfile: ['enterprise'],
  listProfileVersions: ['enterprise'],
  compareProfiles: ['enterprise'],
  exportProfile: ['enterprise'],
  importProfile: ['enterprise'],
  createPlan: ['enterprise'],
  renewPlan: ['enterprise'],
  listPlans: ['enterprise'],
  getPlan: ['enterprise'],
  deletePlan: ['enterprise'],
  applyPlan: ['enterprise'],
  getPlanResults: ['enterprise'],
  continuePlan: ['enterprise'],
  continuePlanWithout: ['enterprise'],
  stopPlan: ['enterprise'],
  retryPlan: ['enterprise'],
  listChanges: ['enterprise'],
  getChange: ['enterprise'],
  revertChange: ['enterprise'],
  listDrift: ['enterprise'],
  repairDrift: ['enterprise'],
  exportSlots: ['enterprise'],
  importSlots: ['enterprise'],
  swapSlots: ['enterprise'],
  freeSlot: ['enterprise'],
  setSlotProfiles: ['enterprise'],
  createAcceptanceSheet: ['enterprise'],
  getCable: ['enterprise'],
  getCableRecipe: ['enterprise'],
  setCableRecipe: ['enterprise'],
  previewCable: ['enterprise'],
  startCable: ['enterprise'],
  stopCable: ['enterprise'],
  retryCable: ['enterprise'],
  setCableSlot: ['enterprise'],
  surveySettings: ['enterprise'],
  listBackups: ['enterprise'],
  inspectBackup: ['enterprise'],
  downloadBackup: ['enterprise'],
  restoreBackup: ['enterprise'],
  addCopy: ['enterprise'],
  listCopies: ['enterprise'],
  downloadCopy: ['enterprise'],
  openCopy: ['enterprise'],
  removeCopy: ['enterprise'],
  getComputer: ['enterprise'],
  getDiagnostics: ['enterprise'],
  getNetworkChecks: ['enterprise'],
  runNetworkChecks: ['enterprise'],
  getPractice: ['enterprise'],
  startPractice: ['enterprise'],
  stopPractice: ['enterprise'],
  addToLibrary: ['enterprise'],
  listLibrary: ['enterprise'],
  getLibraryItem: ['enterprise'],
  removeLibraryItem: ['enterprise'],
  startUpload: ['enterprise'],
  getUpload: ['enterprise'],
  continueUpload: ['enterprise'],
  cancelUpload: ['enterprise'],
  listLibraryJobs: ['enterprise'],
  cancelLibraryJob: ['enterprise'],
  collectLibrary: ['enterprise'],
  prepareOffline: ['enterprise'],
  getReadiness: ['enterprise'],
  getLibraryCoverage: ['enterprise'],
  lookForRoom: ['enterprise'],
  unassignLibraryItem: ['enterprise'],
  getExpiry: ['enterprise'],
  issueToken: ['enterprise'],
  listTokens: ['enterprise'],
  getToken: ['enterprise'],
  revokeToken: ['enterprise'],
  createEnterprise: ['enterprise'],
  openSession: 'open',
  getSession: ['enterprise'],
  closeSession: ['enterprise'],
  listPeople: ['enterprise'],
  addPerson: ['enterprise'],
  updatePerson: ['enterprise'],
  removePerson: ['enterprise'],
  listAudit: ['enterprise'],
  exportAudit: ['enterprise'],
  verifyAudit: ['enterprise'],
  listLessons: ['enterprise'],
  getLesson: ['enterprise'],
  createLesson: ['enterprise'],
  updateLesson: ['enterprise'],
  deleteLesson: ['enterprise'],
  startClassRun: ['enterprise'],
  listClassRuns: ['enterprise'],
  getClassRun: ['enterprise'],
  retryClassRun: ['enterprise'],
  runLessonStep: ['enterprise'],
  createWebhook: ['enterprise'],
  listWebhooks: ['enterprise'],
  getWebhook: ['enterprise'],
  updateWebhook: ['enterprise'],
  deleteWebhook: ['enterprise'],
  rotateWebhookSecret: ['enterprise'],
  testWebhook: ['enterprise'],
  listDeliveries: ['enterprise'],
  retryDelivery: ['enterprise'],
  resolveMacs: ['enterprise'],
  listRouters: ['enterprise'],
  replaceRouters: ['enterprise'],
  testRouter: ['enterprise'],
  getContent: ['enterprise', 'device'],
  getContentPieces: ['enterprise', 'device'],
  getSchedule: ['enterprise'],
  setSchedule: ['enterprise'],
  listDownloads: ['enterprise'],
  setUpstream: ['enterprise'],
  removeUpstream: ['enterprise'],
  checkUpstream: ['enterprise'],
  getSync: ['enterprise'],
  runSync: ['enterprise'],
  pauseSync: ['enterprise'],
  resumeSync: ['enterprise'],
  listConflicts: ['enterprise'],
  resolveConflict: ['enterprise'],
  resolveConflicts: ['enterprise'],
  listSyncDevices: ['enterprise'],
  getSyncWaiting: ['enterprise'],
  dropWaiting: ['enterprise'],
  linkDevice: ['enterprise'],
  retrySync: ['enterprise'],
  listSetAside: ['enterprise'],
  listSyncRuns: ['enterprise'],
  getSyncReport: ['enterprise'],
  fleetUpdates: ['enterprise'],
};
const operations = { ...contract, ...streams };
const rows = Object.entries(ALLOWED).map(([name, allowed]) => ({
  name,
  allowed,
  operation: operations[name as keyof typeof ALLOWED],
}));
const guarded = rows.filter(({ allowed }) => allowed !== 'open');

/** Asks an operation of the headset's own record; only who may ask is looked at, so the body is one that is refused. */
async function ask(
  operation: { readonly method: string; readonly path: string },
  headset: { readonly id: string; readonly androidId: string },
  token: string | null,
): Promise<number> {
  const path = operation.path
    .replace('{deviceId}', headset.id)
    .replace('{androidid}', headset.androidId)
    .replace('{tokenId}', 'no-such-token');
  const abort = new AbortController();
  const response = await fetch(station.url + path, {
    method: operation.method,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(operation.method === 'GET' ? {} : { body: '[]' }),
    signal: abort.signal,
  });
  abort.abort();
  return response.status;
}

test('the table names every operation there is', () => {
  expect(Object.keys(ALLOWED).toSorted((a, b) => a.localeCompare(b))).toEqual(
    Object.keys(operations).toSorted((a, b) => a.localeCompare(b)),
  );
});

test.each(guarded)('$name needs a token', async ({ operation }) => {
  const headset = await station.enrolled();

  expect(await ask(operation, headset, null)).toBe(401);
});

test.each(
  guarded.flatMap((row) => (['enterprise', 'device', 'enroll'] as const).map((scope) => ({ ...row, scope }))),
)('$name with a token of scope $scope', async ({ operation, allowed, scope }) => {
  const headset = await station.enrolled();
  const token = {
    enterprise: station.token,
    device: headset.token,
    enroll: await station.issue({ scope: 'enroll' }),
  }[scope];

  const status = await ask(operation, headset, token);

  expect(allowed.includes(scope) ? [200, 400, 404] : [403]).toContain(status);
});

test.each(rows.filter(({ operation }) => operation.path.includes('{deviceId}')))(
  '$name on another device’s path is forbidden to a device token, known or not',
  async ({ operation }) => {
    const mine = await station.enrolled();
    const theirs = await station.enrolled();

    expect(await ask(operation, theirs, mine.token)).toBe(403);
    expect(await ask(operation, { id: 'nobody', androidId: 'nobody' }, mine.token)).toBe(403);
  },
);

test('a device token does not read another headset by its androidId', async () => {
  const mine = await station.enrolled();
  const theirs = await station.enrolled();

  const answer = await station.send('GET', `/devices/androidid/${theirs.androidId}`, { token: mine.token });

  expect(answer).toMatchObject(refused(403, 'FORBIDDEN'));
});

test('a token of scope enroll enrols a headset and can do no more', async () => {
  const token = await station.issue({ scope: 'enroll' });
  const [slot] = await station.slots(1);

  const enrolled = await station.send('POST', '/devices', {
    body: { enrollmentToken: slot?.enrollmentToken, androidId: 'by-enroll-token' },
    token,
  });
  const read = await station.send('GET', `/devices/${slot?.id}`, { token });

  expect(enrolled.status).toBe(200);
  expect(read).toMatchObject(refused(403, 'FORBIDDEN'));
});

test('the metrics are for enterprise tokens', async () => {
  const { token } = await station.enrolled();

  expect((await station.send('GET', '/metrics')).status).toBe(200);
  expect((await station.send('GET', '/metrics', { token })).status).toBe(403);
  expect((await station.send('GET', '/metrics', { token: null })).status).toBe(401);
});
