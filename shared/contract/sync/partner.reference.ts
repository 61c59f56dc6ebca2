import type { PartnerView } from './partner.ts';
import type { Descriptions, OperationExamples } from '../reference/reference.ts';
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

/** Examples of two stations that work together. */
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

export const descriptions: Descriptions = {
  Partner: 'The station that this one works together with.',
  partner: 'The other station; null if there is none.',
  'partner.name': 'Name of the other station; null if it has none.',
  'partner.serves': 'True if this station serves the other one, and must be on for both to sync.',
  'partner.since': 'Since when it is so.',
  isUntold: 'True until the former serving station has learned that this one took over.',
  isEndedThere: 'True if the other station has ended it.',
  pairing: 'The pairing in progress, or that failed; null if none.',
  'pairing.name': 'Name of the other station; null until it answers.',
  'pairing.state':
    '`waiting`: for an administrator of the other station to choose this one; `comparing`: both show the code; `confirmed`: only here so far; `failed`: see `fault`.',
  'pairing.code': 'Six digits, which both stations must show; null until both have chosen each other.',
  'pairing.serves': 'True if this station will serve the other one; null until that is known.',
  'confirmPartnerPairing.body.code': 'The code that both stations show.',
  isReachable: 'False while the other station cannot be reached.',
  fault: 'Why the pairing ended; null if it has not.',
  'listNearbyStations.reply.items': 'Stations found on the local network.',
  isPartnerGone: 'True to take over although the other station does not answer.',
  commitment: 'SHA-256 of the number that the caller reveals next, in base64url.',
  'startStationPairing.body.fingerprint': 'SHA-256 of the caller’s public key, in base64url.',
  'startStationPairing.body.devices': 'Number of devices; the station with more of them serves the other.',
  'startStationPairing.reply.devices': 'Number of devices; the station with more of them serves the other.',
  nonce: 'A random number of 32 bytes, in base64url.',
  'continueStationPairing.body.isConfirmed':
    'True once the administrator of the caller has confirmed the code.',
  isStopped: 'True once the administrator of the caller has stopped this attempt.',
  'continueStationPairing.reply.isConfirmed':
    'True once the administrator of the called station has confirmed the code.',
  'continueStationPairing.body.token': 'Token for the called station; null until both have confirmed.',
  'continueStationPairing.reply.token': 'Token for the caller; null until both have confirmed.',
  isJoined: 'True once the called station has stored the token.',
  'stepDown.body.token': 'Token for the station that is served from now on.',
  isDone: 'True once it is stored.',
};
