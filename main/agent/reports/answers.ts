import { retryDelayMs } from '../station/backoff.ts';
import type { Clock } from '../clock.ts';
import type { AnswerFault } from '../faults.ts';
import type { Random } from '../random.ts';
import type { Outcome, StationClient } from '../station/station-client.ts';

/** Dependencies of answering. `random` is for it only. */
export type AnswersOptions = Readonly<{
  station: StationClient;
  fault: AnswerFault;
  clock: Clock;
  random: Random;
}>;

/** The station waits 10 s for an answer (`ANSWER_WITHIN_MS`); the rest is for the network. */
const TOO_LATE_MS = 15_000;

/** Answers of a broken agent: not an object, or an invalid one. */
const GARBAGE: readonly unknown[] = [
  'OK',
  ['accepted'],
  { accepted: 'perhaps', appliedProfile: 'BEST', width: -1, height: null, fps: 'fast', bitrateKbps: 1e300 },
  { isAvailable: 'yes', batteryLevel: {} },
];

/** Answers commands, with the headset's fault. */
export class Answers {
  readonly #options: AnswersOptions;

  constructor(options: AnswersOptions) {
    this.#options = options;
  }

  /** Sent once: a command that is not answered in time has failed, and the station reports that to its caller. */
  async sendOnce(path: string, answer: Record<string, unknown>, signal: AbortSignal): Promise<void> {
    const { fault, clock } = this.#options;
    if (fault === 'never') return;
    if (fault === 'late') await clock.wait(TOO_LATE_MS, signal);
    await this.#send(path, answer);
    if (fault === 'twice') await this.#send(path, answer);
  }

  /** Sent until the station accepts it, or `signal` is aborted. Returns false if the headset never answers. */
  async sendUntilAccepted(
    path: string,
    answer: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { fault, clock, random } = this.#options;
    if (fault === 'never') return false;
    if (fault === 'late') await clock.wait(TOO_LATE_MS, signal);
    for (let failures = 0; !signal.aborted; failures += 1) {
      const outcome = await this.#send(path, answer);
      if (outcome.kind !== 'later') break;
      await clock.wait(Math.max(outcome.retryAfterMs, retryDelayMs(failures, random)), signal);
    }
    if (fault === 'twice') await this.#send(path, answer);
    return true;
  }

  #send(path: string, answer: Record<string, unknown>): Promise<Outcome<unknown>> {
    const { station, fault, random } = this.#options;
    const body = fault === 'garbage' ? random.pick(GARBAGE) : answer;
    return station.send({ method: 'POST', path, body });
  }
}
