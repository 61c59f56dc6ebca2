import type { OperationExamples } from '../examples/example.ts';
import { ACCESS_TOKEN, ANDROID_ID, CODE_EXPIRES_AT, ENROLLED_AT } from '../examples/values.ts';

/** Shares and proofs in their format; these belong to no run. */
const SHARE_OF_HEADSET =
  'BKVvqAfKqlOk0o27mFO5gVxhpBERim_lFqh5hDR1FHD5AQFTrDPQ1fIEf_2xo-Qsm05r5mJ2bh7rQRaYjt5fkSw';
const SHARE_OF_STATION =
  'BAZVfkgr0DCXrQy6pd-CEVRg2VHjRRli8er0NnpCBnbQmFfMvFImhsg9GFKr-o7W5KEVXPjxVDzspSivtZGh4Lc';
const PROOF_OF_HEADSET = 'WK1KqI4LYNUGHra13ZPoDZxPANEnxls7NbG1KB_uOPA';
const PROOF_OF_STATION = '0-LlR_GuBPLb2_D8S3n47P8t_zFLXTL-n87y-ybcRZs';

const lan = {
  isOn: true,
  port: 7443,
  interfaces: ['eth0'],
  addresses: ['https://192.168.1.20:7443'],
  tlsFingerprint: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
  problem: null,
  isSetByFlags: false,
  allowsUnpairedEnrolment: false,
  hasAdminPasscode: true,
  available: [
    { name: 'eth0', addresses: ['192.168.1.20'] },
    { name: 'wlan0', addresses: [] },
  ],
};

/** Examples of pairing and LAN access. */
export const lanExamples: OperationExamples = {
  startPairing: {
    body: { androidId: ANDROID_ID, pA: SHARE_OF_HEADSET },
    reply: { pairId: 'pairing-1', pB: [SHARE_OF_STATION], expiresAt: ENROLLED_AT },
  },
  finishPairing: {
    body: { pairId: 'pairing-1', confirmA: [PROOF_OF_HEADSET] },
    reply: { index: 0, confirmB: PROOF_OF_STATION, token: ACCESS_TOKEN, expiresAt: CODE_EXPIRES_AT },
  },
  getLan: { reply: lan },
  setLan: {
    body: {
      isOn: true,
      port: 7443,
      interfaces: ['eth0'],
      allowsUnpairedEnrolment: false,
      adminPasscode: 'coral-lagoon-tide',
    },
    reply: lan,
  },
};
