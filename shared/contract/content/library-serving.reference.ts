import type { Download } from './library-serving.ts';
import type { OperationExamples } from '../reference/reference.ts';
import { BEAT_AT, CONTENT_SHA256, DEVICE_ID, ENROLLED_AT } from '../reference/values.ts';

/** A content that is half downloaded. */
export const downloadExample: Download = {
  deviceId: DEVICE_ID,
  sha256: CONTENT_SHA256,
  name: 'lab.apk',
  kind: 'application',
  sizeBytes: 12_582_912,
  state: 'running',
  place: null,
  sentBytes: 6_291_456,
  servedBytes: 6_291_456,
  progress: 0.5,
  bytesPerSec: 2_097_152,
  secondsLeft: 3,
  startedAt: ENROLLED_AT,
  updatedAt: BEAT_AT,
};

export const examples: OperationExamples = {
  getContentPieces: {
    reply: {
      sha256: CONTENT_SHA256,
      name: 'lab.apk',
      sizeBytes: 12_582_912,
      pieceBytes: 8_388_608,
      pieces: [
        '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
        'fcde2b2edba56bf408601fb721fe9b5c338d10ee429ea04fae5511b68fbf8fb9',
      ],
    },
  },
  getSchedule: { reply: { atOnce: 6 } },
  setSchedule: { body: { atOnce: 8 }, reply: { atOnce: 8 } },
  listDownloads: {
    reply: {
      atOnce: 6,
      sent: { bytes: 6_291_456, headsets: 1 },
      cart: {
        headsets: 1,
        running: 1,
        waiting: 0,
        remainingBytes: 6_291_456,
        bytesPerSec: 2_097_152,
        secondsLeft: 3,
        finishesAt: BEAT_AT,
      },
      page: 1,
      limit: 50,
      total: 1,
      items: [downloadExample],
    },
  },
};
