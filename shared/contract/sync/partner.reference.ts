import type { PartnerView } from './partner.ts';
import type { OperationExamples } from '../reference/reference.ts';
import { ACCESS_TOKEN, BEAT_AT, ENROLLED_AT } from '../reference/values.ts';

const URL_OF_PARTNER = 'https://192.168.1.20:7443';
const DIGEST = '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU';
const CODE = '482913';

const alone: PartnerView = { partner: null, pairing: null };
const comparing: PartnerView = {
  partner: null,
  pairing: {
    url: URL_OF_PARTNER,
    name: 'Cart B',
    state: 'comparing',
    code: CODE,
    serves: true,
    isReachable: true,
    fault: null,
  },
};
const serving: PartnerView = {
  partner: {
    name: 'Cart B',
    url: URL_OF_PARTNER,
    serves: true,
    since: ENROLLED_AT,
    lastContactAt: BEAT_AT,
    isUntold: false,
    isEndedThere: false,
  },
  pairing: null,
};

export const examples: OperationExamples = {
  getPartner: { reply: serving },
  listNearbyStations: { reply: { items: [{ url: URL_OF_PARTNER, name: 'Cart B' }] } },
  startPartnerPairing: { body: { url: URL_OF_PARTNER }, reply: comparing },
  confirmPartnerPairing: { body: { code: CODE }, reply: serving },
  takeOverFromPartner: { body: { isPartnerGone: false }, reply: serving },
  endPartner: { reply: alone },
  greetStation: { reply: { name: 'Cart A' } },
  startStationPairing: {
    body: { commitment: DIGEST, fingerprint: DIGEST, name: 'Cart A', devices: 30 },
    reply: { pairId: 'pairing-1', nonce: DIGEST, name: 'Cart B', devices: 12 },
  },
  continueStationPairing: {
    body: { pairId: 'pairing-1', nonce: DIGEST, isConfirmed: true, isStopped: false, token: ACCESS_TOKEN },
    reply: { isConfirmed: true, token: null, isJoined: true },
  },
  stepDown: { body: { token: ACCESS_TOKEN, port: 7443 }, reply: { isDone: true } },
  leavePartner: { reply: { isDone: true } },
};
