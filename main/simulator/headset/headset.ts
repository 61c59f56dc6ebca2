import { Agent } from '../../agent/agent.ts';
import type { AgentState } from '../../agent/agent-options.ts';
import type { FetchTally } from '../../agent/contents/fetcher.ts';
import { seededRandom } from '../../agent/random.ts';
import { Ledger } from '../../agent/reports/ledger.ts';
import type { Reason } from '../../agent/station/enrolment.ts';
import type { EffectiveSettings } from '../../../shared/contract/configuration/settings/settings.ts';
import { throughLink } from '../contents/rough-link.ts';
import { Body } from './body.ts';
import type { HeadsetOptions, HeadsetViews } from './headset-options.ts';
import type { Identity } from './models.ts';

/** A simulated headset with its agent: a client of the interface that enrols, reports, connects, leaves and returns. */
export class Headset {
  readonly ledger = new Ledger();
  readonly #fetches: boolean;
  readonly #agent: Agent;
  readonly #body: Body;

  constructor(options: HeadsetOptions) {
    const { seed, clock, faults, habits } = options;
    this.#fetches = habits.fetchesContents;
    this.#body = new Body(options, {
      ledger: this.ledger,
      leave: () => this.leave(),
      comeBack: () => this.comeBack(),
    });
    this.#agent = new Agent({
      ...options,
      headset: this.#body,
      ledger: this.ledger,
      clockOffsetMs: faults.clockOffsetMs,
      transfer: throughLink(faults.link, { clock, random: seededRandom(`${seed}/link`) }),
    });
  }

  get identity(): Identity {
    return this.#body.identity;
  }

  get views(): HeadsetViews | undefined {
    return this.#body.views;
  }

  get state(): AgentState {
    return this.#agent.state;
  }

  /** Why it gave up; null if it did not. */
  get reason(): Reason | null {
    return this.#agent.reason;
  }

  /** The record that it is enrolled as; null before. */
  get deviceId(): string | null {
    return this.#agent.deviceId;
  }

  /** Its own token; null before enrolment and after un-enrolment. */
  get accessToken(): string | null {
    return this.#agent.accessToken;
  }

  /** What it downloaded; null if it only simulates the time. */
  get fetched(): FetchTally | null {
    return this.#fetches ? this.#agent.fetched : null;
  }

  /** Enrols and runs until `stop`, or until the station refuses it permanently. Call it once. */
  run(): Promise<void> {
    return this.#agent.run();
  }

  /** Stops at once: connections are closed, pending events stay in the ledger. */
  async stop(): Promise<void> {
    this.#body.stop();
    await this.#agent.stop();
  }

  /** Leaves the Wi-Fi without notice. The simulation continues, and events are stored. */
  leave(): Promise<void> {
    return this.#agent.leave();
  }

  /** Comes back online: reconnects and sends the stored events. */
  comeBack(): void {
    this.#agent.comeBack();
  }

  /** Changes settings on the headset itself. */
  tamper(change: EffectiveSettings): void {
    this.#body.tamper(change);
  }

  /** Removes an application by hand. */
  uninstall(packageName: string): void {
    this.#body.uninstall(packageName);
  }

  /** Ends the cause of failed downloads. */
  repairFaults(): void {
    this.#body.repairFaults();
  }
}
