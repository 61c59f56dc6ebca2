import { Headset } from './headset/headset.ts';
import type { HeadsetOptions } from './headset/headset-options.ts';
import type { AgentEvent, AgentState } from '../agent/agent-options.ts';
import { seededRandom } from '../agent/random.ts';

/** A headset of a fleet: how it enrols and behaves. */
export type Member = Pick<HeadsetOptions, 'lan' | 'enrolToken' | 'admission' | 'habits' | 'faults'>;

/** An event of one headset, identified by its index in the fleet. */
export type FleetEvent = AgentEvent & Readonly<{ index: number }>;

/** Parameters of a fleet. The same `seed` gives the same headsets. */
export type FleetOptions = Pick<HeadsetOptions, 'url' | 'seed' | 'heartbeatMs' | 'clock' | 'views'> &
  Readonly<{
    members: readonly Member[];
    /** Delay between the starts of two headsets, in ms; varies by a quarter either way. */
    paceMs: number;
    observe: (event: FleetEvent) => void;
  }>;

/** Totals of sent and acknowledged events of all headsets. */
export type Totals = Readonly<{
  recorded: number;
  sent: number;
  acknowledged: number;
  duplicates: number;
  rejected: number;
}>;

/** Many headsets in one process, started one after another. */
export class Fleet {
  readonly headsets: readonly Headset[];
  readonly #options: FleetOptions;
  readonly #end = new AbortController();

  constructor(options: FleetOptions) {
    const { url, seed, members, heartbeatMs, clock, views, observe } = options;
    this.#options = options;
    this.headsets = members.map(
      (member, index) =>
        new Headset({
          ...member,
          url,
          seed: `${seed}/${index}`,
          heartbeatMs,
          clock,
          ...(views === undefined ? {} : { views }),
          observe: (event) => observe({ ...event, index }),
        }),
    );
  }

  /** Starts all headsets at their pace. Resolves when every one has ended, by `stop` or refusal. */
  async run(): Promise<void> {
    const { seed, paceMs, clock } = this.#options;
    const random = seededRandom(`${seed}/pace`);
    const lives: Promise<void>[] = [];
    for (const headset of this.headsets) {
      if (this.#end.signal.aborted) break;
      lives.push(headset.run());
      if (paceMs > 0) await clock.wait(Math.round(paceMs * (0.75 + random.next() / 2)), this.#end.signal);
    }
    await Promise.all(lives);
  }

  /** Stops every headset and closes every connection. */
  async stop(): Promise<void> {
    this.#end.abort();
    await Promise.all(this.headsets.map((headset) => headset.stop()));
  }

  /** Returns how many headsets are in each state; every state is present. */
  counts(): Record<AgentState, number> {
    const counts = { waiting: 0, enrolling: 0, enrolled: 0, ready: 0, away: 0, refused: 0, stopped: 0 };
    for (const { state } of this.headsets) counts[state] += 1;
    return counts;
  }

  /** Returns what headsets downloaded. */
  fetched(): { deviceId: string; verified: readonly string[]; cuts: number; badPieces: number }[] {
    return this.headsets.flatMap(({ deviceId, fetched }) =>
      deviceId === null || fetched === null ? [] : [{ deviceId, ...fetched }],
    );
  }

  /** Sums over the ledgers of all headsets. */
  totals(): Totals {
    const totals = { recorded: 0, sent: 0, acknowledged: 0, duplicates: 0, rejected: 0 };
    for (const { ledger } of this.headsets) {
      totals.recorded += ledger.recorded.size;
      totals.sent += ledger.sent;
      totals.acknowledged += ledger.acknowledged.size;
      totals.duplicates += ledger.duplicates;
      totals.rejected += ledger.rejected.size;
    }
    return totals;
  }
}
