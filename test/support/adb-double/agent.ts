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

/** What an agent finds in its file. */
type Given = z.infer<typeof givenSchema>;

const givenSchema = z.object({
  url: z.string(),
  fingerprint: z.string().nullable(),
  enrollmentToken: z.string(),
  accessToken: z.string(),
});

/** The agents of a bench: each wakes when it is told where its file lies, enrols over the network and lives on. */
export class Agents implements AsyncDisposable {
  readonly #headsets: Headset[] = [];
  readonly #lives: Promise<void>[] = [];
  /** What each agent was given, in the order in which they woke. */
  readonly given: Given[] = [];
  /** Where an agent is led that was told one address: whoever holds the network may answer for another. */
  led: (url: string) => string = (url) => url;

  /** Lets the agent of a headset wake. */
  on(android: Android, changes: Partial<HeadsetOptions> = {}): void {
    android.onWake = (command) => {
      const file = command[command.indexOf('file') + 1] ?? '';
      const given = givenSchema.parse(JSON.parse(android.disk.text(file) ?? ''));
      this.given.push(given);
      const { fingerprint, enrollmentToken, accessToken } = given;
      const url = this.led(given.url);
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

  /** The headsets whose agents woke, in that order. */
  get headsets(): readonly Headset[] {
    return this.#headsets;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#headsets.map((headset) => headset.stop()));
    await Promise.all(this.#lives);
  }
}
