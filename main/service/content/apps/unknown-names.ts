/** How long a package that the backend does not know is not requested again, in ms. */
const EXPIRY_MS = 5 * 60_000;
const MAX_NAMES = 10_000;

/** Packages that the backend did not know recently; only in memory, because it may know them soon. */
export class UnknownNames {
  readonly #untilMs = new Map<string, number>();

  add(packageName: string, nowMs: number): void {
    // A Map keeps the order of insertion: the first is the oldest.
    this.#untilMs.delete(packageName);
    this.#untilMs.set(packageName, nowMs + EXPIRY_MS);
    const [oldest] = this.#untilMs.keys();
    if (this.#untilMs.size > MAX_NAMES && oldest !== undefined) this.#untilMs.delete(oldest);
  }

  has(packageName: string, nowMs: number): boolean {
    const untilMs = this.#untilMs.get(packageName);
    return untilMs !== undefined && nowMs < untilMs;
  }
}
