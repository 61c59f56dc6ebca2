import { scryptSync } from 'node:crypto';

import { identitiesOf, saltOf, STRETCHING } from '../../shared/domain/enrolment/pairing.ts';
import { keysOfA, passwordElement, type RunKeys, shareOfA } from '../../shared/domain/enrolment/spake2.ts';
import { finishPairing, startPairing } from '../../shared/contract/enrolment/pairing.ts';
import type { Answer, TestStation } from './a-station.ts';

/** The facts that a headset knows before pairing. */
export type PairingInput = {
  readonly androidId: string;
  readonly code: number;
  readonly fingerprint: string;
};

type Started = Answer<{ pairId: string; pB: string[] }>;

export const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** A headset's side of the protocol, step by step, so that a test can do each of them wrong. */
export class PairingHeadset {
  readonly #belief: PairingInput;
  readonly #password: ReturnType<typeof passwordElement>;
  readonly #own: ReturnType<typeof shareOfA>;

  constructor(belief: PairingInput) {
    const { bytes, ...cost } = STRETCHING;
    this.#belief = belief;
    this.#password = passwordElement(
      scryptSync(String(belief.code), saltOf(belief.fingerprint), bytes, cost),
    );
    this.#own = shareOfA(this.#password);
  }

  get pA(): string {
    return toText(this.#own.bytes);
  }

  start(station: TestStation): Promise<Started> {
    const body = { androidId: this.#belief.androidId, pA: this.pA };
    return station.call(startPairing, { token: null, body });
  }

  /** The keys of the headset, one for each share of the station. */
  keys({ body }: Started): (RunKeys | undefined)[] {
    const { androidId, fingerprint } = this.#belief;
    const run = {
      identities: identitiesOf(androidId, fingerprint),
      password: this.#password,
      own: this.#own,
    };
    return body.pB.map((each) => keysOfA({ ...run, theirs: Buffer.from(each, 'base64url') }));
  }

  finish(station: TestStation, started: Started) {
    const confirmA = this.keys(started).map((each) => toText(each?.confirmA ?? new Uint8Array(32)));
    return station.call(finishPairing, { token: null, body: { pairId: started.body.pairId, confirmA } });
  }

  /** Runs both steps as a guesser who does not compute a proof. */
  async guess(station: TestStation): Promise<Answer<Record<string, unknown>>> {
    const started = await this.start(station);
    if (started.status !== 200) return { ...started, body: { ...started.body } };
    const { pairId, pB } = started.body;
    const confirmA = pB.map(() => toText(new Uint8Array(32)));
    return station.call(finishPairing, { token: null, body: { pairId, confirmA } });
  }

  /** Runs both steps; a refusal of the first is returned. */
  async pair(station: TestStation): Promise<Answer<Record<string, unknown>>> {
    const started = await this.start(station);
    return started.status === 200 ? this.finish(station, started) : { ...started, body: { ...started.body } };
  }
}
