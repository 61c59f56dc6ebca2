import type { AndroidId, EnterpriseId } from '../../../../shared/contract/ids.ts';
import type { PasswordElement, Share } from '../../../../shared/domain/enrolment/spake2.ts';

/** One live code in a run, with the station's share for it. */
export type Candidate = {
  readonly code: number;
  readonly deviceKey: number;
  readonly enterpriseId: EnterpriseId;
  readonly password: PasswordElement;
  readonly share: Share;
};

/** A pairing between its start and its finish. */
export type PairingRun = {
  readonly id: string;
  readonly androidId: AndroidId;
  readonly address: string;
  /** The headset's share. */
  readonly pA: Uint8Array;
  readonly candidates: readonly Candidate[];
  readonly expiresAtMs: number;
};

/**
 * Pairings in progress, in memory only: their secrets must not outlive the process, and a headset simply starts
 * again. The guard limits their number to forty.
 */
export class PairingRuns {
  readonly #runs = new Map<string, PairingRun>();

  add(run: PairingRun): void {
    this.#runs.set(run.id, run);
  }

  /** Removes and returns a run, which is good for one attempt; undefined if there is none, or it has expired. */
  removeRun(id: string, nowMs: number): PairingRun | undefined {
    const run = this.#runs.get(id);
    this.#runs.delete(id);
    return run === undefined || run.expiresAtMs <= nowMs ? undefined : run;
  }

  /**
   * Removes the run that this headset has in progress from this address, because it starts another one, and all
   * expired ones.
   */
  abandon(androidId: AndroidId, address: string, nowMs: number): PairingRun[] {
    const abandoned = [...this.#runs.values()].filter(
      (run) => run.expiresAtMs <= nowMs || (run.androidId === androidId && run.address === address),
    );
    for (const { id } of abandoned) this.#runs.delete(id);
    return abandoned;
  }
}
