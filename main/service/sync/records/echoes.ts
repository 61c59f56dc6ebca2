/** An update of a device this soon after this station wrote it is taken for its own echo. */
const ECHO_MS = 5_000;

/**
 * Devices whose updates may be echoes: the central also publishes this station's own writes, and a stream that was just
 * opened may have missed something. They are read again, but not shown as changed at the central. Kept in memory only,
 * since a restart of sync reads everything.
 */
export class Echoes {
  readonly #nowMs: () => number;
  /** Until when an update may be an echo, by the central's id; infinity while the write is in progress. */
  readonly #ours = new Map<string, number>();
  readonly #toRead = new Set<string>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Ids of the devices to read again. */
  get toRead(): ReadonlySet<string> {
    return this.#toRead;
  }

  /** Marks devices as being written by this station. Call the returned function when the write is done. */
  writing(ids: readonly string[]): () => void {
    const nowMs = this.#nowMs();
    for (const [id, untilMs] of this.#ours) if (untilMs <= nowMs) this.#ours.delete(id);
    for (const id of ids) this.#ours.set(id, Number.POSITIVE_INFINITY);
    return () => {
      const untilMs = this.#nowMs() + ECHO_MS;
      for (const id of ids) this.#ours.set(id, untilMs);
    };
  }

  /** True if an update of the device may be an echo of this station's own write. */
  isOurs(id: string): boolean {
    return (this.#ours.get(id) ?? 0) > this.#nowMs();
  }

  add(id: string): void {
    this.#toRead.add(id);
  }

  /** Returns whether the device was to be read. */
  delete(id: string): boolean {
    return this.#toRead.delete(id);
  }

  clear(): void {
    this.#toRead.clear();
  }
}
