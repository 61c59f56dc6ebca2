/** What the central says of a device so soon after this station wrote it is taken for the echo of that. */
const ECHO_MS = 5_000;

/**
 * Devices that were heard of though perhaps nobody changed them: the central tells this station of its own writes too, and a
 * stream that was just opened may have missed something. They are read again, but nobody is told that they were changed at
 * the central. In memory: whoever begins to sync anew reads everything.
 */
export class Echoes {
  readonly #nowMs: () => number;
  /** Until when each is ours, by the id at the central; infinity while the write is under way. */
  readonly #ours = new Map<string, number>();
  readonly #toRead = new Set<string>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Devices that are to be read again. */
  get toRead(): ReadonlySet<string> {
    return this.#toRead;
  }

  /** This station writes these devices now; the answer says that it has. */
  writing(ids: readonly string[]): () => void {
    const nowMs = this.#nowMs();
    for (const [id, untilMs] of this.#ours) if (untilMs <= nowMs) this.#ours.delete(id);
    for (const id of ids) this.#ours.set(id, Number.POSITIVE_INFINITY);
    return () => {
      const untilMs = this.#nowMs() + ECHO_MS;
      for (const id of ids) this.#ours.set(id, untilMs);
    };
  }

  /** Whether what is heard of a device now may be what this station wrote. */
  isOurs(id: string): boolean {
    return (this.#ours.get(id) ?? 0) > this.#nowMs();
  }

  add(id: string): void {
    this.#toRead.add(id);
  }

  /** Answers whether it was to be read. */
  delete(id: string): boolean {
    return this.#toRead.delete(id);
  }

  clear(): void {
    this.#toRead.clear();
  }
}
