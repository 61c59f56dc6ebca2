import { scrypt } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { finishPairing, startPairing } from '../../../shared/contract/enrolment/pairing.ts';
import { getHealth } from '../../../shared/contract/operations/station.ts';
import { identitiesOf, saltOf, STRETCHING } from '../../../shared/domain/enrolment/pairing.ts';
import type { RunKeys } from '../../../shared/domain/enrolment/spake2.ts';
import type { Outcome, Refusal, StationClient } from './station-client.ts';
import type { StationPin } from './station-pin.ts';

/**
 * Maximum number of proofs per code. Each proof lets a station in the middle try as many codes as a run has shares, so
 * one that withholds the answers must not get an unlimited number of proofs.
 */
const MAX_PROOFS = 3;

/** A headset's pairing with the station whose key it has pinned. */
export class Pairing {
  readonly #station: StationClient;
  readonly #pin: StationPin;
  readonly #androidId: string;
  #code: number | null = null;
  #proofs = 0;

  /** `station` must use connections that `pin` has opened. */
  constructor(station: StationClient, pin: StationPin, androidId: string) {
    this.#station = station;
    this.#pin = pin;
    this.#androidId = androidId;
  }

  /** Proves the typed code and has the station prove it; the station client then uses the token received. */
  async prove(code: number): Promise<Outcome<null>> {
    if (code !== this.#code) [this.#code, this.#proofs] = [code, 0];
    const health = await this.#station.call(getHealth, { body: {} });
    if (health.kind !== 'answered') return health;
    const { fingerprint } = this.#pin;
    if (fingerprint === null) return refusal('STATION_UNKNOWN', 'The station presented no key');
    if (this.#proofs >= MAX_PROOFS) return refusal('STATION_UNPROVEN', 'The station does not prove itself');
    return this.#run(code, fingerprint);
  }

  async #run(code: number, fingerprint: string): Promise<Outcome<null>> {
    // Only headsets that pair load the curve library.
    const { areEqual, keysOfA, passwordElement, shareOfA } =
      await import('../../../shared/domain/enrolment/spake2.ts');
    const password = passwordElement(await stretch(String(code), saltOf(fingerprint)));
    const own = shareOfA(password);
    const androidId = this.#androidId;
    const started = await this.#station.call(startPairing, { body: { androidId, pA: toText(own.bytes) } });
    if (started.kind !== 'answered') return started;
    const identities = identitiesOf(androidId, fingerprint);
    const keys: RunKeys[] = [];
    for (const theirs of started.reply.pB) {
      const each = keysOfA({ identities, password, own, theirs: Buffer.from(theirs, 'base64url') });
      if (each === undefined) return refusal('STATION_UNPROVEN', 'The station sent an invalid share');
      keys.push(each);
      // Each takes some milliseconds, and other headsets run in this process.
      await nextTurn();
    }
    this.#proofs += 1;
    const confirmA = keys.map(({ confirmA: proof }) => toText(proof));
    const body = { pairId: started.reply.pairId, confirmA };
    const finished = await this.#station.call(finishPairing, { body });
    if (finished.kind !== 'answered') return finished;
    const { index, confirmB, token } = finished.reply;
    const expected = keys[index]?.confirmB;
    if (expected === undefined || !areEqual(expected, Buffer.from(confirmB, 'base64url')))
      return refusal('STATION_UNPROVEN', 'The station did not prove that it knows the code');
    this.#station.useToken(token);
    return { kind: 'answered', reply: null };
  }
}

/** Returns a refusal by the headset itself. */
function refusal(code: string, message: string): Refusal {
  return { kind: 'refused', status: 0, code, message };
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

function stretch(code: string, salt: string): Promise<Buffer> {
  const { bytes, ...cost } = STRETCHING;
  return new Promise((resolve, reject) => {
    scrypt(code, salt, bytes, cost, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}
