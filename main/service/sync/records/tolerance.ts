import type { Outcome } from '../wire/outcome.ts';
import { INTERNAL } from './view.ts';
import type { RunReason } from './run-store.ts';
import { RunStop, valueOf } from './stop.ts';

/** Number of devices of a run that may fail before the run ends. */
const MAX_DEVICES = 3;

/** Faults of the central that may concern only one device. */
const OF_ONE_DEVICE: ReadonlySet<string> = new Set(['SERVER_ERROR', 'NOT_THIS_INTERFACE', 'TOO_LARGE']);

/** Why the work for one device failed. */
export class Fault {
  readonly reason: RunReason;

  constructor(reason: RunReason) {
    this.reason = reason;
  }
}

type Answered<Value> = Extract<Outcome<Value>, { kind: 'ok' | 'refused' }>;

/**
 * Lets a run go on although single devices fail: one record that the central or this station cannot handle must not
 * hold back all others. The run ends with the error after everything else is done.
 */
export class Tolerance {
  #first: { readonly error: unknown } | undefined;
  #devices = 0;

  /**
   * Does the work for one device, or returns why it failed.
   * @throws what concerns all devices, and any error if many devices fail.
   */
  async attempt<Result>(work: () => Promise<Result>): Promise<Result | Fault> {
    try {
      return await work();
    } catch (error) {
      return this.#tolerate(error);
    }
  }

  /** Does the same for the outcome of a request. */
  valueOf<Value>(outcome: Outcome<Value>): Answered<Value> | Fault {
    try {
      return valueOf(outcome);
    } catch (error) {
      return this.#tolerate(error);
    }
  }

  #tolerate(error: unknown): Fault {
    const reason = error instanceof RunStop ? error.reason : INTERNAL;
    if (error instanceof RunStop && !OF_ONE_DEVICE.has(reason.code)) throw error;
    this.#devices += 1;
    if (this.#devices > MAX_DEVICES) throw error;
    this.#first ??= { error };
    return new Fault(reason);
  }

  /** @throws the first error, if there was any. */
  end(): void {
    if (this.#first !== undefined) throw this.#first.error;
  }
}
