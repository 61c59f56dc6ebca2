import type { Clock } from './clock.ts';

/** Wakes a waiting loop. Rung while no loop waits, it ends the next wait; several rings count as one. */
export class WakeSignal {
  #isRung = false;
  #wake: (() => void) | null = null;

  /** Wakes the waiting loop, or ends its next wait at once. */
  wake(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  /** Resolves at the next ring, or when `signal` is aborted. For one waiting loop at a time. */
  async wait(signal: AbortSignal): Promise<void> {
    if (!this.#isRung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          signal.removeEventListener('abort', wake);
          resolve();
        };
        this.#wake = wake;
        signal.addEventListener('abort', wake);
      });
    }
    this.#wake = null;
    this.#isRung = false;
  }

  /** Resolves at the next ring, after `ms` (null: no limit), or when `signal` is aborted. */
  async waitWithin(ms: number | null, clock: Clock, signal: AbortSignal): Promise<void> {
    if (ms === null) return this.wait(signal);
    const nap = new AbortController();
    const either = AbortSignal.any([signal, nap.signal]);
    void clock.wait(ms, either).then(() => nap.abort());
    await this.wait(either);
    nap.abort();
  }
}
