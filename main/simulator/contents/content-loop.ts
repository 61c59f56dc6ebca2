import type { SimulatedHeadset } from '../headset/simulated-headset.ts';
import { WakeSignal } from '../../agent/wake-signal.ts';
import type { Clock } from '../../agent/clock.ts';
import type { Fetcher } from '../../agent/contents/fetcher.ts';
import type { Job } from './job.ts';
import type { Ledger } from '../../agent/reports/ledger.ts';

/** Parameters of the loop. `report` requests a report as soon as possible. */
export type ContentLoopOptions = Readonly<{
  agent: SimulatedHeadset;
  ledger: Ledger;
  clock: Clock;
  /** The headset's own clock, in ms since 1970 UTC. */
  ownNowMs: () => number;
  report: () => void;
  /** Null: no bytes are downloaded. */
  fetcher: Fetcher | null;
}>;

/** Interval between two reports of a running download, in ms. */
const PROGRESS_MS = 5_000;
/** Many small contents share one report. */
const MIN_REST_MS = 1_000;
/** Timers fire at once for delays beyond 24 days. */
const MAX_REST_MS = 3_600_000;

/** Advances the contents of a headset on time, and requests reports. Costs nothing while nothing moves. */
export class ContentLoop {
  readonly #of: ContentLoopOptions;
  readonly #wake = new WakeSignal();
  #fetching: Readonly<{ job: Job; end: AbortController }> | null = null;

  constructor(of: ContentLoopOptions) {
    this.#of = of;
  }

  /** Call it when assigned contents or reachability have changed. */
  wake(): void {
    this.#wake.wake();
  }

  /** Runs until `signal` is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { agent, ledger, clock, ownNowMs, report } = this.#of;
    signal.addEventListener('abort', () => this.#endFetch());
    while (!signal.aborted) {
      this.#followFetch();
      const wasBusy = agent.isBusy;
      await this.#wake.waitWithin(this.#restMs(), clock, signal);
      const { waiting } = ledger;
      agent.advance(ownNowMs());
      if (wasBusy || agent.isBusy || ledger.waiting !== waiting) report();
    }
  }

  /** Runs only the current download. */
  #followFetch(): void {
    const { agent, fetcher } = this.#of;
    const job = agent.fetching;
    if (fetcher === null || job === (this.#fetching?.job ?? null)) return;
    this.#endFetch();
    if (job === null) return;
    const end = new AbortController();
    this.#fetching = { job, end };
    void this.#fetch(fetcher, job, end.signal);
  }

  #endFetch(): void {
    this.#fetching?.end.abort();
    this.#fetching = null;
  }

  async #fetch(fetcher: Fetcher, job: Job, signal: AbortSignal): Promise<void> {
    const { agent, ownNowMs } = this.#of;
    const failure = await fetcher.fetch(job, (arrived, total) => agent.receive(job, arrived, total), signal);
    // The run that replaced it may have started another.
    if (signal.aborted) return;
    this.#fetching = null;
    agent.endFetch(job, failure, ownNowMs());
    this.wake();
  }

  /** Returns the delay until contents advance again, in ms; null: only when woken. */
  #restMs(): number | null {
    const { isBusy, dueAtMs } = this.#of.agent;
    if (!isBusy && dueAtMs === null) return null;
    const untilDueMs = dueAtMs === null ? MAX_REST_MS : dueAtMs - this.#of.ownNowMs();
    return Math.max(MIN_REST_MS, Math.min(untilDueMs, isBusy ? PROGRESS_MS : MAX_REST_MS));
  }
}
