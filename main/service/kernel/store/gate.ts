/** So many are let through together; the writer of the store takes as many of them into one transaction as it can. */
const MOST_TOGETHER = 32;

/**
 * Lets those who have something to write wait for company. Each transaction costs a flush to disk, and records come in from
 * the central a few at a time: written as they come there would be a flush for every two or three.
 */
export class Gate {
  #coming: number;
  #waiting: (() => void)[] = [];

  /** `coming`: how many may come; each of them says in the end that it has left. */
  constructor(coming: number) {
    this.#coming = coming;
  }

  /** Settles when enough wait, or when nobody else comes. */
  pass(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#look();
    });
  }

  /** One is through, or does not come. */
  left(): void {
    this.#coming -= 1;
    this.#look();
  }

  #look(): void {
    if (this.#waiting.length < Math.min(MOST_TOGETHER, this.#coming)) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const pass of waiting) pass();
  }
}
