import type { NetworkChecks } from '../../../../shared/contract/network/network-checks.ts';
import { NETWORK_CHECKS, NETWORK_FINDINGS } from '../../../../shared/contract/network/network-findings.ts';
import { toInstant } from '../../kernel/clock.ts';
import { judgeReadings } from './clocks.ts';
import { type Examination, examine, type Patient } from './examine.ts';
import { found } from './found.ts';

/** Time limit for all checks together, in ms. */
const DEADLINE_MS = 5_000;
/** How long results count as current, in ms. */
const FRESH_MS = 10_000;

/** Runs the network checks on request, once at a time: simultaneous requests get the same results. */
export class Doctor {
  readonly #patient: Patient;
  #running: Promise<Examination> | undefined;
  #last: Examination | undefined;

  constructor(patient: Patient) {
    this.#patient = patient;
  }

  /** Returns the last results while they are current, else new ones. */
  async read(): Promise<Examination> {
    const ageMs = this.#patient.core.clock.now() - (this.#last?.atMs ?? 0);
    if (this.#last !== undefined && ageMs >= 0 && ageMs < FRESH_MS) return this.#last;
    return this.#running ?? this.#start();
  }

  /** Returns results of checks that start after the call. */
  async renew(): Promise<Examination> {
    await this.#running;
    return this.#running ?? this.#start();
  }

  #start(): Promise<Examination> {
    this.#running = examine(this.#patient, AbortSignal.timeout(DEADLINE_MS))
      .then((examination) => (this.#last = examination))
      .finally(() => (this.#running = undefined));
    return this.#running;
  }
}

/** Returns results as one caller may see them. */
export function toReply(examination: Examination, reach: ReadonlySet<string>): NetworkChecks {
  const { atMs, internetAddress, clocks } = examination;
  const headsetClocks = clocks === undefined ? found('CHECK_FAILED') : judgeReadings(clocks, reach);
  const all = { ...examination.found, headsetClocks };
  return {
    checkedAt: toInstant(atMs),
    internetAddress,
    checks: NETWORK_CHECKS.map((id) => {
      const { finding, details } = all[id];
      return { id, ...NETWORK_FINDINGS[finding], finding, details };
    }),
  };
}
