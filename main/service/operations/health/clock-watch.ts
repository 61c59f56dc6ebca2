import { z } from 'zod';

import { type ClockSeen, observeClock } from './clock-jump.ts';
import type { Core } from '../../kernel/kernel.ts';

const CHECK_INTERVAL_MS = 10 * 60_000;

const rowSchema = z
  .object({ seenAtMs: z.int(), holdUntilMs: z.int(), jump: z.enum(['forward', 'back']).nullable() })
  .optional();

/**
 * Notices when the computer's clock is set: against a monotonic clock while the station runs, against the last
 * observation across a restart. After a jump nothing is deleted by age for a while, so that a person can check.
 */
export class ClockWatch {
  readonly #core: Core;
  #seen: ClockSeen;
  #observedAtMs = performance.now();

  constructor(core: Core) {
    this.#core = core;
    const row = rowSchema.parse(
      core.db
        .prepare(
          'SELECT seen_at_ms AS seenAtMs, hold_until_ms AS holdUntilMs, jump FROM clock_seen WHERE id = 1',
        )
        .get(),
    );
    this.#seen = observeClock(row, core.clock.now(), 0);
  }

  /** How the clock was set, while deletion is on hold. */
  get jump(): ClockSeen['jump'] {
    this.#observe();
    return this.#seen.jump;
  }

  /** True while nothing may be deleted by age. */
  get isHolding(): boolean {
    this.#observe();
    return this.#seen.holdUntilMs > this.#core.clock.now();
  }

  /** Checks every ten minutes, until `signal`, and stores the observation. */
  start(signal: AbortSignal): void {
    const check = (): void => {
      const before = this.#seen.jump;
      this.#observe();
      if (this.#seen.jump !== null && before === null)
        this.#core.log.warn({ jump: this.#seen.jump }, 'the clock was set');
      this.save().catch((error: unknown) => {
        if (!signal.aborted) this.#core.log.warn({ err: error }, 'the time could not be written down');
      });
    };
    if (this.#seen.jump !== null) this.#core.log.warn({ jump: this.#seen.jump }, 'the clock was set');
    const timer = setInterval(check, CHECK_INTERVAL_MS).unref();
    signal.addEventListener('abort', () => clearInterval(timer));
  }

  /** Stores the observation. */
  async save(): Promise<void> {
    this.#observe();
    const { seenAtMs, holdUntilMs, jump } = this.#seen;
    await this.#core.writer.run(() => {
      this.#core.db
        .prepare(
          'INSERT OR REPLACE INTO clock_seen (id, seen_at_ms, hold_until_ms, jump) VALUES (1, ?, ?, ?)',
        )
        .run(seenAtMs, holdUntilMs, jump);
    });
  }

  #observe(): void {
    const steadyMs = performance.now();
    this.#seen = observeClock(this.#seen, this.#core.clock.now(), steadyMs - this.#observedAtMs);
    this.#observedAtMs = steadyMs;
  }
}
