import { once } from 'node:events';

import { awaitEnrolment, type Times } from './enrol.ts';
import { type Check, CHECKS } from './checks/index.ts';
import { NO_FAULTS } from './front/exchange.ts';
import { type Admission, CheckStation } from './station.ts';
import type { Trial } from './trial.ts';

/** The first check, which all others need. */
export const ENROL = 'enrol';
const ENROL_TITLE = 'enrols, opens its stream and sends a heartbeat, with its own token';

/** Result of a check. `notRun`: the agent was not there, or there is nothing to check over plain HTTP. */
type Result = 'passed' | 'failed' | 'notRun';

/** Something that a person or a program is told while checks run, in order. */
export type CheckEvent =
  /** Enrol the agent now, with the code or with both tokens. `isAgain`: for a second time. */
  | (Readonly<{ event: 'enrol'; url: string; fingerprint: string | null; isAgain: boolean }> & Admission)
  /** A check begins; some take half a minute. */
  | Readonly<{ event: 'begin'; name: string }>
  | Readonly<{ event: 'check'; name: string; title: string; result: Result; faults: readonly string[] }>
  | Readonly<{ event: 'finished'; passed: number; failed: number; notRun: number }>;

/** Parameters of a run. */
type RunOptions = Times &
  Readonly<{
    /** Where the agent reaches this computer; port 0: any free one. */
    url: URL;
    /** Names of checks; empty: all. */
    only: readonly string[];
    observe: (event: CheckEvent) => void;
    /** Ends the run: everything is closed and removed. */
    signal: AbortSignal;
  }>;

/** Returns the checks to run, in order. */
function chosen(only: readonly string[]): readonly Check[] {
  return only.length === 0 ? CHECKS : CHECKS.filter(({ name }) => only.includes(name));
}

/**
 * Plays the station to one agent and reports, check by check, what it does. Returns true if every check passed that
 * could be run over this protocol.
 * @throws {Error} if the port is taken.
 */
export async function checkAgent(options: RunOptions): Promise<boolean> {
  await using station = await CheckStation.start(options.url);
  return await Promise.race([new Run(station, options).all(), aborted(options.signal)]);
}

/** Resolves with false when the run is ended from outside. */
async function aborted(signal: AbortSignal): Promise<false> {
  if (!signal.aborted) await once(signal, 'abort');
  return false;
}

class Run {
  readonly #station: CheckStation;
  readonly #options: RunOptions;
  readonly #counts = { passed: 0, failed: 0, notRun: 0 };
  #trial: Trial | null = null;
  #deviceId: string | undefined;
  #isComplete = true;
  /** Whether the agent was un-enrolled, and has to enrol again. */
  #hasLeft = false;

  constructor(station: CheckStation, options: RunOptions) {
    this.#station = station;
    this.#options = options;
  }

  async all(): Promise<boolean> {
    await this.#enrol();
    for (const check of chosen(this.#options.only)) await this.#runOne(check);
    this.#options.observe({ event: 'finished', ...this.#counts });
    return this.#isComplete;
  }

  /** Has the agent enrol. The first time that is a check of its own; later only its failure is reported. */
  async #enrol(): Promise<void> {
    const { observe } = this.#options;
    const isAgain = this.#hasLeft;
    this.#hasLeft = false;
    const admission = await this.#station.admit(this.#deviceId);
    this.#deviceId = admission.deviceId;
    const { url, fingerprint } = this.#station;
    const enrolling = awaitEnrolment(this.#station, admission, this.#options);
    observe({ event: 'enrol', url, fingerprint, isAgain, ...admission });
    const { trial, faults } = await enrolling;
    this.#trial = faults.length === 0 ? trial : null;
    if (!isAgain || faults.length > 0)
      this.#note({ name: ENROL, title: ENROL_TITLE }, faults.length === 0 ? 'passed' : 'failed', faults);
  }

  async #runOne(check: Check): Promise<void> {
    if (check.needsTls === true && this.#station.fingerprint === null)
      return this.#note(check, 'notRun', [
        'A plain HTTP address has no key. Check with an https address too.',
      ]);
    if (this.#hasLeft) await this.#enrol();
    const trial = this.#trial;
    const isThere = trial !== null && (await trial.until(() => trial.front.openStreams > 0));
    if (trial === null || !isThere) {
      this.#isComplete = false;
      return this.#note(check, 'notRun', ['The agent is not connected.']);
    }
    this.#options.observe({ event: 'begin', name: check.name });
    const faults = await this.#faultsOf(check, trial);
    this.#note(check, faults.length === 0 ? 'passed' : 'failed', faults);
    this.#hasLeft = check.name === 'leave';
    // Its slot is free only if it was un-enrolled.
    if (this.#hasLeft && faults.length > 0) this.#deviceId = undefined;
  }

  async #faultsOf(check: Check, trial: Trial): Promise<readonly string[]> {
    try {
      return await check.run(trial);
    } catch (error) {
      return [`The check could not be run: ${error instanceof Error ? error.message : String(error)}`];
    } finally {
      trial.front.faults = NO_FAULTS;
      trial.front.closesConnections = false;
    }
  }

  #note({ name, title }: Pick<Check, 'name' | 'title'>, result: Result, faults: readonly string[]): void {
    this.#counts[result] += 1;
    if (result === 'failed') this.#isComplete = false;
    this.#options.observe({ event: 'check', name, title, result, faults });
  }
}
