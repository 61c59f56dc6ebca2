import type { OperationExamples, ParameterNotes } from '../reference/reference.ts';
import {
  BEAT_AT,
  CHANGE_ID,
  DEVICE_ID,
  ENROLLED_AT,
  LIBRARY_ID,
  LICENCE_ENDS_AT,
  PACKAGE_NAME,
  SHA256,
} from '../reference/values.ts';

const URL_OF_APK = 'https://content.example/planetarium-12.apk';

const entry = {
  sha256: SHA256,
  name: 'planetarium-12.apk',
  kind: 'application' as const,
  sizeBytes: 12_582_912,
  mediaType: 'application/vnd.android.package-archive',
  createdAt: ENROLLED_AT,
  source: 'url' as const,
  sourceUrl: URL_OF_APK,
  fetchedAt: ENROLLED_AT,
  apk: {
    packageName: PACKAGE_NAME,
    versionCode: 12,
    versionName: '1.2.0',
    label: 'Planetarium',
    minSdk: 29,
    permissions: ['android.permission.INTERNET'],
    parts: { splits: ['config.arm64_v8a'], obbs: [`main.12.${PACKAGE_NAME}.obb`] },
    hasIcon: true,
  },
  finding: null,
};

const item = {
  ...entry,
  pieces: [SHA256, SHA256],
  pieceBytes: 8_388_608,
  urls: [URL_OF_APK],
  assignedTo: [DEVICE_ID],
};

const job = {
  id: LIBRARY_ID,
  url: URL_OF_APK,
  name: 'planetarium-12.apk',
  kind: 'application' as const,
  status: 'fetching' as const,
  receivedBytes: 4_194_304,
  totalBytes: 12_582_912,
  bytesPerSec: 9_437_184,
  attempts: 0,
  nextAttemptAt: null,
  error: null,
  sha256: null,
  createdAt: ENROLLED_AT,
  finishedAt: null,
};

const upload = {
  id: LIBRARY_ID,
  name: 'planetarium-12.apk',
  kind: 'application' as const,
  sizeBytes: 12_582_912,
  offset: 8_388_608,
  createdAt: ENROLLED_AT,
  expiresAt: LICENCE_ENDS_AT,
};

const readiness = {
  isReady: false,
  devices: 1,
  held: 0,
  missing: 1,
  missingBytes: 12_582_912,
  isMissingBytesExact: true,
  contents: [
    {
      url: URL_OF_APK,
      kind: 'application' as const,
      name: PACKAGE_NAME,
      state: 'fetching' as const,
      sizeBytes: 12_582_912,
      receivedBytes: 4_194_304,
      source: null,
      fetchedAt: null,
      sha256: null,
      jobId: LIBRARY_ID,
      error: null,
      devices: 1,
    },
  ],
  invalidIds: ['no-such-device'],
};

export const examples: OperationExamples = {
  addToLibrary: {
    body: { url: URL_OF_APK, name: 'planetarium-12.apk', kind: 'application', sha256: SHA256 },
    reply: { item: null, job, isNew: true },
  },
  listLibrary: {
    reply: {
      page: 1,
      limit: 50,
      total: 1,
      items: [entry],
      summary: {
        counts: { application: 1, obb: 0, video: 0, file: 0 },
        usedBytes: 12_582_912,
        freeBytes: 412_000_000_000,
      },
    },
  },
  getLibraryItem: { reply: item },
  removeLibraryItem: { reply: { success: true, freedBytes: 12_582_912 } },
  startUpload: {
    body: {
      name: 'planetarium-12.apk',
      sizeBytes: 12_582_912,
      kind: 'application',
      sha256: SHA256,
      sourceUrl: URL_OF_APK,
    },
    reply: { ...upload, offset: 0 },
  },
  getUpload: { reply: upload },
  continueUpload: { reply: { upload, item: null, isNew: false } },
  cancelUpload: { reply: { success: true } },
  listLibraryJobs: { reply: { page: 1, limit: 50, total: 1, items: [job] } },
  cancelLibraryJob: { reply: { ...job, status: 'cancelled', bytesPerSec: 0, finishedAt: BEAT_AT } },
  collectLibrary: {
    body: { dryRun: true },
    reply: {
      dryRun: true,
      removed: [{ sha256: SHA256, name: 'old-film.mp4', sizeBytes: 734_003_200 }],
      kept: 4,
      freedBytes: 734_003_200,
    },
  },
  prepareOffline: { body: { devicesId: [DEVICE_ID, 'no-such-device'] }, reply: readiness },
  getReadiness: { reply: readiness },
  getLibraryCoverage: {
    reply: {
      items: [
        {
          sha256: SHA256,
          assigned: 1,
          installed: 0,
          outdated: 0,
          loading: 1,
          failed: 0,
          pending: 0,
          removing: 0,
          headsets: [{ deviceId: DEVICE_ID, status: 'DOWNLOADING', progress: 0.4 }],
        },
      ],
    },
  },
  estimateSpace: {
    body: { sha256: [SHA256], devicesId: [DEVICE_ID, 'no-such-device'] },
    reply: {
      neededBytes: 27_682_407,
      items: [
        {
          deviceId: DEVICE_ID,
          state: 'short',
          reportedAt: BEAT_AT,
          freeBytes: 20_000_000,
          waitingBytes: 4_000_000,
          waitingUnknown: 0,
          leavingBytes: 1_000_000,
          missingBytes: 10_682_407,
        },
      ],
      invalidIds: ['no-such-device'],
    },
  },
  unassignLibraryItem: {
    body: { devicesId: [DEVICE_ID, 'no-such-device'], dryRun: false },
    reply: {
      dryRun: false,
      items: [{ deviceId: DEVICE_ID, outcome: 'taken', status: 'INSTALLED' }],
      invalidIds: ['no-such-device'],
      changeId: CHANGE_ID,
    },
  },
};

export const parameters: ParameterNotes = {
  devicesId: {
    description: 'Identifiers of device records, separated by commas; absent: all of the organisation.',
    example: DEVICE_ID,
  },
  force: { description: 'True to remove it even if headsets have it assigned.', example: false },
  jobId: { description: 'The identifier of the fetch.', example: LIBRARY_ID },
  offset: {
    description: 'Position of these bytes: the number of bytes received so far.',
    example: 8_388_608,
  },
  sourceUrl: {
    description: 'URL in headset settings that the bytes stand for.',
    example: 'https://content.example/planetarium-12.apk',
  },
  uploadId: { description: 'The identifier of the upload.', example: LIBRARY_ID },
};
