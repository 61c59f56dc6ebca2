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

  /** Lets the agent of a headset wake. */
  on(android: Android, changes: Partial<HeadsetOptions> = {}): void {
    android.onWake = (command) => {
      const file = command[command.indexOf('file') + 1] ?? '';
      const { url, fingerprint, enrollmentToken, accessToken } = givenSchema.parse(
        JSON.parse(android.disk.text(file) ?? ''),
      );
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

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#headsets.map((headset) => headset.stop()));
    await Promise.all(this.#lives);
  }
}
