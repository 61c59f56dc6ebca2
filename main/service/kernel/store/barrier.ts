/** Number of writers released together; the store's writer puts as many of them into one transaction as it can. */
const MAX_TOGETHER = 32;

/**
 * Groups writers. Each transaction costs a flush to disk, and records arrive from the central a few at a time:
 * written as they arrive, every two or three would cost a flush.
 */
export class Barrier {
  #coming: number;
  #waiting: (() => void)[] = [];

  /** `coming`: number of writers that may arrive; each has to call `left` in the end. */
  constructor(coming: number) {
    this.#coming = coming;
  }

  /** Settles when enough writers wait, or when no more can come. */
  pass(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#releaseIfComplete();
    });
  }

  /** Records that a writer has finished, or will not come. */
  left(): void {
    this.#coming -= 1;
    this.#releaseIfComplete();
  }

  #releaseIfComplete(): void {
    if (this.#waiting.length < Math.min(MAX_TOGETHER, this.#coming)) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const pass of waiting) pass();
  }
}
