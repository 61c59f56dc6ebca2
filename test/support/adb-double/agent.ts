import { z } from 'zod';

import {
  Headset,
  type HeadsetOptions,
  NO_FAULTS,
  onlyWith,
  USUAL_HABITS,
} from '../../../main/simulator/index.ts';
import { aQuickClock } from '../../simulator/quick-clock.ts';
import type { Android } from './android.ts';

/** The contents of an agent's file. */
type AgentInput = z.infer<typeof inputSchema>;

const inputSchema = z.object({
  url: z.string(),
  fingerprint: z.string().nullable(),
  enrollmentToken: z.string(),
  accessToken: z.string(),
});

/**
 * The agents of a bench: each starts when it is given the path of its file, enrols over the network and keeps running.
 */
export class Agents implements AsyncDisposable {
  readonly #headsets: Headset[] = [];
  readonly #lives: Promise<void>[] = [];
  /** The files of the agents, in the order in which they started. */
  readonly inputs: AgentInput[] = [];
  /** Redirects an agent to another address: an attacker on the network may answer for the station. */
  led: (url: string) => string = (url) => url;

  /** Starts the agent of a headset. */
  on(android: Android, changes: Partial<HeadsetOptions> = {}): void {
    android.onWake = (command) => {
      const file = command[command.indexOf('file') + 1] ?? '';
      const input = inputSchema.parse(JSON.parse(android.disk.text(file) ?? ''));
      this.inputs.push(input);
      const { fingerprint, enrollmentToken, accessToken } = input;
      const url = this.led(input.url);
      const headset = new Headset({
        url: fingerprint === null ? url : { url, fingerprint },
        seed: `cable/${android.serial}`,
        enrolToken: accessToken,
        admission: onlyWith({ kind: 'token', enrollmentToken }),
        heartbeatMs: 60_000,
        habits: { ...USUAL_HABITS, bandwidthBytesPerSec: 50_000_000_000 },
        faults: NO_FAULTS,
        clock: aQuickClock(),
        observe: () => undefined,
        ...changes,
      });
      this.#headsets.push(headset);
      this.#lives.push(headset.run());
    };
  }

  /** The headsets whose agents started, in that order. */
  get headsets(): readonly Headset[] {
    return this.#headsets;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#headsets.map((headset) => headset.stop()));
    await Promise.all(this.#lives);
  }
}
