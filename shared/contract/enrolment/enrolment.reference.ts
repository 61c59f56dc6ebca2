import { deviceExample } from '../devices/devices.reference.ts';
import type { OperationExamples } from '../reference/reference.ts';
import {
  ACCESS_TOKEN,
  ANDROID_ID,
  CODE_EXPIRES_AT,
  ENROLLED_AT,
  ENROLMENT_ID,
  ENROLMENT_TOKEN,
} from '../reference/values.ts';

const enrolled = { ...deviceExample, accessToken: ACCESS_TOKEN };

/** Shares and proofs in their format; these belong to no run. */
const SHARE_OF_HEADSET =
  'BKVvqAfKqlOk0o27mFO5gVxhpBERim_lFqh5hDR1FHD5AQFTrDPQ1fIEf_2xo-Qsm05r5mJ2bh7rQRaYjt5fkSw';
const SHARE_OF_STATION =
  'BAZVfkgr0DCXrQy6pd-CEVRg2VHjRRli8er0NnpCBnbQmFfMvFImhsg9GFKr-o7W5KEVXPjxVDzspSivtZGh4Lc';
const PROOF_OF_HEADSET = 'WK1KqI4LYNUGHra13ZPoDZxPANEnxls7NbG1KB_uOPA';
const PROOF_OF_STATION = '0-LlR_GuBPLb2_D8S3n47P8t_zFLXTL-n87y-ybcRZs';

export const examples: OperationExamples = {
  enrolDevice: {
    body: {
      enrollmentToken: ENROLMENT_TOKEN,
      androidId: ANDROID_ID,
      enrolmentId: ENROLMENT_ID,
      origin: { station: 'Reef School', by: 'Ada', profile: 'Science week', startedAt: ENROLLED_AT },
    },
    reply: enrolled,
  },
  enrolDeviceByCode: { body: { code: 482_913, androidId: ANDROID_ID }, reply: enrolled },
  identifyType: {
    body: { name: 'PICO 4', product: 'A8110' },
    reply: { id: 'pico-4', name: 'PICO 4', product: 'A8110', brand: 'pico' },
  },
  getTemporaryCode: { reply: { code: 482_913, expiresAt: CODE_EXPIRES_AT } },
  startPairing: {
    body: { androidId: ANDROID_ID, pA: SHARE_OF_HEADSET },
    reply: { pairId: 'pairing-1', pB: [SHARE_OF_STATION], expiresAt: ENROLLED_AT },
  },
  finishPairing: {
    body: { pairId: 'pairing-1', confirmA: [PROOF_OF_HEADSET] },
    reply: { index: 0, confirmB: PROOF_OF_STATION, token: ACCESS_TOKEN, expiresAt: CODE_EXPIRES_AT },
  },
};
