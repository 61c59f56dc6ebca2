import type { Agent } from './agent.ts';
import { Bell } from './bell.ts';
import type { Clock } from './clock.ts';
import type { Ledger } from './ledger.ts';

/** Whose contents are tended, and how. `report` calls for a report as soon as may be. */
export type TenderOptions = Readonly<{
  agent: Agent;
  ledger: Ledger;
  clock: Clock;
  /** The headset's own clock, in ms since 1970 UTC. */
  ownNowMs: () => number;
  report: () => void;
}>;

/** Between two reports of a download that runs, in ms. */
const PROGRESS_MS = 5_000;
/** Many small contents make one report. */
const SHORTEST_REST_MS = 1_000;
/** Longer than 24 days, and a timer would ring at once. */
const LONGEST_REST_MS = 3_600_000;

/** Lets the contents of a headset come and go in their time, and calls for reports as they do. Costs nothing while nothing moves. */
export class Tender {
  readonly #of: TenderOptions;
  readonly #bell = new Bell();

  constructor(of: TenderOptions) {
    this.#of = of;
  }

  /** What is wanted, or what can be reached, has changed. */
  wake(): void {
    this.#bell.ring();
  }

  /** Tends until `signal` is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { agent, ledger, clock, ownNowMs, report } = this.#of;
    while (!signal.aborted) {
      const wasBusy = agent.isBusy;
      await this.#bell.heardWithin(this.#restMs(), clock, signal);
      const { waiting } = ledger;
      agent.advance(ownNowMs());
      if (wasBusy || agent.isBusy || ledger.waiting !== waiting) report();
    }
  }

  /** Until contents are looked at again, in ms; null: only when something calls for it. */
  #restMs(): number | null {
    const { isBusy, dueAtMs } = this.#of.agent;
    if (!isBusy && dueAtMs === null) return null;
    const untilDueMs = dueAtMs === null ? LONGEST_REST_MS : dueAtMs - this.#of.ownNowMs();
    return Math.max(SHORTEST_REST_MS, Math.min(untilDueMs, isBusy ? PROGRESS_MS : LONGEST_REST_MS));
  }
}
